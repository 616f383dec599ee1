import type { Route } from "./route.js";

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
/**
 * If the service asks for a longer wait, the client returns the response instead. With unlimited retries it waits, but
 * at most an hour.
 */
const MAX_RETRY_AFTER_S = 60;
const MAX_ENDLESS_RETRY_AFTER_S = 3_600;

/** `Retry-After` in seconds (RFC 9110 §10.2.3). */
export const readRetryAfter = (headers: Headers): number | null => {
  const text = headers.get("retry-after");
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
};

/**
 * The pause grows exponentially. It is random between half of the step and all of it, so that clients that failed
 * together do not all retry at the same moment.
 */
const backoffMs = (retries: number) =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries) * (1 + Math.random()) * 0.5;

/**
 * Tells whether a request may be sent again when it is unknown whether it was carried out. It may if its method is
 * idempotent (RFC 9110 §9.2.2), if it has an `Idempotency-Key`, or if it changes only a resource with a certain `ETag`.
 * `If-Match: *` does not count, because it matches any.
 */
export const isRepeatable = ({ method }: Route, headers: Headers): boolean =>
  ["GET", "PUT", "DELETE"].includes(method) ||
  headers.has("idempotency-key") ||
  (method === "PATCH" && !["*", null].includes(headers.get("if-match")));

/**
 * The statuses after which it is unknown whether the request was carried out. 502 and 504 come from a proxy, and the
 * others may come from one too.
 */
const UNSURE: readonly number[] = [408, 500, 502, 503, 504];

/** Tells whether the first request with this key is still running: `idempotency_key_in_use`. */
export const isInProgress = ({ status, retryAfter }: Ended, isKeyed: boolean): boolean =>
  isKeyed && status === 409 && retryAfter !== null;

/** The result of an attempt that has ended. `isLost` is true if it ended without a response. */
export type Ended = { readonly status: number; readonly retryAfter: number | null; readonly isLost: boolean };

/** @returns How long to wait before the request is sent again; undefined if it must not be sent again. */
export const waitAfter = (
  ended: Ended,
  {
    retries,
    isRepeatable,
    isKeyed,
    isEndless,
  }: { retries: number; isRepeatable: boolean; isKeyed: boolean; isEndless: boolean },
): number | undefined => {
  const { status, retryAfter, isLost } = ended;
  const isUnsure = isRepeatable && (isLost || UNSURE.includes(status));
  if (status !== 429 && !isUnsure && !isInProgress(ended, isKeyed)) return undefined;
  if (retryAfter === null) return backoffMs(retries);
  if (retryAfter > MAX_RETRY_AFTER_S && !isEndless) return undefined;
  return Math.min(MAX_ENDLESS_RETRY_AFTER_S, retryAfter) * 1_000 + backoffMs(0);
};
