/** Of every request; none of it is sent. */
export interface RequestOptions {
  /** Ends the request, retries included, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's. */
  readonly timeoutMs?: number | undefined;
  /** In place of the client's. */
  readonly maxRetries?: number | undefined;
  /** More options of `fetch`, for example `keepalive`. */
  readonly fetchOptions?: Omit<RequestInit, "method" | "headers" | "body" | "signal"> | undefined;
}

/** A response of a status that the contract declares. */
export interface Answer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
  /** Of `X-Request-Id`: quote it when you report an error. */
  readonly requestId: string | null;
}

/** An {@link Answer} with an `ETag`, for `If-Match` and `If-None-Match`. */
export interface TaggedAnswer<Status extends number, Body> extends Answer<Status, Body> {
  readonly etag: string;
}
