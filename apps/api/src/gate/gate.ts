import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { BASE_PATH, deprecationHeaders } from "@petstore/contract";
import Negotiator from "negotiator";
import type { Deps } from "../deps.js";
import { invalidRequest, methodNotAllowed, notAcceptable, pathNotFound, serviceUnavailable } from "../errors.js";
import { answerError, commonHeaders } from "./answer-error.js";
import { authenticate } from "./authenticate.js";
import { createCrossOrigin } from "./cross-origin.js";
import { limitRate } from "./rate-limit.js";
import { openContext } from "./request-context.js";
import { logRequest } from "./request-log.js";
import { readTarget } from "./request-target.js";
import { findPath, type PathEntry } from "./route-table.js";

/** RFC 9112 §3.2 and §6.1. Node would answer the first of these itself, without a body, and pass over the others. */
const checkMessage = (request: IncomingMessage) => {
  const hosts = request.headersDistinct["host"]?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1"))
    throw invalidRequest("header Host is required, once");
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    throw invalidRequest("header Transfer-Encoding must be chunked, or be left out");
  }
};

/** Express is handed what was read here and nothing else, so that it cannot read another path than the one checked. */
const takeTarget = (request: IncomingMessage): string => {
  const target = readTarget(request.url ?? "");
  if (target === undefined) throw invalidRequest("the request target must be a path that begins with /");
  request.url = target.path + target.query;
  return target.path;
};

/** Longer than the server waits for a request to arrive, so that a slow body is a 408. */
const ANSWER_TIMEOUT_MS = 40_000;

const routeOf = (request: IncomingMessage, { routes, allow }: PathEntry) => {
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
  const route = routes.get(method);
  if (route === undefined) throw methodNotAllowed(allow);
  return route;
};

/** Only a media type and its weight can rule JSON out: other parameters, such as a charset, are passed over. */
const checkAccept = (request: IncomingMessage) => {
  const accept = request.headers.accept?.replace(/;(?!\s*q=)[^;,]*/gi, "").trim() || "*/*";
  if (new Negotiator({ headers: { accept } }).mediaType(["application/json"]) === undefined) throw notAcceptable();
};

/** A request that nothing answers, as when the database hangs, is answered 503 at last. */
const setDeadline = (response: ServerResponse) => {
  const timer = setTimeout(() => {
    if (!response.headersSent) answerError(response, serviceUnavailable());
  }, ANSWER_TIMEOUT_MS);
  response.once("close", () => clearTimeout(timer));
};

/**
 * What every request passes before Express sees it. In this order: the request id, `Host`, the target, the path (404),
 * the method (`OPTIONS`, 405), the API key (401) and its scope (403), the key's rate limit (429), `Accept` (406). The
 * cached answers will stand behind the limit. Requests outside `/v1` get their id and their log line, and go on.
 */
export const createGate = (
  deps: Pick<Deps, "config" | "clock" | "credentials" | "keyUses" | "requestCounts" | "log">,
  next: RequestListener,
): RequestListener => {
  const crossOrigin = createCrossOrigin(deps.config.corsOrigins);
  const checkKey = authenticate(deps);
  const checkLimit = limitRate(deps);

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const context = openContext(request, response);
    for (const [name, value] of Object.entries(commonHeaders(context.id))) response.setHeader(name, value);
    logRequest(deps.log, request, response, context);
    setDeadline(response);
    checkMessage(request);
    const path = takeTarget(request);
    if (path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`)) return next(request, response);
    const entry = findPath(path);
    if (entry === undefined) throw pathNotFound();
    crossOrigin(request, response, entry.allow);
    if (request.method === "OPTIONS") return void response.writeHead(204, { Allow: entry.allow }).end();
    const route = routeOf(request, entry);
    context.route = route;
    const { deprecation, scope } = route.metadata;
    if (deprecation) response.setHeaders(new Map(Object.entries(deprecationHeaders(deprecation))));
    if (scope !== null) {
      context.credential = await checkKey(request, scope);
      if (deprecation) deps.keyUses.countDeprecated(context.credential, route.operationId, deps.clock());
      await checkLimit(response, context.credential);
    }
    checkAccept(request);
    next(request, response);
  };

  return (request, response) => {
    pass(request, response).catch((error: unknown) => answerError(response, error));
  };
};
