import { AppError } from "../errors.js";
import type { Replay, Verdict } from "./idempotency/verdict.js";
import type { AuditEntry } from "./audit-trail.js";
import type { Invalidation } from "./cache-dependency.js";
import type { AnyAnswer } from "./operation.js";
import { petChangeEventsOf } from "./pet-change-events.js";

/** `entries` are the changes of the call. */
export type Done<One extends AnyAnswer = AnyAnswer> = {
  readonly answer: One;
  readonly entries: readonly AuditEntry[];
};

/** What a transaction decided about a call. */
export type Result = Verdict<Done> | Replay;

export const entriesOf = (result: Result): readonly AuditEntry[] =>
  result !== "again" && "entries" in result ? result.entries : [];

/**
 * Whether a result, such as one of these refusals or the outcome of an earlier request, may reveal a remote change that
 * has not arrived here yet.
 */
const isRevealing = (result: Result): boolean =>
  result instanceof AppError
    ? result.status === 404 || result.status === 409 || result.status === 412
    : result !== "again" && "isReplayed" in result;

/**
 * Makes changes known before they are answered. A failure here must not run a call again, because the call has been
 * committed.
 */
export const publishResults = async (responseCache: Invalidation, results: readonly Result[]): Promise<void> => {
  const entries = results.flatMap(entriesOf);
  if (entries.length > 0) await responseCache.invalidate(petChangeEventsOf(entries));
  if (results.some(isRevealing)) await responseCache.catchUp();
};

/** @throws AppError for a refusal, and TypeError for a call that may wait but was not decided. */
export const answerOf = (result: Result | undefined): AnyAnswer => {
  if (typeof result === "object" && "answer" in result) return result.answer;
  throw result instanceof AppError ? result : new TypeError("A call that may wait was not decided.");
};
