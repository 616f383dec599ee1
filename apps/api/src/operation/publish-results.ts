import { AppError } from "../errors.js";
import type { Replay, Verdict } from "./idempotency/verdict.js";
import type { AuditEntry } from "./audit-trail.js";
import type { AnyAnswer } from "./operation.js";
import { type Invalidation, petChangeEventsOf } from "./cache-invalidation.js";

/** `entries` are the changes of the call. */
export type Done<One extends AnyAnswer = AnyAnswer> = {
  readonly answer: One;
  readonly entries: readonly AuditEntry[];
};

/** The result of a call in a transaction. */
export type Result = Verdict<Done> | Replay;

export const entriesOf = (result: Result): readonly AuditEntry[] =>
  result !== "again" && "entries" in result ? result.entries : [];

/**
 * Tells whether a result may reveal a change of another process that has not arrived here yet. A 404, a 409 and a 412
 * may, and so may the stored outcome of an earlier request.
 */
const isRevealing = (result: Result): boolean =>
  result instanceof AppError
    ? result.status === 404 || result.status === 409 || result.status === 412
    : result !== "again" && "isReplayed" in result;

/**
 * Applies changes to the caches before they are acknowledged. An error here must not cause a call to run again, because
 * the call has already been committed.
 */
export const publishResults = async (responseCache: Invalidation, results: readonly Result[]): Promise<void> => {
  const entries = results.flatMap(entriesOf);
  if (entries.length > 0) await responseCache.invalidate(petChangeEventsOf(entries));
  if (results.some(isRevealing)) await responseCache.catchUp();
};

/** @throws AppError for a refusal, and TypeError for a call that was not decided although it could wait. */
export const answerOf = (result: Result | undefined): AnyAnswer => {
  if (typeof result === "object" && "answer" in result) return result.answer;
  throw result instanceof AppError ? result : new TypeError("A call that may wait for a lock got no result.");
};
