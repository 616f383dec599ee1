import { BASE_PATH, isLoggable } from "@petstore/contract/routes";
import { redactApiKeys } from "../errors.js";
import type { GateRoute, RequestContext } from "../request/request-context.js";
import { findPath } from "./route-table.js";

const REDACTED = "[redacted]";

type Route = GateRoute["route"];

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
};

/** The name is decoded first, because `%71=` means `q=`. */
const redactParameter = (route: Route | undefined, parameter: string): string => {
  const end = parameter.indexOf("=");
  // A part without `=` looks like the name of a parameter, but a person may have typed it.
  if (end < 0) return parameter === "" ? "" : REDACTED;
  const name = decode(parameter.slice(0, end));
  const isShown = route !== undefined && name !== undefined && isLoggable(route, "query", name);
  return isShown ? parameter : `${parameter.slice(0, end + 1)}${REDACTED}`;
};

const redactPath = (route: Route | undefined, path: string): string => {
  const pattern = route === undefined ? [] : `${BASE_PATH}${route.path}`.split("/");
  const segments = path.split("/");
  if (route === undefined || pattern.length !== segments.length) return path;
  const isShown = (step: string) => !step.startsWith(":") || isLoggable(route, "path", step.slice(1));
  return segments.map((segment, at) => (isShown(pattern[at] ?? "") ? segment : REDACTED)).join("/");
};

/**
 * Hides the whole query except the parameters that the route declares and that the contract does not mark as personal.
 * If the URL contains a key, it is logged in decoded form, because percent-encoding may have hidden the key.
 * @param route - Undefined outside `/v1`, and if no route has the path.
 */
export const redactUrl = (given: string, route: Route | undefined): string => {
  const [, origin = "", target = ""] = /^([a-z]+:\/\/[^/?]*)?([^]*)$/i.exec(given) ?? [];
  const start = target.includes("?") ? target.indexOf("?") : target.length;
  const parameters = target.slice(start + 1).split("&");
  const query = start === target.length ? "" : `?${parameters.map((one) => redactParameter(route, one)).join("&")}`;
  const url = `${origin}${redactPath(route, target.slice(0, start))}${query}`;
  const decoded = url.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const redacted = redactApiKeys(decoded);
  return redacted === decoded ? url : redacted;
};

/** Returns the route of a request or, if there is none, a route with the same path and another method. */
export const routeOfUrl = ({ route, url }: RequestContext): Route | undefined => {
  if (route !== undefined) return route.route;
  const [other] = findPath(url.split("?", 1)[0] ?? "")?.routes.values() ?? [];
  return other?.route;
};
