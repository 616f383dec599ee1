import * as z from "zod";
import { BASE_PATH, contract } from "../contract.js";
import { errorExample } from "../document/error-examples.js";
import { describeIssues } from "../http/describe-issues.js";
import type { Scope } from "../http/metadata.js";
import { scopes } from "../http/metadata.js";
import { bodyMediaTypes, type ContractRoute, listRoutes, routeMetadata, takesBody } from "../http/routes.js";
import { readAttributeParameters } from "../pet/pet-query.js";
import { Failure } from "./failure.js";

/** A request that the contract accepts. */
export type Checked = {
  readonly one: ContractRoute;
  /** The path without `/v1`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly body: unknown;
};

const routes = listRoutes(contract).map((one) => ({ one, steps: one.route.path.split("/") }));

const parameters = (steps: readonly string[]) => steps.filter((step) => step.startsWith(":")).length;

/** Finds the route with the fewest parameters, because `/pets/export` takes precedence over `/pets/:petId`. */
const findRoute = (method: string, path: string): ContractRoute => {
  const given = path.split("/");
  const found = routes.filter(
    ({ steps }) => steps.length === given.length && steps.every((step, at) => step[0] === ":" || step === given[at]),
  );
  if (found.length === 0) throw new Failure("path_not_found");
  const [best] = found
    .filter(({ one }) => one.route.method === method)
    .toSorted((a, b) => parameters(a.steps) - parameters(b.steps));
  if (best !== undefined) return best.one;
  const methods = new Set<string>(found.map(({ one }) => one.route.method)).add("OPTIONS");
  if (methods.has("GET")) methods.add("HEAD");
  const allow = [...methods].toSorted().join(", ");
  throw new Failure("method_not_allowed", {
    message: `the method is not allowed; this path supports ${allow}`,
    headers: { Allow: allow },
  });
};

const checkKey = (one: ContractRoute, headers: Headers, own: Scope): void => {
  const { scope } = one.metadata;
  if (scope === null) return;
  const challenge = 'Bearer realm="petstore"';
  if (!/^Bearer ./.test(headers.get("authorization") ?? "")) {
    const detail = "header Authorization must be `Bearer <API_KEY>`";
    throw new Failure("unauthorized", {
      problems: [{ header: "Authorization", rule: "invalid", detail }],
      headers: { "WWW-Authenticate": challenge },
    });
  }
  if (scopes.indexOf(own) >= scopes.indexOf(scope)) return;
  const refused = `${challenge}, error="insufficient_scope", scope="${scope}"`;
  throw new Failure("forbidden", {
    message: `this operation requires an API key with scope ${scope}`,
    headers: { "WWW-Authenticate": refused },
  });
};

const readQuery = (search: URLSearchParams): Record<string, unknown> => {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of search) {
    const known = values[name];
    values[name] = known === undefined ? value : [known, value].flat();
  }
  return readAttributeParameters(values);
};

const wrongType = (one: ContractRoute): Failure => {
  const detail = errorExample(one.route, "unsupported_media_type");
  return new Failure("unsupported_media_type", { problems: [{ header: "Content-Type", rule: "invalid", detail }] });
};

const readBody = async (one: ContractRoute, request: Request): Promise<unknown> => {
  if (!takesBody(one.route)) return undefined;
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const own = routeMetadata(one.route).bodyTypes;
  const blob = await request.blob();
  const isEmpty = { pointer: "", rule: "invalid", detail: "body is required" };
  if (!(own ?? bodyMediaTypes(one.route.method)).includes(type)) throw wrongType(one);
  if (blob.size === 0) throw new Failure("invalid_request", { problems: [isEmpty] });
  if (own !== undefined) return blob;
  const text = await blob.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = `body must be valid JSON: ${(error as SyntaxError).message}`;
    throw new Failure("invalid_request", { problems: [{ pointer: "", rule: "invalid", detail }] });
  }
};

type Place = Parameters<typeof describeIssues>[0];

const parse = (place: Place, schema: unknown, given: unknown) => {
  if (!(schema instanceof z.ZodType)) return { data: given, problems: [] };
  const { data, error } = schema.safeParse(given);
  return { data, problems: error === undefined ? [] : describeIssues(place, { schema, given, issues: error.issues }) };
};

/**
 * Checks a request by the schemas of its route, in the order in which the service does.
 * @param answer - This function is called first. If it returns a response, the request is not checked.
 * @throws {Failure}
 */
export const checkRequest = async (
  request: Request,
  scope: Scope,
  answer: (one: ContractRoute) => Promise<Response | undefined>,
): Promise<Checked | Response> => {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.startsWith(`${BASE_PATH}/`)) throw new Failure("path_not_found");
  const path = pathname.slice(BASE_PATH.length);
  const one = findRoute(request.method, path);
  const own = await answer(one);
  if (own !== undefined) return own;
  checkKey(one, request.headers, scope);
  const { route } = one;
  const given = path.split("/").map(decodeURIComponent);
  const named = route.path.split("/").flatMap((step, at) => (step[0] === ":" ? [[step.slice(1), given[at]]] : []));
  const inPath = parse("path", route.pathParams, Object.fromEntries(named));
  const schemas = (route.headers ?? {}) as unknown as Readonly<Record<string, z.ZodType>>;
  const fields = Object.keys(schemas).flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const inHeaders = parse("header", z.object(schemas), Object.fromEntries(fields));
  const inQuery = parse("query", route.query, readQuery(searchParams));
  const sent = await readBody(one, request);
  const inBody = parse("body", sent instanceof Blob ? undefined : (route as { body?: unknown }).body, sent);
  if (inPath.problems.length > 0 && route.method !== "PUT") {
    const sentences = inPath.problems.map((problem) => (typeof problem === "string" ? problem : problem.detail));
    const message = `the resource does not exist: ${sentences.join("; ")}`;
    throw new Failure("not_found", { message, problems: inPath.problems });
  }
  const problems = [inPath, inHeaders, inQuery, inBody].flatMap((part) => part.problems);
  if (problems.length > 0) throw new Failure("invalid_request", { problems });
  const [params, query] = [inPath.data, inQuery.data] as [Checked["params"], Checked["query"]];
  return { one, path, params, query, headers: request.headers, body: inBody.data };
};
