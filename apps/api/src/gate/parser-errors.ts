import { maxHeaderSize, STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { type AppError, headersTooLarge, invalidRequest, requestTimeout, tooManyHeaderFields } from "../errors.js";
import { answerError } from "./answer-error.js";
import { MAX_HEADER_FIELDS } from "./check-message.js";
import { connectionOf } from "./connections/connection.js";
import { type CommonFields, freshId } from "./open-context.js";

type ParserError = Error & { code?: string; rawPacket?: Buffer };

const LINGER_MS = 500;

const LINE_FEED = 10;
const linesOf = (packet: Buffer): number => packet.reduce((count, byte) => count + Number(byte === LINE_FEED), 0);

/**
 * Node since 22.23.2 and 24.18.1 also reports an overflow if there are more fields than `maxHeadersCount`. Earlier
 * versions dropped the additional fields.
 */
const overflowOf = ({ rawPacket }: ParserError, socket: Socket): AppError => {
  const isSmall = socket.bytesRead < maxHeaderSize;
  const hasManyLines = rawPacket !== undefined && linesOf(rawPacket) > MAX_HEADER_FIELDS;
  return isSmall || hasManyLines ? tooManyHeaderFields(MAX_HEADER_FIELDS) : headersTooLarge(maxHeaderSize);
};

const refusalOf = (error: ParserError, socket: Socket): AppError => {
  const { code = "unknown" } = error;
  if (code === "HPE_HEADER_OVERFLOW") return overflowOf(error, socket);
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  if (code === "HPE_INVALID_METHOD") {
    return invalidRequest("the method is not recognised; GET /v1/openapi.json lists the methods of each path");
  }
  if (code === "HPE_INVALID_URL") {
    return invalidRequest("the request target must be percent-encoded ASCII; with curl, use -G --data-urlencode");
  }
  return invalidRequest(`the request is not valid HTTP/1.1 (${code})`);
};

/** Closes the connection soon after the response, so that the client cannot hold it open. */
const writeRefusal = (socket: Duplex, refusal: AppError, common: CommonFields) => {
  const body = JSON.stringify(refusal.body);
  const fields = {
    ...common,
    Vary: "Accept",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: "close",
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${head.join("")}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS);
};

/**
 * Answers parser errors after earlier requests, then closes the connection, because the start of the next request
 * cannot be found.
 */
export const answerParserErrors = (server: Server, log: Logger, common: CommonFields): void => {
  const refuse = (socket: Socket, refusal: AppError, parserError: string | undefined) =>
    connectionOf(socket).refuse(() => {
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      const requestId = freshId();
      log.info({ requestId, status: refusal.status, parserError }, "request");
      writeRefusal(socket, refusal, { "X-Request-Id": requestId, ...common });
    });

  server.on("clientError", (error: ParserError, socket: Socket) => {
    const connection = connectionOf(socket);
    // The parser reports the same error again for every further packet of the connection.
    if (connection.isRefused && error.code !== "ECONNRESET") return;
    if (error.code === "ECONNRESET" || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
    const refusal = refusalOf(error, socket);
    connection.withdrawLast();
    const { last } = connection;
    const response = last?.request.complete === false ? last.response : undefined;
    if (response === undefined) return refuse(socket, refusal, error.code);
    // The error is in the body of a request in flight. That request gets the error, unless its response has already
    // started.
    connection.refuse(() => socket.destroySoon());
    if (response.headersSent) return;
    response.setHeader("Connection", "close");
    answerError(response, refusal);
  });
  server.on("connect", (_request, socket: Duplex) => {
    refuse(socket as Socket, invalidRequest("the method CONNECT is not supported"), undefined);
  });
  // The 100 for a pipelined request would be written inside an earlier response. RFC 9110 §10.1.1 allows a server to
  // omit it.
  server.on("checkContinue", (request, response) => {
    if (response.socket !== null) response.writeContinue();
    server.emit("request", request, response);
  });
  // RFC 9110 §10.1.1 allows a server to ignore unknown expectations; Node's own 417 has no body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
};
