import type { IncomingHttpHeaders } from "node:http";
import { BASE_PATH, readAttributeParameters } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { z } from "zod";
import { AppError, invalidRequest } from "../errors.js";
import type { Input } from "../operation/operation.js";

/** Checks the encoding, because URLSearchParams decodes malformed sequences without an error. */
const checkPercentEncoding = (query: string): void => {
  if (!query.includes("%")) return;
  try {
    decodeURIComponent(query.replaceAll("+", " "));
  } catch {
    throw invalidRequest("query must be percent-encoded UTF-8");
  }
};

type Parameter = string | string[];

export const readQuery = (query: string | null): Record<string, Parameter | Record<string, Parameter>> => {
  checkPercentEncoding(query ?? "");
  // URLSearchParams drops one leading `?`, and the query itself may start with one.
  const parameters = new URLSearchParams(`?${query ?? ""}`);
  // The object has no prototype, so that `__proto__` is an ordinary name.
  const values: Record<string, Parameter> = Object.create(null);
  for (const [name, value] of parameters) {
    const known = values[name];
    if (known === undefined) values[name] = value;
    else if (typeof known === "string") values[name] = [known, value];
    else known.push(value);
  }
  return readAttributeParameters(values);
};

type RawInput = {
  readonly target: string;
  /** Undefined if the route's header fields are not to be parsed. */
  readonly headers?: IncomingHttpHeaders;
  /** @throws AppError for a body that cannot be parsed. */
  readonly readBody?: () => unknown;
};

type PathParameter = { readonly name: string; readonly at: number };

const parametersOf = ({ path }: AppRoute): PathParameter[] =>
  path.split("/").flatMap((segment, at) => (segment.startsWith(":") ? [{ name: segment.slice(1), at }] : []));

const parametersByRoute = new WeakMap<AppRoute, PathParameter[]>();

const paramsOf = (route: AppRoute, path: string) => {
  const parameters = parametersByRoute.get(route) ?? parametersOf(route);
  parametersByRoute.set(route, parameters);
  const segments = path.slice(BASE_PATH.length).split("/");
  const values: Record<string, string> = {};
  for (const { name, at } of parameters) values[name] = decodeURIComponent(segments[at] ?? "");
  return values;
};

const isSchema = (schema: unknown): schema is z.ZodType => schema !== undefined && schema !== null;

const parseAll = (route: AppRoute, { target, headers, readBody }: RawInput): object | undefined => {
  const start = target.indexOf("?");
  const [path, query] = start < 0 ? [target, ""] : [target.slice(0, start), target.slice(start + 1)];
  const parts: Record<string, unknown> = { headers: {} };
  const parse = (name: "params" | "query" | "body", schema: unknown, read: () => unknown): boolean => {
    if (!isSchema(schema)) return true;
    const parsed = schema.safeParse(read());
    parts[name] = parsed.data;
    return parsed.success;
  };
  const parseHeaders = (given: IncomingHttpHeaders): boolean => {
    const fields = Object.entries((route.headers ?? {}) as Record<string, z.ZodType>).map(
      ([name, schema]) => [name, schema.safeParse(given[name])] as const,
    );
    parts["headers"] = Object.fromEntries(fields.map(([name, { data }]) => [name, data]));
    return fields.every(([, { success }]) => success);
  };
  const isValid =
    (headers === undefined || parseHeaders(headers)) &&
    parse("params", route.pathParams, () => paramsOf(route, path)) &&
    parse("query", route.query, () => readQuery(query)) &&
    parse("body", "body" in route ? route.body : undefined, () => readBody?.());
  return isValid ? parts : undefined;
};

/** @returns Undefined for invalid input, which Express then reports. */
export const parseInput = <Route extends AppRoute>(route: Route, raw: RawInput): Input<Route> | undefined => {
  try {
    // `parseAll` uses the same schemas from which `Input` is inferred.
    return parseAll(route, raw) as Input<Route> | undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
