import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { BASE_PATH, contract, deprecationHeaders, listRoutes } from "@petstore/contract";
import Negotiator from "negotiator";
import type { Deps } from "../deps.js";
import { invalidRequest, methodNotAllowed, notAcceptable, pathNotFound } from "../errors.js";
import { answerError, commonHeaders } from "./answer-error.js";
import { authenticate } from "./authenticate.js";
import { createCrossOrigin } from "./cross-origin.js";
import { openContext } from "./request-context.js";
import { logRequest } from "./request-log.js";
import { createRouteTable, type PathEntry } from "./route-table.js";

/** The path of a request target, in origin form or in absolute form (RFC 9112 §3.2). */
const pathOf = (request: IncomingMessage): string => {
  request.url = request.url?.replace(/^https?:\/\/[^/?#]*/i, "") ?? "";
  return request.url.split("?", 1)[0] ?? "";
};

const routeOf = (request: IncomingMessage, { routes, allow }: PathEntry) => {
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
  const route = routes.get(method);
  if (route === undefined) throw methodNotAllowed(allow);
  return route;
};

/** Answers say their charset; a client that asks for JSON without one, or with this one, gets it. */
const offered = ["application/json", "application/json; charset=utf-8"];

const checkAccept = (request: IncomingMessage) => {
  if (new Negotiator(request).mediaType(offered) === undefined) throw notAcceptable();
};

/**
 * What every request passes before Express sees it. In this order: the request id, `Host`, the path (404), the method
 * (`OPTIONS`, 405), the API key (401) and its scope (403), `Accept` (406). The rate limit and the cached answers will
 * stand behind the key. Requests outside `/v1` get their id and their log line, and go on.
 */
export const createGate = (
  deps: Pick<Deps, "db" | "config" | "clock" | "keyUses" | "log">,
  next: RequestListener,
): RequestListener => {
  const findPath = createRouteTable(listRoutes(contract));
  const crossOrigin = createCrossOrigin(deps.config.corsOrigins);
  const checkKey = authenticate(deps);

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const context = openContext(request, response);
    for (const [name, value] of Object.entries(commonHeaders(context.id))) response.setHeader(name, value);
    logRequest(deps.log, request, response, context);
    // RFC 9112 §3.2. Node would answer this one itself, without a body.
    if (request.httpVersion === "1.1" && request.headers.host === undefined) {
      throw invalidRequest("header Host is required");
    }
    const path = pathOf(request);
    if (path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`)) return next(request, response);
    const entry = findPath(path);
    if (entry === undefined) throw pathNotFound();
    crossOrigin(request, response, entry.allow);
    if (request.method === "OPTIONS") return void response.writeHead(204, { Allow: entry.allow }).end();
    const route = routeOf(request, entry);
    context.route = route;
    const { deprecation, scope } = route.metadata;
    if (deprecation) response.setHeaders(new Map(Object.entries(deprecationHeaders(deprecation))));
    if (scope !== null) context.apiKey = await checkKey(request, scope);
    checkAccept(request);
    next(request, response);
  };

  return (request, response) => {
    pass(request, response).catch((error: unknown) => answerError(response, error));
  };
};
