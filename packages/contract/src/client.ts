import type { AppRoute, AppRouter, ClientInferRequest, ClientInferResponses } from "@ts-rest/core";
import type { z } from "zod";
import type { authContract } from "./auth/contract.js";
import { authRoutes, v1Routes } from "./client-routes.js";
import type { contract } from "./contract.js";

// At run time the client loads client-routes.ts only: a bundle holds no schemas, descriptions or examples.

/** ts-rest infers no header fields from zod 4. */
type RequestHeaders<Route> = Route extends { headers: infer Headers }
  ? {
      readonly headers?: {
        readonly [Name in keyof Headers]?: Headers[Name] extends z.ZodType ? z.input<Headers[Name]> : never;
      };
    }
  : unknown;

type Query<Route> = Route extends { query: infer Parameters extends z.ZodType }
  ? Record<string, never> extends z.input<Parameters>
    ? { readonly query?: z.input<Parameters> }
    : { readonly query: z.input<Parameters> }
  : unknown;

type Body<Route> = Route extends { body: infer Schema extends z.ZodType }
  ? { readonly body: z.input<Schema> }
  : unknown;

type Params<Route extends AppRoute> =
  ClientInferRequest<Route> extends { params: infer Values } ? { readonly params: Values } : unknown;

type Arguments<Route extends AppRoute> = Params<Route> &
  Body<Route> &
  RequestHeaders<Route> &
  Query<Route> & {
    /** Options of `fetch`, for example `signal`. */
    readonly fetchOptions?: Omit<RequestInit, "method" | "headers" | "body">;
  };

/** An operation as a client calls it: its argument is optional if all parts of it are. */
type Call<Route extends AppRoute> = (
  ...given: object extends Arguments<Route> ? [Arguments<Route>?] : [Arguments<Route>]
) => Promise<ClientInferResponses<Route>>;

/** The operations of a router as a client calls them, by name. */
export type Client<Routes extends AppRouter> = {
  readonly [Name in keyof Routes]: Routes[Name] extends AppRoute
    ? Call<Routes[Name]>
    : Routes[Name] extends AppRouter
      ? Client<Routes[Name]>
      : never;
};

type Options = {
  readonly baseUrl: string;
  readonly getHeaders?: () => Promise<Readonly<Record<string, string>>>;
  readonly credentials?: RequestCredentials;
};

type Input = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly fetchOptions?: RequestInit;
};

/** A parameter with several values is repeated: `id=1&id=2`. */
const writeQuery = (query: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, `${one as string | number | boolean}`]])),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};

const writePath = (path: string, params: Readonly<Record<string, string | number>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

const isPresent = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined;

/** A body that is not JSON, such as CSV, is a string. */
const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  const isText = response.headers.get("content-type")?.startsWith("text/") ?? false;
  if (isText) return text;
  return text === "" ? undefined : JSON.parse(text);
};

/** @param line - Of client-routes.ts: method, path and statuses. */
const createCall = (line: string, { baseUrl, getHeaders = async () => ({}), credentials }: Options) => {
  const [method = "", path = "", ...statuses] = line.split(" ");
  return async ({ params = {}, query = {}, body, fetchOptions, ...input }: Input = {}) => {
    const given = Object.entries({ ...(await getHeaders()), ...input.headers }).filter(isPresent);
    const contentType: [string, string][] = body === undefined ? [] : [["content-type", "application/json"]];
    const response = await fetch(baseUrl + writePath(path, params) + writeQuery(query), {
      ...(credentials && { credentials }),
      ...fetchOptions,
      method,
      headers: [...contentType, ...given],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!statuses.includes(String(response.status))) {
      throw new Error(`${method} ${path} answered ${response.status}, which is not in the contract.`);
    }
    return { status: response.status, body: await readBody(response), headers: response.headers };
  };
};

type RouteLines = { readonly [name: string]: string | RouteLines };

const createCalls = (routes: RouteLines, options: Options): object =>
  Object.fromEntries(
    Object.entries(routes).map(([name, entry]) => [
      name,
      typeof entry === "string" ? createCall(entry, options) : createCalls(entry, options),
    ]),
  );

/** An API key, or a function that is called before each request: for keys that expire while the client lives. */
export type ApiKeySource = string | (() => Promise<string>);

/**
 * A typed client of the interface below `/v1`, over `fetch`. Each operation resolves to `{status, body, headers}` for
 * every status that the contract declares. It rejects if no response arrives, or one with an undeclared status.
 * @param baseUrl - The address of the service, ending in `/v1`.
 * @param apiKey - Sent as `Authorization: Bearer`. If it is a function that rejects, the operation rejects with the
 * same error and sends nothing.
 */
export const createClient = ({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: ApiKeySource;
}): Client<typeof contract> => {
  const getHeaders = async () => ({
    authorization: `Bearer ${typeof apiKey === "string" ? apiKey : await apiKey()}`,
  });
  return createCalls(v1Routes, { baseUrl, getHeaders }) as Client<typeof contract>;
};

/** A typed client of the routes below `/auth`, for pages of the service's own origin; see {@link createClient}. */
export const createAuthClient = ({ baseUrl }: { baseUrl: string }): Client<typeof authContract> =>
  createCalls(authRoutes, { baseUrl, credentials: "same-origin" }) as Client<typeof authContract>;
