import { z } from "zod";

/**
 * Every `code` an error can bear, with its HTTP status, what it means and what a `message` reads like. The list is closed within `/v1`: codes may be
 * added for cases that a client must tell apart, none is ever renamed.
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    meaning: "The request breaks a rule; `message` names every place and rule.",
    example: "body.categoryId is required",
  },
  unauthorized: {
    status: 401,
    meaning: "The API key is missing or invalid.",
    example: "the API key in header Authorization is not valid",
  },
  forbidden: {
    status: 403,
    meaning: "The API key is valid, but its scope, or whose it is, does not allow this operation.",
    example: "this operation needs an API key of scope write",
  },
  not_found: {
    status: 404,
    meaning: "The path, or the resource it names, does not exist.",
    example: "there is no animal with id 123",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not know this method; `Allow` lists those it knows.",
    example: "this path knows the methods GET, HEAD, OPTIONS, POST",
  },
  not_acceptable: {
    status: 406,
    meaning: "`Accept` rules out `application/json`, the one media type there is.",
    example: "header Accept must allow application/json, the one media type there is",
  },
  request_timeout: {
    status: 408,
    meaning: "The request did not arrive in time.",
    example: "the request did not arrive in time",
  },
  conflict: {
    status: 409,
    meaning: "The request is at odds with the state of the resource.",
    example: "order 5 is delivered: no step leads on from there",
  },
  pet_reserved: {
    status: 409,
    meaning: "An open order holds the animal: its status belongs to the order, and it cannot be deleted.",
    example: "order 5 holds animal 123: take the order to its end or cancel it with PATCH /v1/orders/5",
  },
  pet_not_available: {
    status: 409,
    meaning: "The animal is not available, so that it cannot be ordered.",
    example:
      "body.petId names animal 123, which is pending: GET /v1/pets?status=available lists those that can be ordered",
  },
  category_not_found: {
    status: 409,
    meaning: "The `categoryId` names no category, and this service does not register unknown ones.",
    example: "body.categoryId names no category: there is none with id 99",
  },
  category_name_taken: {
    status: 409,
    meaning: "Another category has this name, ignoring case.",
    example: "body.name is taken: another category is called Dogs, ignoring case",
  },
  category_in_use: {
    status: 409,
    meaning: "Animals refer to the category.",
    example: "category 2 has animals: move them with POST /v1/categories/2/merge, or change them",
  },
  idempotency_key_in_use: {
    status: 409,
    meaning: "The first request with this `Idempotency-Key` is still under way; `Retry-After` says when to ask again.",
    example: "a request with this Idempotency-Key is still under way: send it again in a second",
  },
  precondition_failed: {
    status: 412,
    meaning: "The resource has changed since the `ETag` in `If-Match`.",
    example: "header If-Match has not the ETag that the animal has now: get it again",
  },
  payload_too_large: {
    status: 413,
    meaning: "The body is larger than this operation takes.",
    example: "body must be at most 102400 bytes",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "The body is not `application/json` in UTF-8.",
    example: "header Content-Type must be application/json, in UTF-8",
  },
  idempotency_key_reused: {
    status: 422,
    meaning: "The `Idempotency-Key` was used before, with another request.",
    example: "header Idempotency-Key was used with another method, path or body: take a fresh one for another request",
  },
  rate_limited: {
    status: 429,
    meaning: "Too many requests; `Retry-After` says when to come back.",
    example: "too many requests with this API key",
  },
  headers_too_large: {
    status: 431,
    meaning: "The request's header fields are too large.",
    example: "the header fields must be at most 16384 bytes in all",
  },
  internal_error: {
    status: 500,
    meaning: "A defect of the service; quote the `X-Request-Id` when you report it.",
    example: "the service failed; quote the X-Request-Id when you report it",
  },
  service_unavailable: {
    status: 503,
    meaning: "The service cannot answer now; try again after `Retry-After`.",
    example: "the service cannot answer now; try again in a moment",
  },
} as const satisfies Record<string, { status: number; meaning: string; example: string }>;

/** One of the closed list of error codes, see {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

const codeNames = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];
const codeList = codeNames.map((code) => `- \`${code}\` (${errorCodes[code].status}): ${errorCodes[code].meaning}`);

/** See {@link errorCodes}. */
export const ErrorCode = z
  .enum(codeNames)
  .meta({ id: "ErrorCode", description: `Machine-readable error code.\n\n${codeList.join("\n")}` });

/** The body of every error below `/v1`: these three fields and no other. */
export const ErrorBody = z
  .strictObject({
    code: ErrorCode,
    message: z.string().meta({ description: "Human-readable description: the place, the rule and the remedy." }),
    status: z.int().min(400).max(599).meta({ description: "The HTTP status code." }),
  })
  .meta({
    id: "Error",
    description: "What every error response carries.",
    examples: [{ code: "invalid_request", message: "body.categoryId is required", status: 400 }],
  });
/** See the schema of the same name. */
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An HTTP status that an error code stands for. */
export type ErrorStatus = (typeof errorCodes)[ErrorCode]["status"];

/** The error responses of a route, as ts-rest wants them: `errorResponses(400, 401)`. */
export const errorResponses = <Status extends ErrorStatus>(...statuses: Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, ErrorBody])) as Record<Status, typeof ErrorBody>;

/** The error statuses that any route with a key can answer with. */
export const commonErrors = [401, 406, 408, 429, 431, 500, 503] as const satisfies ErrorStatus[];
