import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { BASE_PATH, type ContractRoute, deprecationHeaders } from "@petstore/contract";
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

/** Either at once, or later. */
type Soon<Value> = Value | Promise<Value>;

/**
 * What every request passes before Express sees it. In this order: the request id, `Host`, the target, the path (404),
 * the method (`OPTIONS`, 405), the API key (401) and its scope (403), the key's rate limit (429), `Accept` (406), and
 * then the answers about animals that are kept, or read to be kept. Requests outside `/v1` get their id and their log line,
 * and go on. What is known is answered at once, within the turn in which the request came.
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

  const end = (context: RequestContext, response: ServerResponse) => {
    clearTimeout(context.deadline);
    logRequest(context, response);
  };

  /** One request on its way. */
  type Passage = {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly context: RequestContext;
  };

  /** Goes on with a value, at once where it is there. */
  const goOn = <Value>({ response, context }: Passage, value: Soon<Value>, next: (value: Value) => Soon<void>) => {
    if (!(value instanceof Promise)) return next(value);
    setDeadline(response, context);
    return value.then(next);
  };

  const handOn = ({ request, response, context }: Passage) => {
    setDeadline(response, context);
    context.fields.handOver();
    next(request, response);
  };

  const answer = (passage: Passage, route: ContractRoute["route"]): Soon<void> => {
    const { request, response } = passage;
    checkAccept(request);
    const plainRead = isPlainRead(request) ? plainReads.get(route) : undefined;
    if (plainRead === undefined) return handOn(passage);
    return goOn(passage, answerOf(keptAnswers, plainRead, request.url ?? ""), (kept) =>
      kept === undefined ? handOn(passage) : answerKept(request, response, kept),
    );
  };

  const admit = (passage: Passage, { route, operationId, metadata }: ContractRoute): Soon<void> => {
    const { scope, deprecation } = metadata;
    if (scope === null) return answer(passage, route);
    return goOn(passage, checkKey(passage.request, scope), (credential) => {
      passage.context.credential = credential;
      if (deprecation) deps.keyUses.countDeprecated(credential, operationId, deps.clock());
      return goOn(passage, checkLimit(passage.context, credential), () => answer(passage, route));
    });
  };

  const pass = (passage: Passage): Soon<void> => {
    const { request, response, context } = passage;
    checkMessage(request);
    const path = takeTarget(request);
    if (path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`)) return handOn(passage);
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
    const { deprecation } = route.metadata;
    if (deprecation) setAll(context, deprecationHeaders(deprecation));
    return admit(passage, route);
  };

  return (request, response) => {
    const context = openContext(request, response, end);
    setAll(context, commonHeaders(context.id));
    const refuse = (error: unknown) => answerError(response, error);
    try {
      const passing = pass({ request, response, context });
      if (passing instanceof Promise) passing.catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
};
