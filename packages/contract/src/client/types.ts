import type { PetStoreError } from "./errors.js";
import type { Problem } from "./problem.js";

/** The options of every request. None of them is sent to the service. */
export interface RequestOptions {
  /** Ends the request, including the key function and retries, with the signal's reason as the error. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the time limit of the client and of the operation. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the limit of the client. */
  readonly maxRetries?: number | undefined;
  /** More options of `fetch`, for example `keepalive`. */
  readonly fetchOptions?: Omit<RequestInit, "method" | "headers" | "body" | "signal"> | undefined;
}

/**
 * A response with a status that the contract declares. A later version of the service may add a status; its responses
 * arrive here too, and an error of any status has `code` and `message` in its body.
 */
export interface Answer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
  /** The value of `X-Request-Id`: quote it when you report an error. */
  readonly requestId: string | null;
  /** The `Idempotency-Key` that was sent, or null. */
  readonly idempotencyKey: string | null;
  /**
   * The error of an earlier attempt whose response was lost. If that attempt was carried out, it may be the reason for
   * a 412.
   */
  readonly lostAttempt: PetStoreError | null;
  /** What an error tells programs: each problem of the request, and what is in the way; null for a success. */
  readonly problem: Problem | null;
}

/** A change with at least one field. The service accepts an empty one, but it changes nothing. */
export type SomeOf<Change, Field extends keyof Change> = Pick<Change, Field> &
  ([Field] extends [never] ? "a change has at least one field" : unknown);

/** A page of a list, as `pages()` yields it. */
export type Paged<Page> = Page & {
  /**
   * The cursor of the next page, or null on the last one. It can be stored: a request with the same filters and
   * `sort`, and with it as `cursor`, continues there.
   */
  readonly nextCursor: string | null;
};

/** An {@link Answer} with an `ETag`, for `If-Match` and `If-None-Match`. */
export interface TaggedAnswer<Status extends number, Body> extends Answer<Status, Body> {
  readonly etag: string;
}
