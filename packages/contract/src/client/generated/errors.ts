// Generated from the contract by `openapi:write`; a test fails while it differs from it.

import { PetStoreError } from "../errors.js";

/** 400: The request is invalid; `message` names each invalid field and its rule. */
export class InvalidRequestError extends PetStoreError {
  declare readonly code: "invalid_request";
}

/** 401: The API key is missing or invalid. */
export class UnauthorizedError extends PetStoreError {
  declare readonly code: "unauthorized";
}

/** 403: The API key is valid, but its scope or its account does not permit this operation. */
export class ForbiddenError extends PetStoreError {
  declare readonly code: "forbidden";
}

/** 403: The key belongs to a browser's session, and its person last proved who they are more than 10 minutes ago. API keys never get this. */
export class ReauthenticationRequiredError extends PetStoreError {
  declare readonly code: "reauthentication_required";
}

/** 404: The resource does not exist. */
export class NotFoundError extends PetStoreError {
  declare readonly code: "not_found";
}

/** 404: The path does not exist: the base URL or the path is wrong, and nothing is said about a resource. */
export class PathNotFoundError extends PetStoreError {
  declare readonly code: "path_not_found";
}

/** 405: The path does not support this method; `Allow` lists the supported methods. */
export class MethodNotAllowedError extends PetStoreError {
  declare readonly code: "method_not_allowed";
}

/** 406: `Accept` excludes `application/json`, the only media type available. */
export class NotAcceptableError extends PetStoreError {
  declare readonly code: "not_acceptable";
}

/** 408: The request did not arrive in time. */
export class RequestTimeoutError extends PetStoreError {
  declare readonly code: "request_timeout";
}

/** 409: The request conflicts with the current state of the resource. */
export class ConflictError extends PetStoreError {
  declare readonly code: "conflict";
}

/** 409: An open order reserves the pet: its status cannot be changed and it cannot be deleted. */
export class PetReservedError extends PetStoreError {
  declare readonly code: "pet_reserved";
}

/** 409: The pet is not available and cannot be ordered. */
export class PetNotAvailableError extends PetStoreError {
  declare readonly code: "pet_not_available";
}

/** 409: The category in `categoryId` does not exist, and this service does not register unknown categories. */
export class CategoryNotFoundError extends PetStoreError {
  declare readonly code: "category_not_found";
}

/** 409: A pet that the body names does not exist. */
export class PetNotFoundError extends PetStoreError {
  declare readonly code: "pet_not_found";
}

/** 409: A customer that the body names does not exist. */
export class CustomerNotFoundError extends PetStoreError {
  declare readonly code: "customer_not_found";
}

/** 409: Another resource of the same kind has this name, as people read it. */
export class NameTakenError extends PetStoreError {
  declare readonly code: "name_taken";
}

/** 409: Something still uses the resource, so it cannot be deleted. */
export class InUseError extends PetStoreError {
  declare readonly code: "in_use";
}

/** 409: The first request with this `Idempotency-Key` is still in progress; retry after `Retry-After`. */
export class IdempotencyKeyInUseError extends PetStoreError {
  declare readonly code: "idempotency_key_in_use";
}

/** 410: The events after this cursor are no longer kept, or the store was restored or has failed over since: read the catalogue again, then follow from `after=now`. */
export class CursorExpiredError extends PetStoreError {
  declare readonly code: "cursor_expired";
}

/** 412: `If-Match` does not match the current `ETag`: the resource has changed. Or it exists, which `If-None-Match: *` excludes. */
export class PreconditionFailedError extends PetStoreError {
  declare readonly code: "precondition_failed";
}

/** 413: The body exceeds the size limit of this operation. */
export class PayloadTooLargeError extends PetStoreError {
  declare readonly code: "payload_too_large";
}

/** 415: The body is not `application/json` in UTF-8. */
export class UnsupportedMediaTypeError extends PetStoreError {
  declare readonly code: "unsupported_media_type";
}

/** 422: The `Idempotency-Key` was already used for a different request. */
export class IdempotencyKeyReusedError extends PetStoreError {
  declare readonly code: "idempotency_key_reused";
}

/** 429: Too many requests; retry after `Retry-After`. */
export class RateLimitedError extends PetStoreError {
  declare readonly code: "rate_limited";
}

/** 431: The request's header fields are too large, or more than 128. */
export class HeadersTooLargeError extends PetStoreError {
  declare readonly code: "headers_too_large";
}

/** 500: An internal error; quote the `X-Request-Id` when you report it. */
export class InternalError extends PetStoreError {
  declare readonly code: "internal_error";
}

/** 503: The service is temporarily unavailable; retry after `Retry-After`. */
export class ServiceUnavailableError extends PetStoreError {
  declare readonly code: "service_unavailable";
}

/** The class of each error code. */
export const errorClasses = {
  invalid_request: InvalidRequestError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  reauthentication_required: ReauthenticationRequiredError,
  not_found: NotFoundError,
  path_not_found: PathNotFoundError,
  method_not_allowed: MethodNotAllowedError,
  not_acceptable: NotAcceptableError,
  request_timeout: RequestTimeoutError,
  conflict: ConflictError,
  pet_reserved: PetReservedError,
  pet_not_available: PetNotAvailableError,
  category_not_found: CategoryNotFoundError,
  pet_not_found: PetNotFoundError,
  customer_not_found: CustomerNotFoundError,
  name_taken: NameTakenError,
  in_use: InUseError,
  idempotency_key_in_use: IdempotencyKeyInUseError,
  cursor_expired: CursorExpiredError,
  precondition_failed: PreconditionFailedError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  rate_limited: RateLimitedError,
  headers_too_large: HeadersTooLargeError,
  internal_error: InternalError,
  service_unavailable: ServiceUnavailableError,
} as const;
