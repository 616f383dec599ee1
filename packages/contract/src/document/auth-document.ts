import type { AppRoute } from "@ts-rest/core";
import { addressLimitExample, invalidRequestExample } from "./error-examples.js";
import type { ResponseHeader } from "../http/metadata.js";
import { legal, problemFact } from "./openapi-info.js";
import type { Dialect } from "./openapi-operation.js";
import { commonHeaders, varyOfErrors } from "../http/response-headers.js";
import { listRoutes } from "../http/routes.js";
import { authContract } from "../account/auth/contract.js";
import { type AuthErrorCode, authErrorCodes, AuthProblem } from "../account/auth/errors.js";
import { authRouteMetadata, MAX_AUTH_BODY_BYTES } from "../account/auth/metadata.js";

const sharedHeaders: Record<string, ResponseHeader> = {
  ...commonHeaders,
  "Cache-Control": { description: "Always `no-store`.", example: "no-store" },
};

const errorHeaders: Record<number, Record<string, ResponseHeader>> = {
  415: {
    "Accept-Encoding": {
      description: "The encoding that is accepted, if the `Content-Encoding` was refused (RFC 9110 §15.5.16).",
      example: "identity",
    },
  },
  429: { "Retry-After": { description: "Seconds until the next attempt, at least 1.", example: "42" } },
  503: { "Retry-After": { description: "Seconds until the next attempt.", example: "1" } },
};

const originMeaning = "`Origin` is not the service's own.";

/**
 * The codes of a route's 403: for a wrong `Origin` or role, for a proof that is too old, and for a missing second
 * factor.
 */
const forbiddenCodes = (route: AppRoute): AuthErrorCode[] => {
  const { caller, reauthentication, duringEnrolment } = authRouteMetadata(route);
  return [
    "forbidden",
    ...(reauthentication ? (["reauthentication_required"] as const) : []),
    ...(caller === "anybody" || duringEnrolment ? [] : (["second_factor_required"] as const)),
  ];
};

/** A POST below `/auth` needs the service's own `Origin`, and a route for owners needs the role of an owner. */
const meaningOfForbidden = (route: AppRoute): string[] => {
  const isGet = route.method === "GET";
  if (authRouteMetadata(route).caller !== "owner") return isGet ? [] : [originMeaning];
  return [isGet ? "The account is not an owner." : authErrorCodes.forbidden.meaning];
};

const forbiddenMeaning = (route: AppRoute): string => {
  const [, ...others] = forbiddenCodes(route);
  return [...meaningOfForbidden(route), ...others.map((code) => authErrorCodes[code].meaning)].join(" Or: ");
};

const firstCodeOf = (status: number) =>
  Object.entries(authErrorCodes)
    .filter(([, entry]) => entry.status === status)
    .map(([code]) => code)
    .slice(0, 1);

/** Tells whether only the HTTP parser or the limit by address sends this status, before a request reaches `/auth`. */
const isAnsweredBefore = (route: AppRoute, status: number): boolean => {
  if (status === 429) return authRouteMetadata(route).statusMeanings?.[429] === undefined;
  return status === 431 || (status === 408 && route.method === "GET");
};

/**
 * Returns the message of a route's error, as the service words it. The route may declare its own; otherwise the message
 * is derived from the route.
 */
const messageOf = (route: AppRoute, code: AuthErrorCode): string => {
  const { messages, caller } = authRouteMetadata(route);
  const derived: { readonly [Code in AuthErrorCode]?: () => string } = {
    invalid_request: () => invalidRequestExample(route),
    forbidden: () =>
      caller === "owner"
        ? authErrorCodes.forbidden.example
        : "header Origin must be https://pets.example; requests from other origins are refused",
    rate_limited: () => (isAnsweredBefore(route, 429) ? addressLimitExample : authErrorCodes.rate_limited.example),
  };
  return messages?.[code] ?? derived[code]?.() ?? authErrorCodes[code].example;
};

/** Describes the routes below `/auth` for the OpenAPI document. */
export const authDialect: Dialect = {
  problem: AuthProblem,
  errorCodes: authErrorCodes,
  messageOf: (route, code) => messageOf(route, code as AuthErrorCode),
  sharedHeaders,
  maxBodyBytesOf: () => MAX_AUTH_BODY_BYTES,
  betaMeaningOf: () => undefined,
  codesOf: (route, status) =>
    authRouteMetadata(route).codes?.[status] ?? (status === 403 ? forbiddenCodes(route) : firstCodeOf(status)),
  meaningOf: (route, status) => (status === 403 ? forbiddenMeaning(route) : undefined),
  headersOf: (route, status) => {
    const common = isAnsweredBefore(route, status) ? commonHeaders : sharedHeaders;
    const vary: Record<string, ResponseHeader> = status >= 400 ? { Vary: varyOfErrors } : {};
    return { ...common, ...vary, ...errorHeaders[status], ...authRouteMetadata(route).headers?.[status] };
  },
  routes: listRoutes(authContract),
  describeAccess: (route) => {
    const { caller, reauthentication } = authRouteMetadata(route);
    if (caller === "anybody") return { security: [] };
    return {
      security: [{ session: [] }],
      ...(caller === "owner" && { "x-required-role": "owner" }),
      ...(reauthentication && { "x-requires-reauthentication": true }),
    };
  },
};

const facts = [
  "Browsers sign in here; programs use API keys, below `/v1`. A signed-in page gets a key for `/v1` from `POST /auth/key`.",
  'A session is a cookie that no script can read. Send requests with `credentials: "same-origin"`.',
  "Every POST needs the `Origin` header of the service's own pages, which a browser adds by itself. There is no CORS.",
  "Every error has a JSON body of exactly `code`, `message` and `status`.",
  problemFact,
  "Unknown body fields and query parameters are answered with 400. Bodies are at most 10 KiB.",
  "`HEAD` works wherever `GET` does; `OPTIONS` answers 204 with `Allow`; another method on a known path is answered with 405.",
];

const extensions = [
  "`x-stability` of an operation or a parameter: always `beta`, which may still change.",
  "`x-required-role` of an operation: the role that the signed-in account needs.",
  "`x-requires-reauthentication` of an operation: `true` if the person must have proved who they are within 10 minutes.",
  "`x-extensible-enum` of a schema: the values of this version; later ones may have more.",
  "`x-internal` of a server: `true`, because only the store's own pages use it.",
];

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join("\n");

/** The document's `info`. */
export const describeAuthInfo = (version: string) => ({
  title: "Pet Store accounts",
  version,
  ...legal,
  description: `How staff sign in, and how owners manage accounts.\n\n${list(facts)}\n\nExtensions of OpenAPI:\n\n${list(extensions)}`,
});

/** The document's tags: one for each router of the contract. */
export const authTags = [
  { name: "sign-in", description: "Signing in and out, and one's own password." },
  { name: "invitations", description: "Choosing the first password, or one after a reset." },
  { name: "sessions", description: "The browsers that are signed in." },
  { name: "two-factor", description: "One's own authenticator app (TOTP) and its recovery codes." },
  { name: "passkeys", description: "One's own passkeys." },
  { name: "keys", description: "Short-lived keys for `/v1`." },
  { name: "users", description: "The accounts of staff, for owners." },
  { name: "presence", description: "The people who are editing a pet at this moment." },
];

/** How a browser authenticates: with the cookie of its session. */
export const authSecuritySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "petstore.session_token",
    description:
      "The session cookie, which `POST /auth/sign-in/email` sets; `__Host-petstore.session_token` over https.",
  },
};
