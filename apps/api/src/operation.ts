import type { AppRoute, ServerInferRequest, ServerInferResponses } from "@ts-rest/core";

type HeadersOf<Route extends AppRoute, Status> = Route["metadata"] extends { headers: infer Headers }
  ? Status extends keyof Headers
    ? { readonly headers?: { readonly [Name in keyof Headers[Status]]?: string } }
    : unknown
  : unknown;

type Answer<Route extends AppRoute> =
  ServerInferResponses<Route> extends infer Response
    ? Response extends { status: infer Status }
      ? Response & HeadersOf<Route, Status>
      : never
    : never;

/**
 * An operation of the contract: it takes what the route's schemas have read, and answers a status with its body and
 * with the header fields that the contract declares for that status. It knows nothing of Express.
 */
export type Operation<Route extends AppRoute> = (input: ServerInferRequest<Route>) => Promise<Answer<Route>>;
