import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import { notReady, serviceUnavailable } from "../errors.js";
import { answerError } from "./answer-error.js";
import { connectionOf } from "./connections/connection.js";
import { trackConnections } from "./connections/track-connections.js";
import { answerParserErrors } from "./parser-errors.js";
import { commonFields, openContext } from "./open-context.js";
import type { RequestContext } from "../request/request-context.js";
import { createRequestLog } from "./request-log.js";

const TIMEOUT_MS = 10_000;

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0];

const answer = ({ request, response, fields }: RequestContext, reason: string): void => {
  const path = pathOf(request);
  if (path === "/readyz") return answerError(response, notReady(["the service is starting", reason]));
  if (path !== "/healthz") return answerError(response, serviceUnavailable());
  const body = Buffer.from(JSON.stringify({ status: "ok" }));
  fields.writeHead(200, ["Content-Type", "application/json; charset=utf-8", "Content-Length", String(body.length)]);
  response.end(body);
};

/**
 * Answers requests while the service waits for its database. It reports that the service is alive, and every other
 * request gets 503.
 */
export const createWaitingServer = (
  config: Pick<Config, "publicUrl" | "maxConnections" | "trustedProxies">,
  log: Logger,
  readReason: () => string,
): Server => {
  const common = commonFields(config);
  const logRequest = createRequestLog({ log, life: { state: "starting" } });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const context = openContext(request, response, logRequest, common);
    if (response.destroyed) return;
    const path = pathOf(request);
    if (path === "/healthz" || path === "/readyz") context.outside = path.slice(1);
    // The client must send its next request to the service itself, on a new connection.
    response.shouldKeepAlive = false;
    answer(context, readReason());
  };
  const timeouts = { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, keepAliveTimeout: TIMEOUT_MS };
  const server = createServer({ ...timeouts, requireHostHeader: false }, (request, response) =>
    connectionOf(request.socket).accept({ request, response }, handle),
  );
  trackConnections(server, config);
  answerParserErrors(server, log, common);
  return server;
};
