import { type IncomingMessage, METHODS, maxHeaderSize, STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { redactUrl } from "../api-key-format.js";
import {
  type AppError,
  headersTooLarge,
  invalidRequest,
  methodNotAllowed,
  pathNotFound,
  requestTimeout,
} from "../errors.js";
import { answerError, commonHeaders } from "./answer-error.js";
import { fieldValuesOf } from "./field-values.js";
import { connectionOf, requestIdOf } from "./request-context.js";
import { readTarget } from "./request-target.js";
import { findPath } from "./route-table.js";

type ParserError = Error & { code?: string; bytesParsed?: number; rawPacket?: Buffer };
/** What can be told of a request that the parser gave up on. */
type Glimpse = { method?: string | undefined; url?: string | undefined; requestIds?: readonly (string | undefined)[] };

const LINGER_MS = 500;

const refuseMethod = (url: string): AppError => {
  const entry = findPath(readTarget(url)?.path ?? "");
  return entry === undefined ? pathNotFound() : methodNotAllowed(entry.allow);
};

const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/\d\.\d\r?(?:\n|$)/;

/**
 * The request in whose first line the parser stopped: it begins with the word that the parser stopped in, or with the line.
 * This holds where the first line came in one piece, as it nearly always does.
 */
const glimpse = ({ rawPacket, bytesParsed = 0 }: ParserError): Glimpse => {
  const text = rawPacket?.toString("latin1") ?? "";
  const word = /[^\s{}[\]"(),/:;<=>?@\\]*$/.exec(text.slice(0, bytesParsed))?.index ?? 0;
  const line = text.lastIndexOf("\n", bytesParsed - 2) + 1;
  for (const start of [word, line]) {
    const head = text.slice(start).split("\r\n\r\n", 1)[0] ?? "";
    const [, method, url] = requestLine.exec(head) ?? [];
    if (method === undefined) continue;
    return { method, url, requestIds: [/\nx-request-id:[ \t]*([^\r\n]*?)[ \t]*(?:\r|$)/i.exec(head)?.[1]] };
  }
  return {};
};

const refusalOf = ({ code = "unknown" }: ParserError, { method, url }: Glimpse): AppError => {
  // Node's parser knows a list of methods; one that is not on it is a method all the same (RFC 9110 §9.1).
  if (method !== undefined && url !== undefined && !METHODS.includes(method)) return refuseMethod(url);
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLarge(maxHeaderSize);
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  if (code === "HPE_INVALID_URL") {
    return invalidRequest("the request target must be percent-encoded ASCII: curl does it with -G --data-urlencode");
  }
  return invalidRequest(`the request is not valid HTTP/1.1 (${code})`);
};

/** The answer goes out, the client gets a moment to read it, and the connection is gone: nobody can hold it open. */
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
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${head.join("")}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS);
};

/**
 * Answers what Node's HTTP parser refuses, or keeps to itself, as every other error is answered: with the Error body and
 * a log line. The connection is closed, for nobody knows where in it the next request would begin.
 */
export const answerParserErrors = (server: Server, log: Logger): void => {
  const answer = (
    socket: Duplex,
    refusal: AppError,
    { method, url, requestIds = [] }: Glimpse,
    parserError?: string,
  ) => {
    const { owed } = connectionOf(socket);
    // What cannot be read stands behind requests that can: they are answered first.
    const answerInTurn = () => {
      if (owed.size > 0 || !socket.writable) return;
      const id = requestIdOf(requestIds);
      const { status } = refusal;
      log.info({ requestId: id, method, url: url && redactUrl(url), status, parserError }, "request");
      writeAnswer(socket, refusal, id);
    };
    for (const response of owed) response.once("close", answerInTurn);
    answerInTurn();
  };

  server.on("clientError", (error: ParserError, socket: Socket) => {
    const { last } = connectionOf(socket);
    const seen = glimpse(error);
    const refusal = refusalOf(error, seen);
    // A client that went away, or never sent a byte: there is nobody to answer.
    if (error.code === "ECONNRESET" || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
    const isInBody = last !== undefined && !last.request.complete;
    if (isInBody && !last.response.headersSent) {
      // The body of a request whose context is open: the refusal is the answer to it, in its turn.
      last.response.setHeader("Connection", "close");
      return answerError(last.response, refusal);
    }
    // It has its answer already.
    if (isInBody) return void socket.destroy();
    answer(socket, refusal, seen, error.code);
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    const url = request.url ?? "";
    const requestIds = fieldValuesOf(request, "x-request-id");
    answer(socket, refuseMethod(url), { method: "CONNECT", url, requestIds });
  });
  // RFC 9110 §10.1.1 lets a server ignore an expectation that it does not know; Node's own 417 has no body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
};
