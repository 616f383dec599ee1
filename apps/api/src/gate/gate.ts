import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { BASE_PATH, type ContractRoute, deprecationHeaders } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { methodNotAllowed, pathNotFound, serviceUnavailable } from "../errors.js";
import { laneOf } from "../operation-lanes.js";
import { answerError, commonHeaders } from "./answer-error.js";
import { answerKept } from "./answer-kept.js";
import { authenticate } from "./authenticate.js";
import { checkAccept, checkMessage, takeTarget } from "./check-message.js";
import { connectionOf } from "./connections.js";
import type { Credential } from "./credential.js";
import { createCrossOrigin } from "./cross-origin.js";
import { answerOf, isPlainRead, type PlainRead, type PlainReads } from "./plain-reads.js";
import type { PlainChange, PlainChanges } from "./plain-changes.js";
import { limitAddress } from "./limit-address.js";
import { limitRate } from "./rate-limit.js";
import { openContext, type RequestContext } from "./request-context.js";
import { createRequestLog } from "./request-log.js";
import { findPath, type PathEntry } from "./route-table.js";

/** Longer than the server waits for a request to arrive, so that a slow body is a 408. */
const ANSWER_TIMEOUT_MS = 40_000;

/** A request that nothing answers, as when the database hangs, is answered 503 at last. Set before it first has to wait. */
const setDeadline = (context: RequestContext): void => {
  context.deadline ??= setTimeout(() => {
    if (!context.response.headersSent) answerError(context.response, serviceUnavailable());
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
 * then the answers about animals that are kept, or read to be kept, and the animals that are added. Requests outside `/v1` get
 * their id and their log line, and go on. What is known is answered at once, within the turn in which the request came.
 */
export const createGate = (
  deps: Pick<
    Deps,
    "config" | "clock" | "credentials" | "keyUses" | "requestCounts" | "keptAnswers" | "lanes" | "log" | "peers"
  >,
  plainReads: PlainReads,
  plainChanges: PlainChanges,
  next: RequestListener,
): RequestListener => {
  const { keptAnswers } = deps;
  const crossOrigin = createCrossOrigin(deps.config.corsOrigins);
  const logRequest = createRequestLog(deps.log);
  const checkKey = authenticate(deps);
  const checkLimit = limitRate(deps);
  const checkAddress = limitAddress(deps);

  const end = (context: RequestContext) => {
    clearTimeout(context.deadline);
    context.releaseBody?.();
    logRequest(context);
  };

  /** Goes on with a value, at once where it is there. */
  const goOn = <Value>(context: RequestContext, value: Soon<Value>, go: (value: Value) => Soon<void>): Soon<void> => {
    if (!(value instanceof Promise)) return go(value);
    setDeadline(context);
    return value.then((known) => (context.response.destroyed ? undefined : go(known)));
  };

  const handOn = (context: RequestContext) => {
    setDeadline(context);
    context.fields.handOver();
    next(context.request, context.response);
  };

  const read = (context: RequestContext, plainRead: PlainRead, { principal }: Credential): Soon<void> => {
    const answer = answerOf(keptAnswers, plainRead, context.request.url ?? "", principal);
    const isFromCache = !(answer instanceof Promise);
    return goOn(context, answer, (kept) =>
      kept === undefined ? handOn(context) : answerKept(context, kept, isFromCache),
    );
  };

  const change = (context: RequestContext, plainChange: PlainChange, caller: Credential): Soon<void> =>
    goOn(context, plainChange(context, caller), (isAnswered) => (isAnswered ? undefined : handOn(context)));

  const answer = (context: RequestContext, { route, operationId }: ContractRoute, caller?: Credential): Soon<void> => {
    checkAccept(context.request);
    const lane = laneOf(operationId);
    if (lane !== undefined && caller !== undefined) deps.lanes[lane].checkRoom(caller.principal);
    const plainRead = isPlainRead(context.request) ? plainReads.get(route) : undefined;
    if (plainRead && caller) return read(context, plainRead, caller);
    const plainChange = plainChanges.get(route);
    return plainChange && caller ? change(context, plainChange, caller) : handOn(context);
  };

  const admit = (context: RequestContext, route: ContractRoute): Soon<void> => {
    const { scope, deprecation } = route.metadata;
    if (scope === null) return goOn(context, checkAddress(context.request, context.url), () => answer(context, route));
    return goOn(context, checkKey(context.request, scope), (credential) => {
      context.credential = credential;
      if (deprecation) deps.keyUses.countDeprecated(credential, route.operationId, deps.clock());
      return goOn(context, checkLimit(context, credential), () => answer(context, route, credential));
    });
  };

  const pass = (context: RequestContext): Soon<void> => {
    const { request, response } = context;
    checkMessage(request);
    const path = takeTarget(request);
    if (path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`)) {
      return goOn(context, checkAddress(request, path), () => handOn(context));
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
    const { deprecation } = route.metadata;
    if (deprecation) setAll(context, deprecationHeaders(deprecation));
    return admit(context, route);
  };

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const context = openContext(request, response, end);
    if (response.destroyed) return;
    setAll(context, commonHeaders(context.id));
    const refuse = (error: unknown) => answerError(response, error);
    try {
      const passing = pass(context);
      if (passing instanceof Promise) passing.catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
  return (request, response) => connectionOf(request.socket).take({ request, response }, begin);
};
