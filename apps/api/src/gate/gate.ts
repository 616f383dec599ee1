import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { BASE_PATH, deprecationHeaders } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { methodNotAllowed, pathNotFound, serviceUnavailable } from "../errors.js";
import { answerError, commonHeaders } from "./answer-error.js";
import { answerKept } from "./answer-kept.js";
import { authenticate } from "./authenticate.js";
import { checkAccept, checkMessage, takeTarget } from "./check-message.js";
import { createCrossOrigin } from "./cross-origin.js";
import { answerOf, isPlainRead, type PlainReads } from "./plain-reads.js";
import { limitRate } from "./rate-limit.js";
import { openContext, type RequestContext } from "./request-context.js";
import { createRequestLog } from "./request-log.js";
import { findPath, type PathEntry } from "./route-table.js";

/** Longer than the server waits for a request to arrive, so that a slow body is a 408. */
const ANSWER_TIMEOUT_MS = 40_000;

/** A request that nothing answers, as when the database hangs, is answered 503 at last. Set before it first has to wait. */
const setDeadline = (response: ServerResponse, context: RequestContext): void => {
  context.deadline ??= setTimeout(() => {
    if (!response.headersSent) answerError(response, serviceUnavailable());
  }, ANSWER_TIMEOUT_MS);
};

const setAll = ({ fields }: RequestContext, headers: Readonly<Record<string, string>>) => {
  for (const name in headers) fields.set(name, headers[name] as string);
};

const routeOf = (request: IncomingMessage, { routes, allow }: PathEntry) => {
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
  const route = routes.get(method);
  if (route === undefined) throw methodNotAllowed(allow);
  return route;
};

/**
 * What every request passes before Express sees it. In this order: the request id, `Host`, the target, the path (404),
 * the method (`OPTIONS`, 405), the API key (401) and its scope (403), the key's rate limit (429), `Accept` (406), and
 * then the answers about animals that are kept, or read to be kept. Requests outside `/v1` get their id and their log line,
 * and go on. What is known is answered without waiting for anything.
 */
export const createGate = (
  deps: Pick<Deps, "config" | "clock" | "credentials" | "keyUses" | "requestCounts" | "keptAnswers" | "log">,
  plainReads: PlainReads,
  next: RequestListener,
): RequestListener => {
  const { keptAnswers } = deps;
  const crossOrigin = createCrossOrigin(deps.config.corsOrigins);
  const logRequest = createRequestLog(deps.log);
  const checkKey = authenticate(deps);
  const checkLimit = limitRate(deps);

  const open = (request: IncomingMessage, response: ServerResponse): RequestContext => {
    const writeLine = logRequest(request, response);
    const context = openContext(request, response, () => {
      clearTimeout(context.deadline);
      writeLine(context);
    });
    setAll(context, commonHeaders(context.id));
    return context;
  };

  const handOn = (request: IncomingMessage, response: ServerResponse, context: RequestContext) => {
    setDeadline(response, context);
    context.fields.handOver();
    next(request, response);
  };

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const context = open(request, response);
    checkMessage(request);
    const path = takeTarget(request);
    if (path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`)) {
      return handOn(request, response, context);
    }
    const entry = findPath(path);
    if (entry === undefined) throw pathNotFound();
    if (crossOrigin !== undefined) {
      context.fields.handOver();
      crossOrigin(request, response, entry.allow);
    }
    if (request.method === "OPTIONS") {
      context.fields.writeHead(204, ["Allow", entry.allow]);
      return void response.end();
    }
    const route = routeOf(request, entry);
    context.route = route;
    const { deprecation, scope } = route.metadata;
    if (deprecation) setAll(context, deprecationHeaders(deprecation));
    if (scope !== null) {
      const credential = checkKey(request, scope);
      if (credential instanceof Promise) setDeadline(response, context);
      context.credential = credential instanceof Promise ? await credential : credential;
      if (deprecation) deps.keyUses.countDeprecated(context.credential, route.operationId, deps.clock());
      await checkLimit(context, context.credential);
    }
    checkAccept(request);
    const plainRead = isPlainRead(request) ? plainReads.get(route.route) : undefined;
    if (plainRead !== undefined) {
      const found = answerOf(keptAnswers, plainRead, request.url ?? "");
      if (found instanceof Promise) setDeadline(response, context);
      const answer = found instanceof Promise ? await found : found;
      if (answer !== undefined) return answerKept(request, response, answer);
    }
    handOn(request, response, context);
  };

  return (request, response) => {
    pass(request, response).catch((error: unknown) => answerError(response, error));
  };
};
