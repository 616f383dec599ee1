import type { PetStoreError } from "./errors.js";

/** The options of every request; none of it is sent. */
export interface RequestOptions {
  /** Ends the request, the key function and retries included, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Takes the place of the client's and the operation's. */
  readonly timeoutMs?: number | undefined;
  /** Takes the place of the client's. */
  readonly maxRetries?: number | undefined;
  /** More options of `fetch`, for example `keepalive`. */
  readonly fetchOptions?: Omit<RequestInit, "method" | "headers" | "body" | "signal"> | undefined;
}

/**
 * A response of a status that the contract declares. A later version of the service may add one, which then arrives here
 * too: an error of any status has `code` and `message` in its body.
 */
export interface Answer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
  /** The value of `X-Request-Id`: quote it when you report an error. */
  readonly requestId: string | null;
  /** The `Idempotency-Key` that was sent, or null. */
  readonly idempotencyKey: string | null;
  /** An earlier attempt, if its response was lost: the reason for a 412 may be that it was carried out. */
  readonly lostAttempt: PetStoreError | null;
}

/** An {@link Answer} with an `ETag`, for `If-Match` and `If-None-Match`. */
export interface TaggedAnswer<Status extends number, Body> extends Answer<Status, Body> {
  readonly etag: string;
}
