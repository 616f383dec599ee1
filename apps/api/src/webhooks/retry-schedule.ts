import { MAX_ATTEMPTS } from "@petstore/contract/routes";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pauses between two attempts: ten attempts take about 75 hours. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Each delay varies by up to a tenth, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER = DAY;

/** Failures in a row after which an endpoint pauses. */
export const PAUSE_AFTER = 10;
const LONGEST_PROBE_DELAY = HOUR;
/** A paused endpoint is disabled after this time without a success. */
export const GIVE_UP_AFTER = 5 * DAY;
/** How long one answer may hold back all other requests to its endpoint. */
export const LONGEST_HOLD = HOUR;

/** Returns the milliseconds that `Retry-After` (RFC 9110 §10.2.3) asks for, at most a day; 0 if it asks for nothing. */
export const retryAfterMs = (field: string | undefined, now: Date): number => {
  if (field === undefined) return 0;
  const ms = /^\d{1,9}$/.test(field) ? Number(field) * SECOND : Date.parse(field) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER);
};

/** @param attempts - The number of failed attempts. @returns null if it was the last one */
export const nextAttemptAt = (attempts: number, now: Date, waitMs: number, random = Math.random): Date | null => {
  const delay = attempts >= MAX_ATTEMPTS ? undefined : DELAYS[attempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random());
  return new Date(now.getTime() + Math.max(jittered, waitMs));
};

/** @param failures - The failures in a row, including those before the pause. */
export const nextProbeAt = (failures: number, now: Date, waitMs = 0): Date => {
  const delay = Math.min(MINUTE * 2 ** Math.min(Math.max(failures - PAUSE_AFTER, 0), 10), LONGEST_PROBE_DELAY);
  return new Date(now.getTime() + Math.max(delay, Math.min(waitMs, LONGEST_PROBE_DELAY)));
};
