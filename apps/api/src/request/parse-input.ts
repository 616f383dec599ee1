import type { IncomingHttpHeaders } from "node:http";
import {
  BASE_PATH,
  type CheckedPart,
  describeIssues,
  type ProblemEntry,
  readAttributeParameters,
  takesBody,
} from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import * as z from "zod";
import { AppError, invalidRequest, resourceNotFound } from "../errors.js";
import type { Input } from "../operation/operation.js";
import { unsupportedPreconditions } from "./unsupported-preconditions.js";

/** Checks the encoding first, because URLSearchParams decodes malformed sequences without reporting an error. */
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
  // URLSearchParams drops a leading `?`, but the query itself may start with one.
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
  /** The header fields; undefined if the response does not depend on them. */
  readonly headers?: IncomingHttpHeaders;
  /** Returns the parsed body. @throws AppError if the body cannot be parsed. */
  readonly readBody?: () => unknown;
};

/**
 * The refusal is a function, because the fast path leaves refusing to Express, and describing the issues takes time.
 */
type Parsed<Route extends AppRoute> =
  | { readonly input: Input<Route>; readonly refusal?: never }
  | { readonly input?: never; readonly refusal: () => AppError };

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

type Issue = z.core.$ZodIssue;
type Part = CheckedPart & { readonly data: unknown };

const noIssues: readonly Issue[] = [];

const isSchema = (schema: unknown): schema is z.ZodType => schema !== undefined && schema !== null;

const parsePart = (schema: unknown, value: unknown): Part => {
  if (!isSchema(schema)) return { schema, given: value, data: value, issues: noIssues };
  const { data, error } = schema.safeParse(value);
  return { schema, given: value, data, issues: error?.issues ?? noIssues };
};

/**
 * @param given - Undefined if the response does not depend on header fields, as for most reads. Then no field is
 * parsed, which takes no time.
 */
const parseHeaders = (schemas: AppRoute["headers"], given: IncomingHttpHeaders | undefined): Part => {
  const data: Record<string, unknown> = {};
  if (given === undefined) return { schema: undefined, given, data, issues: noIssues };
  const issues: Issue[] = [];
  for (const [name, schema] of Object.entries((schemas ?? {}) as Record<string, z.ZodType>)) {
    const parsed = parsePart(schema, given[name]);
    data[name] = parsed.data;
    for (const issue of parsed.issues) issues.push({ ...issue, path: [name] });
  }
  return { schema: schemas, given, data, issues };
};

const partsOf = (route: AppRoute, { target, headers, readBody }: RawInput) => {
  const start = target.indexOf("?");
  const [path, query] = start < 0 ? [target, ""] : [target.slice(0, start), target.slice(start + 1)];
  return {
    path: parsePart(route.pathParams, paramsOf(route, path)),
    header: parseHeaders(route.headers, headers),
    query: parsePart(route.query, readQuery(query)),
    body: takesBody(route)
      ? parsePart((route as { body: unknown }).body, readBody?.())
      : { schema: undefined, given: undefined, data: undefined, issues: noIssues },
  };
};

/**
 * Answers 404 to an invalid path parameter, as the published interface requires. But a PUT may create the resource that
 * its path names, so there the parameter counts as invalid input.
 */
const refusalOf = (
  route: AppRoute,
  unsupported: readonly ProblemEntry[],
  parts: ReturnType<typeof partsOf>,
): AppError => {
  const pathProblems = describeIssues("path", parts.path);
  if (pathProblems.length > 0 && route.method !== "PUT") return resourceNotFound(...pathProblems);
  return invalidRequest(
    ...unsupported,
    ...pathProblems,
    ...describeIssues("header", { ...parts.header, schema: z.object(route.headers as z.ZodRawShape | undefined) }),
    ...describeIssues("query", parts.query),
    ...describeIssues("body", parts.body),
  );
};

/** Checks a request of `/v1` against its route, for Express and for the fast path. */
export const parseInput = <Route extends AppRoute>(route: Route, raw: RawInput): Parsed<Route> => {
  try {
    const parts = partsOf(route, raw);
    const unsupported = unsupportedPreconditions(route, raw.headers ?? {});
    const { path, header, query, body } = parts;
    const isValid = unsupported.length === 0 && [path, header, query, body].every(({ issues }) => issues.length === 0);
    if (!isValid) return { refusal: () => refusalOf(route, unsupported, parts) };
    const input: object = { params: path.data, headers: header.data, query: query.data, body: body.data };
    // The type `Input` is inferred from the schemas that have parsed the parts.
    return { input: input as Input<Route> };
  } catch (error) {
    if (error instanceof AppError) return { refusal: () => error };
    throw error;
  }
};
