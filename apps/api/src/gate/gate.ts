import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { BASE_PATH, bodyMediaTypes } from "@petstore/contract/routes";
import type { Lanes } from "../concurrency/lanes.js";
import { methodNotAllowed, pathNotFound, serviceUnavailable } from "../errors.js";
import { timeoutsOf } from "../operation/operation-timeouts.js";
import { answerError } from "./answer-error.js";
import { authenticate } from "./authenticate.js";
import { checkAccept, checkMessage, normaliseTarget } from "./check-message.js";
import { connectionOf } from "./connections/connection.js";
import type { Principal } from "../operation/principal.js";
import { createCrossOrigin } from "./cross-origin.js";
import type { FastPath, MaybePromise } from "./fast-path.js";
import { isHealthCheck, limitAddress, limitStaticFiles } from "./limit-address.js";
import { limitRate } from "./limit-rate.js";
import { commonFields, openContext } from "./open-context.js";
import type { GateRoute, RequestContext } from "../request/request-context.js";
import { createNoteUntrustedProxy } from "./note-untrusted-proxy.js";
import { createRequestLog } from "./request-log.js";
import { findPath, type PathEntry } from "./route-table.js";
import type { FindStaticFile } from "./static-files.js";
import type { Tracing } from "../tracing/tracing.js";

/**
 * Answers 503 if nothing else answers in time. The timer starts when the request first waits, so a cache hit needs
 * none.
 */
const setDeadline = (context: RequestContext): void => {
  context.deadline ??= setTimeout(() => {
    if (!context.response.headersSent) answerError(context.response, serviceUnavailable());
  }, timeoutsOf(context.route?.operationId).answerMs);
};

/** RFC 5789 §3.1. */
const acceptPatchOf = ({ routes }: PathEntry) =>
  routes.has("PATCH") ? ["Accept-Patch", bodyMediaTypes("PATCH").join(", ")] : [];

const routeOf = (request: IncomingMessage, { routes, allow }: PathEntry) => {
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
  const route = routes.get(method);
  if (route === undefined) throw methodNotAllowed(allow);
  return route;
};

type GateDeps = Parameters<typeof authenticate>[0] &
  Parameters<typeof limitRate>[0] &
  Parameters<typeof limitAddress>[0] &
  Parameters<typeof createRequestLog>[0] & { readonly lanes: Lanes; readonly tracing: Tracing | undefined };

/**
 * Names the request in metrics and traces. The client's path is not used, because clients can send any number of
 * different paths.
 */
const operationOf = ({ route, outside }: RequestContext): string => route?.operationId ?? outside ?? "none";

const routePathOf = ({ route }: RequestContext) => route && BASE_PATH + route.route.path;

/**
 * Runs before Express, in this order: request id, `Host`, target, path (404), CORS, method (`OPTIONS`, 405), API key
 * (401), scope (403), rate limit (429), `Accept` (406), fast path. Outside `/v1`: static file, address limit.
 */
export const createGate = (
  deps: GateDeps,
  fastPath: FastPath,
  next: RequestListener,
  findStaticFile: FindStaticFile = () => undefined,
): RequestListener => {
  const { metrics, tracing } = deps;
  const crossOrigin = createCrossOrigin(deps.config.corsOrigins);
  const common = commonFields(deps.config);
  const logRequest = createRequestLog(deps);
  const noteUntrustedProxy = createNoteUntrustedProxy(deps);
  const checkKey = authenticate(deps);
  const checkLimit = limitRate(deps);
  const checkAddress = limitAddress(deps);
  const checkStaticFiles = limitStaticFiles(deps);

  const finish = (context: RequestContext) => {
    clearTimeout(context.deadline);
    context.releaseBody?.();
    const { response } = context;
    const status = response.headersSent ? response.statusCode : undefined;
    const tookMs = context.headMs ?? performance.now() - context.startedAt - (context.waitedMs ?? 0);
    metrics?.end(operationOf(context), status, tookMs);
    context.trace?.end(routePathOf(context), operationOf(context), status);
    noteUntrustedProxy(context.request);
    logRequest(context);
  };

  /**
   * Proceeds at once unless `value` is a promise, so that a cache hit is answered in the event-loop turn of its
   * request.
   */
  const andThen = <Value>(
    context: RequestContext,
    value: MaybePromise<Value>,
    proceed: (value: Value) => MaybePromise<void>,
  ): MaybePromise<void> => {
    if (!(value instanceof Promise)) return proceed(value);
    setDeadline(context);
    return value.then((known) => (context.response.destroyed ? undefined : proceed(known)));
  };

  const forwardToExpress = (context: RequestContext) => {
    setDeadline(context);
    context.fields.applyToResponse();
    next(context.request, context.response);
  };

  const answer = (context: RequestContext, gateRoute: GateRoute, principal?: Principal): MaybePromise<void> => {
    const { route, lane, answerTypes } = gateRoute;
    const answerType = checkAccept(context.request, answerTypes);
    if (answerTypes.length > 1) context.answerType = answerType;
    if (lane !== undefined && principal !== undefined) deps.lanes[lane].checkRoom(principal.flow);
    const fastHandler = fastPath.get(route);
    if (fastHandler === undefined || principal === undefined) return forwardToExpress(context);
    return andThen(context, fastHandler(context, principal), (isAnswered) =>
      isAnswered ? undefined : forwardToExpress(context),
    );
  };

  const admit = (context: RequestContext, route: GateRoute): MaybePromise<void> => {
    const { scope, deprecation } = route.metadata;
    if (scope === null)
      return andThen(context, checkAddress(context.request, context.url), () => answer(context, route));
    return andThen(context, checkKey(context.request, scope), (principal) => {
      context.principal = principal;
      if (deprecation) deps.keyUsage.countDeprecated(principal, route.operationId, deps.clock());
      return andThen(context, checkLimit(context, principal), () => answer(context, route, principal));
    });
  };

  const passOutside = (context: RequestContext, path: string): MaybePromise<void> => {
    const { request } = context;
    const send = findStaticFile(request, path);
    if (send !== undefined) context.outside = "staticFile";
    if (send !== undefined)
      return andThen(context, checkStaticFiles(request), () => andThen(context, send(context), () => undefined));
    return andThen(context, checkAddress(request, path), () => forwardToExpress(context));
  };

  const pass = (context: RequestContext): MaybePromise<void> => {
    const { request, response } = context;
    checkMessage(request);
    const path = normaliseTarget(request);
    if (path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`)) return passOutside(context, path);
    const entry = findPath(path);
    if (entry === undefined) throw pathNotFound();
    if (crossOrigin !== undefined) {
      context.fields.applyToResponse();
      crossOrigin(request, response, entry.allow);
    }
    if (request.method === "OPTIONS") {
      context.fields.writeHead(204, ["Allow", entry.allow, ...acceptPatchOf(entry)]);
      return void response.end();
    }
    const route = routeOf(request, entry);
    context.route = route;
    context.fields.setAll(route.fields);
    return admit(context, route);
  };

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    metrics?.begin();
    const context = openContext(request, response, finish, common);
    if (response.destroyed) return;
    const refuse = (error: unknown) => answerError(response, error);
    if (tracing !== undefined && !isHealthCheck(request)) context.trace = tracing.startRequest(request, context.id);
    try {
      const passing = context.trace === undefined ? pass(context) : context.trace.run(() => pass(context));
      if (passing instanceof Promise) passing.catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
  return (request, response) => connectionOf(request.socket).accept({ request, response }, handle);
};
