import type { ProblemConflict, ProblemEntry } from "./generated/types.js";

type Failure = {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly idempotencyKey?: string | null;
  readonly operation?: string | null;
  readonly path?: string | null;
  readonly errors?: readonly ProblemEntry[];
  readonly conflict?: ProblemConflict | null;
  readonly cause?: unknown;
};

/**
 * Turns `pet_reserved` into `PetReservedError`. The name of the class itself cannot be used, because minifiers change
 * it.
 */
const nameOf = (code: string) =>
  `_${code.replace(/_error$/, "")}_error`.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A request that failed. Each error code has a subclass, such as `NotFoundError`. */
export class PetStoreError extends Error {
  /** The service's code, or `connection_error`, `timeout` or `unexpected_response`. */
  readonly code: string;
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number;
  /** The value of `X-Request-Id`. */
  readonly requestId: string | null;
  /** The seconds of `Retry-After`. */
  readonly retryAfter: number | null;
  /**
   * The `Idempotency-Key` that was sent, or null. If you send the same request with the same key again, it does not run
   * twice: it returns the outcome of the first attempt that was carried out.
   */
  readonly idempotencyKey: string | null;
  /** The operation that failed, such as `getPet`. */
  readonly operation: string | null;
  /** The path of the request without its query, such as `/v1/pets/123`. */
  readonly path: string | null;
  /** Each problem of the request: its place, the rule that is broken, and what was sent; empty if there is none. */
  readonly errors: readonly ProblemEntry[];
  /** What is in the way of the request, such as the order that reserves a pet; otherwise null. */
  readonly conflict: ProblemConflict | null;

  constructor(failure: Failure) {
    const { code, message, status = 0, requestId = null, retryAfter = null, idempotencyKey = null, cause } = failure;
    const { operation = null, path = null, errors = [], conflict = null } = failure;
    super(message, cause === undefined || cause === null ? undefined : { cause });
    this.name = nameOf(code);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.idempotencyKey = idempotencyKey;
    this.operation = operation;
    this.path = path;
    this.errors = errors;
    this.conflict = conflict;
  }
}

/** No response arrived, or only a part of one: the request may have been carried out. `cause` is the error of `fetch`. */
export class ConnectionError extends PetStoreError {
  declare readonly code: "connection_error";
}

/** No complete response arrived within `timeoutMs`: the request may have been carried out, unless `apiKey` gave no key. */
export class TimeoutError extends PetStoreError {
  declare readonly code: "timeout";
}

/**
 * A response that the service did not send, for example that of a proxy; a redirect; or a response that `validate`
 * refused.
 */
export class UnexpectedResponseError extends PetStoreError {
  declare readonly code: "unexpected_response";
}
