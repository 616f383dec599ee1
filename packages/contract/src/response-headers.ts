import type { AppRoute } from "@ts-rest/core";
import { deprecationHeaders } from "./deprecation.js";
import { replayed } from "./idempotency.js";
import type { ResponseHeader } from "./metadata.js";
import { type ContractRoute, routeMetadata, takesBody, takesIdempotencyKey } from "./routes.js";

/** `idempotency-key`, as ts-rest and Node have it, in the letters that the RFCs write. */
export const headerName = (header: string): string => header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** The response headers that every answer below `/v1` bears. */
export const commonHeaders: Record<string, ResponseHeader> = {
  "X-Content-Type-Options": { description: "Always `nosniff`.", example: "nosniff" },
  "X-Request-Id": {
    description:
      "Names the request in the service's logs: the request's own `X-Request-Id` where that is 1 to 128 characters of `[A-Za-z0-9._-]`, else a fresh one.",
    example: "4f9d3c1e-0a57-4a3b-9a58-6f0f6a3f2b11",
  },
};

/** Headers that come with an error status, wherever it is answered. */
const errorHeaders: Record<string, Record<string, ResponseHeader>> = {
  401: {
    "WWW-Authenticate": {
      description: 'The challenge (RFC 6750 §3); with `error="invalid_token"` where a key was sent and is not valid.',
      example: 'Bearer realm="petstore"',
    },
  },
  403: {
    "WWW-Authenticate": {
      description: "The scope that is missing (RFC 6750 §3).",
      example: 'Bearer realm="petstore", error="insufficient_scope", scope="write"',
    },
  },
  415: {
    "Accept-Encoding": {
      description: "With a `Content-Encoding` that is refused: the one that is taken (RFC 9110 §15.5.16).",
      example: "identity",
    },
  },
  429: { "Retry-After": { description: "Seconds until the key may make requests again, at least 1.", example: "42" } },
  503: { "Retry-After": { description: "Seconds to wait before the next try.", example: "1" } },
};

/** Where an API key stands with its limit (draft-ietf-httpapi-ratelimit-headers-10). */
const rateLimitHeaders: Record<string, ResponseHeader> = {
  "RateLimit-Policy": {
    description:
      "How many requests (`q`) the API key may make in a window of `w` seconds. Absent where no limit is set.",
    example: '"default";q=6000;w=60',
    stability: "beta",
  },
  RateLimit: {
    description: "How many requests the API key may still make (`r`) in the `t` seconds until the window ends.",
    example: '"default";r=5999;t=60',
    stability: "beta",
  },
};

/** The headers of so many answers that the document describes each of them once. */
export const sharedHeaders: Record<string, ResponseHeader> = { ...commonHeaders, ...rateLimitHeaders };

/**
 * What the HTTP parser and the key check refuse is answered before the request is counted; a request whose body does not
 * arrive in time has been, and one that its operation itself forbids.
 */
const isCounted = (route: AppRoute, status: number) => {
  const { scope, statusMeanings } = routeMetadata(route);
  if (scope === null) return false;
  if (status === 408) return takesBody(route);
  if (status === 403) return statusMeanings?.[403] !== undefined;
  return status !== 401 && status !== 431;
};

/** The refusals that are stored with an `Idempotency-Key`: those of a request whose body was read. */
const storedRefusals = [400, 404, 409, 415];

const idempotencyHeaders = (route: AppRoute, status: number): Record<string, ResponseHeader> => {
  if (!takesIdempotencyKey(route)) return {};
  const retryAfter = {
    description: "With `idempotency_key_in_use`: seconds to wait before the next try.",
    example: "1",
    stability: "beta",
  } as const;
  // That the key is in use is no outcome, and is stored nowhere.
  const isStored = routeMetadata(route).codes?.[status]?.some((code) => code !== "idempotency_key_in_use") ?? true;
  return {
    ...(storedRefusals.includes(status) && isStored && { "Idempotent-Replayed": replayed }),
    ...(status === 409 && { "Retry-After": retryAfter }),
  };
};

/** The header fields that an answer of the route with this status may bear, beside those that every answer bears. */
export const responseHeadersOf = (route: AppRoute, status: number): Record<string, ResponseHeader> => {
  const { deprecation, headers = {} } = routeMetadata(route);
  // What the HTTP parser refuses has not got as far as its operation.
  const isParserError = status === 408 || status === 431;
  const deprecated = deprecation && !isParserError && deprecationHeaders(deprecation);
  return {
    ...errorHeaders[status],
    ...(deprecated && {
      Deprecation: {
        description: "Since when the operation is deprecated (RFC 9745).",
        example: deprecated.Deprecation,
      },
      Sunset: { description: "When the operation is removed (RFC 8594).", example: deprecated.Sunset },
      Link: { description: "What takes its place, and the page about it (RFC 8288).", example: deprecated.Link },
    }),
    ...idempotencyHeaders(route, status),
    ...(isCounted(route, status) && rateLimitHeaders),
    ...headers[status],
  };
};

/** The names of all header fields that answers of these routes may bear, for those who must list them (CORS). */
export const responseHeaderNames = (routes: readonly ContractRoute[]): string[] => {
  const names = routes.flatMap(({ route }) =>
    Object.keys(route.responses).flatMap((status) => Object.keys(responseHeadersOf(route, Number(status)))),
  );
  return [...new Set([...Object.keys(commonHeaders), ...names])].toSorted();
};
