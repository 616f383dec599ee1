import { randomUUID } from "node:crypto";
import { maxHeaderSize, STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { BASE_PATH, contract, listRoutes, MAX_BODY_BYTES } from "@petstore/contract";
import type { Logger } from "pino";
import { redactApiKeys } from "../api-key-format.js";
import {
  type AppError,
  headersTooLarge,
  invalidRequest,
  methodNotAllowed,
  pathNotFound,
  payloadTooLarge,
  requestTimeout,
} from "../errors.js";
import { commonHeaders } from "./answer-error.js";
import { isAnswering, requestIdOf } from "./request-context.js";
import { createRouteTable } from "./route-table.js";

type ParserError = Error & { code?: string; bytesParsed?: number; rawPacket?: Buffer };

const findPath = createRouteTable(listRoutes(contract));

const pathOf = (target: string) => target.replace(/^https?:\/\/[^/?#]*/i, "").split("?", 1)[0] ?? "";

const refuseMethod = (target: string): AppError => {
  const entry = findPath(pathOf(target));
  return entry === undefined ? pathNotFound() : methodNotAllowed(entry.allow);
};

/** The request line in which the parser stopped. It holds where the line came in one piece, as it nearly always does. */
const requestLineOf = ({ rawPacket, bytesParsed = 0 }: ParserError): RegExpExecArray | null => {
  const text = rawPacket?.toString("latin1") ?? "";
  const start = text.lastIndexOf("\n", bytesParsed - 1) + 1;
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ (\S+) HTTP\/1\.[01]\r?\n/.exec(text.slice(start));
};

const refusalOf = (error: ParserError): AppError => {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return headersTooLarge(maxHeaderSize);
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return payloadTooLarge(MAX_BODY_BYTES);
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return requestTimeout();
    case "HPE_INVALID_METHOD": {
      // Node's parser knows a list of methods; one that is not on it is a method all the same (RFC 9110 §9.1).
      const target = requestLineOf(error)?.[1];
      return target === undefined ? invalidRequest("the request is not HTTP/1.1") : refuseMethod(target);
    }
    default:
      return invalidRequest(`the request is not valid HTTP/1.1 (${error.code ?? "unknown"})`);
  }
};

const writeAnswer = (socket: Duplex, refusal: AppError, requestId: string) => {
  const body = JSON.stringify(refusal.body);
  const fields = {
    ...refusal.headers,
    ...commonHeaders(requestId),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: "close",
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${head.join("")}\r\n${body}`);
};

/**
 * Answers what Node's HTTP parser refuses, or keeps to itself, as every other error is answered: with the Error body and
 * a log line. The connection is closed, for nobody knows where in it the next request would begin.
 */
export const answerParserErrors = (server: Server, log: Logger): void => {
  server.on("clientError", (error: ParserError, socket: Duplex) => {
    // A client that went away, or one whose answer is under way already: there is nobody to answer.
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) return socket.destroy();
    const refusal = refusalOf(error);
    const requestId = randomUUID();
    log.info({ requestId, status: refusal.status, parserError: error.code }, "request");
    return writeAnswer(socket, refusal, requestId);
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    const target = request.url ?? "";
    const refusal = target.startsWith(BASE_PATH) ? refuseMethod(target) : pathNotFound();
    const requestId = requestIdOf(request);
    socket.on("error", () => socket.destroy());
    log.info({ requestId, method: "CONNECT", url: redactApiKeys(target), status: refusal.status }, "request");
    writeAnswer(socket, refusal, requestId);
  });
  // RFC 9110 §10.1.1 lets a server ignore an expectation that it does not know; Node's own 417 has no body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
};
