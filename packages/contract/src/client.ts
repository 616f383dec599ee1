import {
  type AppRoute,
  type AppRouter,
  type ClientInferRequest,
  type ClientInferResponses,
  initClient,
  tsRestFetchApi,
} from "@ts-rest/core";
import type { z } from "zod";
import { contract } from "./contract.js";

/** A parameter with several values stands once for each, as the interface has it; ts-rest would write `id[0]=`. */
const writeQuery = (path: string, query: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, `${one as string | number | boolean}`]])),
  );
  return `${path.split("?", 1)[0]}${pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`}`;
};

/** What ts-rest would infer of header fields, if it knew zod 4. */
type RequestHeaders<Route> = Route extends { headers: infer Headers }
  ? {
      readonly headers?: {
        readonly [Name in keyof Headers]?: Headers[Name] extends z.ZodType ? z.input<Headers[Name]> : never;
      };
    }
  : unknown;

/** A query may be left out where all of its parameters may. */
type Query<Route> = Route extends { query: infer Parameters extends z.ZodType }
  ? Record<string, never> extends z.input<Parameters>
    ? { readonly query?: z.input<Parameters> }
    : { readonly query: z.input<Parameters> }
  : unknown;

type Arguments<Route extends AppRoute> = Omit<ClientInferRequest<Route>, "headers" | "query"> &
  RequestHeaders<Route> &
  Query<Route>;

/** An operation as a client calls it: what it takes may be left out where all of it may. */
type Call<Route extends AppRoute> = (
  ...given: object extends Arguments<Route> ? [Arguments<Route>?] : [Arguments<Route>]
) => Promise<ClientInferResponses<Route>>;

/** The operations of a router as a client calls them, by their names. */
export type Client<Routes extends AppRouter> = {
  readonly [Name in keyof Routes]: Routes[Name] extends AppRoute
    ? Call<Routes[Name]>
    : Routes[Name] extends AppRouter
      ? Client<Routes[Name]>
      : never;
};

/**
 * A typed client of the interface, over `fetch`. Each operation resolves to `{status, body, headers}` for every status
 * the contract declares; it rejects only where no answer arrived, or one that the contract does not know.
 * @param baseUrl - The address of the service, ending in `/v1`.
 * @param apiKey - Sent as `Authorization: Bearer`.
 */
export const createClient = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Client<typeof contract> =>
  initClient(contract, {
    baseUrl,
    baseHeaders: { authorization: `Bearer ${apiKey}` },
    throwOnUnknownStatus: true,
    api: (request) =>
      tsRestFetchApi({
        ...request,
        path: writeQuery(request.path, (request.rawQuery ?? {}) as Readonly<Record<string, unknown>>),
      }),
  }) as unknown as Client<typeof contract>;
