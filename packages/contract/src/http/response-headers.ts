import type { AppRoute } from "@ts-rest/core";
import { deprecationHeaders } from "./deprecation.js";
import { replayed } from "./idempotency.js";
import type { ResponseHeader } from "./metadata.js";
import { tellsOfPersons } from "./personal-routes.js";
import { type ContractRoute, patchMediaTypes, routeMetadata, takesBody, takesIdempotencyKey } from "./routes.js";

/**
 * Writes the name of a header as the standards capitalise it, such as `Idempotency-Key`. ts-rest and Node write it in
 * lower case.
 */
export const headerName = (header: string): string =>
  header.replace(/(^|-)(?:id$|[a-z])/g, (start) => start.toUpperCase());

/** Response headers of every response under `/v1`. */
export const commonHeaders: Record<string, ResponseHeader> = {
  "X-Content-Type-Options": { description: "Always `nosniff`.", example: "nosniff" },
  "X-Request-Id": {
    description:
      "Identifies the request in the service's logs: the request's own `X-Request-Id` if it is 1 to 128 characters of `[A-Za-z0-9._-]`, otherwise a new one.",
    example: "4f9d3c1e-0a57-4a3b-9a58-6f0f6a3f2b11",
  },
};

const errorHeaders: Record<string, Record<string, ResponseHeader>> = {
  401: {
    "WWW-Authenticate": {
      description: 'The challenge (RFC 6750 §3), with `error="invalid_token"` if the key that was sent is invalid.',
      example: 'Bearer realm="petstore"',
    },
  },
  403: {
    "WWW-Authenticate": {
      description: "The required scope (RFC 6750 §3).",
      example: 'Bearer realm="petstore", error="insufficient_scope", scope="write"',
    },
  },
  415: {
    "Accept-Encoding": {
      description: "The supported encoding, if `Content-Encoding` was refused (RFC 9110 §15.5.16).",
      example: "identity",
    },
  },
  429: { "Retry-After": { description: "Seconds until the next request is accepted, at least 1.", example: "42" } },
  503: { "Retry-After": { description: "Seconds to wait before retrying.", example: "1" } },
};

/** Response headers of a file that a browser saves. */
export const fileHeaders = (description: string, fileName: string): Record<string, ResponseHeader> => ({
  "Cache-Control": { description: "Always `private, no-store`.", example: "private, no-store", stability: "beta" },
  "Content-Disposition": { description, example: `attachment; filename="${fileName}"`, stability: "beta" },
});

/** RFC 5789 §3.1. */
const acceptPatch: Record<string, ResponseHeader> = {
  "Accept-Patch": {
    description: "The media types that the operation accepts, if `Content-Type` was refused (RFC 5789 §2.2).",
    example: patchMediaTypes.join(", "),
    stability: "beta",
  },
};

// draft-ietf-httpapi-ratelimit-headers-10
const rateLimitHeaders: Record<string, ResponseHeader> = {
  "RateLimit-Policy": {
    description: "Quota (`q`) of the API key in requests per window of `w` seconds. Absent if no limit is set.",
    example: '"default";q=6000;w=60',
    stability: "beta",
  },
  RateLimit: {
    description: "Requests that remain to the API key (`r`) until the window resets in `t` seconds.",
    example: '"default";r=5999;t=60',
    stability: "beta",
  },
};

const notStored: ResponseHeader = {
  description:
    "Always `no-store`: no cache may keep the response. A program may still send the `ETag` of what it has in its memory.",
  example: "no-store",
  stability: "beta",
};

/** Headers that the document describes only once, by the names of their components. */
export const sharedHeaders: Record<string, ResponseHeader> = {
  ...commonHeaders,
  ...rateLimitHeaders,
  "No-Store": notStored,
};

/**
 * The HTTP parser and authentication send their errors before the request is counted. The timeout of a body and the 403
 * of an operation come afterwards.
 */
const isCounted = (route: AppRoute, status: number) => {
  const { scope, statusMeanings } = routeMetadata(route);
  if (scope === null) return false;
  if (status === 408) return takesBody(route);
  if (status === 403) return statusMeanings?.[403] !== undefined;
  return status !== 401 && status !== 431;
};

/** The errors that can be stored for an `Idempotency-Key`: those that occur after the body was read. */
const storedErrors = [400, 404, 409, 410, 412, 415];

const idempotencyHeaders = (route: AppRoute, status: number): Record<string, ResponseHeader> => {
  if (!takesIdempotencyKey(route)) return {};
  const retryAfter = {
    description: "With `idempotency_key_in_use`: seconds to wait before retrying.",
    example: "1",
    stability: "beta",
  } as const;
  // An error that says that a key is in use is not an outcome, and is never stored.
  const isStored = routeMetadata(route).codes?.[status]?.some((code) => code !== "idempotency_key_in_use") ?? true;
  return {
    ...(storedErrors.includes(status) && isStored && { "Idempotent-Replayed": replayed }),
    ...(status === 409 && { "Retry-After": retryAfter }),
  };
};

/**
 * No cache may store data about people. Nor may it store data for administrators only, because that contains the names
 * of keys and recipients.
 */
export const isStored = (route: AppRoute): boolean => routeMetadata(route).scope !== "admin" && !tellsOfPersons(route);

/** The `Cache-Control` of every response of a route that is not {@link isStored}, errors included. */
const cacheControl = (route: AppRoute, status: number): Record<string, ResponseHeader> => {
  if (isStored(route)) return {};
  const own = routeMetadata(route).headers?.[status]?.["Cache-Control"];
  return own?.example?.includes("no-store") ? {} : { "Cache-Control": notStored };
};

/** Response headers of a route for one status, in addition to {@link commonHeaders}. */
export const responseHeadersOf = (route: AppRoute, status: number): Record<string, ResponseHeader> => {
  const { deprecation, headers = {} } = routeMetadata(route);
  // The HTTP parser fails before the service knows which operation the request is for.
  const isParserError = status === 408 || status === 431;
  const deprecated = deprecation && !isParserError && deprecationHeaders(deprecation);
  return {
    ...errorHeaders[status],
    ...(status === 415 && route.method === "PATCH" && acceptPatch),
    ...(deprecated && {
      Deprecation: {
        description: "When the operation was deprecated (RFC 9745).",
        example: deprecated.Deprecation,
      },
      Sunset: { description: "When the operation is removed (RFC 8594).", example: deprecated.Sunset },
      Link: {
        description: "The replacement, and the page about the deprecation (RFC 8288).",
        example: deprecated.Link,
      },
    }),
    ...idempotencyHeaders(route, status),
    ...(isCounted(route, status) && rateLimitHeaders),
    ...headers[status],
    // When a body does not arrive in time, the service already knows the operation.
    ...((!isParserError || (status === 408 && takesBody(route))) && cacheControl(route, status)),
  };
};

/** The names of all response headers of these routes, for CORS. */
export const responseHeaderNames = (routes: readonly ContractRoute[]): string[] => {
  const names = routes.flatMap(({ route }) =>
    Object.keys(route.responses).flatMap((status) => Object.keys(responseHeadersOf(route, Number(status)))),
  );
  return [...new Set([...Object.keys(commonHeaders), ...names])].toSorted();
};
