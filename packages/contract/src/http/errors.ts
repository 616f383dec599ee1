import type * as z from "zod";
import { type CodeEntry, ERRORS_PATH } from "./documentation-pages.js";
import { errorSchemas } from "./error-schemas.js";

/**
 * The error codes in this version. A case that clients must distinguish gets a new code, and no code is ever renamed.
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    meaning: "The request is invalid; `message` names each invalid field and its rule.",
    example: "body.categoryId is required",
  },
  unauthorized: {
    status: 401,
    meaning: "The API key is missing or invalid.",
    example: "the API key is invalid, expired or revoked; send a valid one",
  },
  forbidden: {
    status: 403,
    meaning: "The API key is valid, but its scope or its account does not permit this operation.",
    example: "this operation requires an API key with scope write",
  },
  reauthentication_required: {
    status: 403,
    meaning:
      "The key belongs to a browser's session, and its person last proved who they are more than 10 minutes ago. API keys never get this.",
    example: "this operation requires a recent proof of who you are; send POST /auth/reauthenticate, then repeat it",
  },
  not_found: {
    status: 404,
    meaning: "The resource does not exist.",
    example: "there is no pet with id 123",
  },
  path_not_found: {
    status: 404,
    meaning: "The path does not exist: the base URL or the path is wrong, and nothing is said about a resource.",
    example:
      "the path does not exist; check that the base URL ends with /v1, and look for the path in GET /v1/openapi.json",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not support this method; `Allow` lists the supported methods.",
    example: "the method is not allowed; this path supports GET, HEAD, OPTIONS, POST",
  },
  not_acceptable: {
    status: 406,
    meaning: "`Accept` excludes `application/json`, the only media type available.",
    example: "header Accept must allow application/json, the only media type available",
  },
  request_timeout: {
    status: 408,
    meaning: "The request did not arrive in time.",
    example: "the request did not arrive in time; send it again",
  },
  conflict: {
    status: 409,
    meaning: "The request conflicts with the current state of the resource.",
    example: "order 5 is delivered; this status is final",
  },
  pet_reserved: {
    status: 409,
    meaning: "An open order reserves the pet: its status cannot be changed and it cannot be deleted.",
    example: "order 5 reserves pet 123; complete or cancel the order with PATCH /v1/orders/5",
  },
  pet_not_available: {
    status: 409,
    meaning: "The pet is not available and cannot be ordered.",
    example:
      "body.petId refers to pet 123, which is pending; GET /v1/pets?status=available lists the pets that can be ordered",
  },
  category_not_found: {
    status: 409,
    meaning: "The category in `categoryId` does not exist, and this service does not register unknown categories.",
    example: "body.categoryId refers to category 99, which does not exist",
  },
  pet_not_found: {
    status: 409,
    meaning: "A pet that the body names does not exist.",
    example: "body.petId refers to pet 123, which does not exist",
  },
  customer_not_found: {
    status: 409,
    meaning: "A customer that the body names does not exist.",
    example: "body.customerId refers to customer 7, which does not exist",
  },
  name_taken: {
    status: 409,
    meaning: "Another resource of the same kind has this name, as people read it.",
    example: "body.name is taken by category 2; choose another name",
  },
  in_use: {
    status: 409,
    meaning: "Something still uses the resource, so it cannot be deleted.",
    example: "pet 123 is in category 2; move its pets with POST /v1/categories/2/merge first",
  },
  idempotency_key_in_use: {
    status: 409,
    meaning: "The first request with this `Idempotency-Key` is still in progress; retry after `Retry-After`.",
    example: "a request with this Idempotency-Key is still in progress; retry in a second",
  },
  cursor_expired: {
    status: 410,
    meaning:
      "The events after this cursor are no longer kept, or the store was restored or has failed over since: read the catalogue again, then follow from `after=now`.",
    example:
      "query.after has expired: take next of GET /v1/events?after=now, read the catalogue again, then follow from there",
  },
  precondition_failed: {
    status: 412,
    meaning:
      "`If-Match` does not match the current `ETag`: the resource has changed. Or it exists, which `If-None-Match: *` excludes.",
    example: "If-Match does not match the current ETag; fetch the pet again",
  },
  payload_too_large: {
    status: 413,
    meaning: "The body exceeds the size limit of this operation.",
    example: "body must be at most 102400 bytes",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "The body is not `application/json` in UTF-8.",
    example: "header Content-Type must be application/json in UTF-8",
  },
  idempotency_key_reused: {
    status: 422,
    meaning: "The `Idempotency-Key` was already used for a different request.",
    example: "this Idempotency-Key was used with a different method, path or body; use a new key for a new request",
  },
  rate_limited: {
    status: 429,
    meaning: "Too many requests; retry after `Retry-After`.",
    example: "too many requests with this API key: at most 6000 per minute; see Retry-After",
  },
  headers_too_large: {
    status: 431,
    meaning: "The request's header fields are too large, or more than 128.",
    example: "the header fields must be at most 16384 bytes in total",
  },
  internal_error: {
    status: 500,
    meaning: "An internal error; quote the `X-Request-Id` when you report it.",
    example: "internal error; quote the X-Request-Id when you report it",
  },
  service_unavailable: {
    status: 503,
    meaning: "The service is temporarily unavailable; retry after `Retry-After`.",
    example: "the service is temporarily unavailable; try again in a moment",
  },
} as const satisfies Record<string, { status: number; meaning: string; example: string }>;

/** One of the error codes of this version, see {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** Codes of the stable document that no operation returns any more. Only operations in beta ever returned them. */
export const retiredErrorCodes = {
  category_name_taken: {
    status: 409,
    meaning: "Another category has this name, ignoring case.",
    example: "body.name is taken: another category is named Dogs, ignoring case; choose another name",
    successor: "name_taken",
  },
  category_in_use: {
    status: 409,
    meaning: "The category still has pets.",
    example: "category 2 has pets; move them with POST /v1/categories/2/merge first",
    successor: "in_use",
  },
} as const satisfies Record<string, CodeEntry & { readonly successor: ErrorCode }>;

const unpublished: ReadonlySet<string> = new Set<ErrorCode>([
  "path_not_found",
  "pet_not_found",
  "customer_not_found",
  "name_taken",
  "in_use",
]);

/** The error codes as the stable document was published: without later codes, and with the meanings of that time. */
export const publishedErrorCodes: Readonly<Record<string, CodeEntry>> = Object.fromEntries(
  Object.entries<CodeEntry>({
    ...errorCodes,
    not_found: { ...errorCodes.not_found, meaning: "The path or the resource does not exist." },
  })
    .filter(([code]) => !unpublished.has(code))
    .flatMap((entry) => (entry[0] === "category_not_found" ? [entry, ...Object.entries(retiredErrorCodes)] : [entry])),
);

const schemas = errorSchemas(errorCodes, ERRORS_PATH, {
  description: "Human-readable description: what is wrong, then what to do.",
  examples: ["body.categoryId is required"],
});

/** See {@link errorCodes}. */
export const ErrorCode = schemas.code;

type ErrorShape = typeof schemas.body;
/** The type of the schema. It has a name, because each route has it for each status of an error. */
export interface ErrorSchema extends ErrorShape {}
/** The body of every error under `/v1`: exactly these three fields. */
export const ErrorBody: ErrorSchema = schemas.body;
/** See the schema of the same name. */
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The body of an error for a request that prefers `application/problem+json` (RFC 9457). */
export const Problem = schemas.problem;
/** See the schema of the same name. */
export type Problem = z.infer<typeof Problem>;

/** The HTTP status of an error code. */
export type ErrorStatus = (typeof errorCodes)[ErrorCode]["status"];

/** The `responses` entries for error statuses: `errorResponses(400, 401)`. */
export const errorResponses = <Status extends ErrorStatus>(...statuses: Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, ErrorBody])) as Record<Status, ErrorSchema>;

/** The error statuses of every route that requires an API key. */
export const commonErrors = [401, 406, 408, 429, 431, 500, 503] as const satisfies ErrorStatus[];

/**
 * A further meaning of 403. It applies to routes whose effect lasts longer than the session of the caller, and to
 * routes that return data for good or erase something for good.
 */
export const stepUp =
  "Or the key belongs to a browser's session (`POST /auth/key`) whose person last proved who they are more than 10 minutes ago.";

/** The error codes of the 403 with that further meaning. */
export const stepUpCodes = ["forbidden", "reauthentication_required"] as const satisfies ErrorCode[];
