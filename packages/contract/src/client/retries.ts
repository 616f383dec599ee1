import type { Route } from "./route.js";

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
/** A service that asks for a longer wait has its answer returned. */
const MAX_RETRY_AFTER_S = 60;

/** `Retry-After` in seconds (RFC 9110 §10.2.3). */
export const readRetryAfter = (headers: Headers): number | null => {
  const text = headers.get("retry-after");
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
};

/** Exponential, between half of the step and all of it, so that clients which failed together do not return together. */
const backoffMs = (retries: number) =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries) * (1 + Math.random()) * 0.5;

/** The repeat of a change that was carried out would be refused with 412, as if somebody else had made it. */
const hasPrecondition = (headers: Headers) => headers.has("if-match") || headers.has("if-none-match");

/**
 * Whether a request may be sent again when nobody knows if it was carried out: one that has the same effect twice (RFC
 * 9110 §9.2.2), or an `Idempotency-Key`.
 */
export const isRepeatable = ({ method }: Route, headers: Headers): boolean =>
  method === "GET" ||
  headers.has("idempotency-key") ||
  (["PUT", "DELETE"].includes(method) && !hasPrecondition(headers));

/** @returns How long to wait before sending the request again; undefined: the response stands. */
export const waitAfter = (
  { status, headers }: Response,
  { retries, isRepeatable, isKeyed }: { retries: number; isRepeatable: boolean; isKeyed: boolean },
): number | undefined => {
  const seconds = readRetryAfter(headers);
  // With 503 the outcome may be unknown; 502 and 504 are a proxy's.
  const isUnsure = isRepeatable && [502, 503, 504].includes(status);
  // The first attempt, whose response was lost, is still in progress: idempotency_key_in_use.
  const isInProgress = isKeyed && status === 409 && seconds !== null;
  if (status !== 429 && !isUnsure && !isInProgress) return undefined;
  if (seconds === null) return backoffMs(retries);
  return seconds > MAX_RETRY_AFTER_S ? undefined : seconds * 1_000 + backoffMs(0);
};

export const waitAfterFailure = backoffMs;
