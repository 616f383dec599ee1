import { isDeepStrictEqual } from "node:util";
import type { AuditAction, LeftByUndo } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { RecordChange } from "./audit-trail.js";
import type { Transaction } from "./operation.js";

/**
 * The states of a subject in an event. If `before` is null, the subject began to exist; if `after` is null, it ceased
 * to exist.
 */
export type PastChange<One extends object = object> = {
  readonly at: Date;
  readonly action: AuditAction;
  readonly id: number;
  readonly before: One | null;
  readonly after: One | null;
};

export type PutBackContext = { readonly tx: Transaction; readonly query: Query; readonly record: RecordChange };

/** `done` if nothing is left to do for a subject; otherwise the reason why the subject does not change. */
export type Outcome = "done" | LeftByUndo["reason"];

/**
 * Restores subjects of one kind, each only if it is still as the change left it. It locks them first, and throws an
 * `AppError` if an operation of this kind would refuse the change.
 * @param past - Changes of different subjects, the newest first.
 * @returns the outcome for each subject, in the same order
 */
export type PutBack = (context: PutBackContext, past: readonly PastChange[]) => Promise<readonly Outcome[]>;

/**
 * The request headers for an operation that an undo calls. They contain no condition, because the undo has compared the
 * subject itself.
 */
export const noHeaders = { "if-match": undefined, "idempotency-key": undefined, "action-key": undefined } as const;

/** The action to take with a subject, together with the present or the earlier state of the subject. */
type Verdict<One> =
  | Outcome
  | { readonly remove: One }
  | { readonly restore: One }
  | { readonly change: One; readonly to: Partial<One> };

/**
 * Decides what an undo does with a subject. A field that the past change did not touch keeps its current value, even if
 * somebody else has changed it.
 * @param now - Undefined if the subject does not exist.
 * @param fields - The fields that people can change.
 */
export const judgePast = <One extends object>(
  { before, after }: Pick<PastChange<One>, "before" | "after">,
  now: One | undefined,
  fields: readonly (keyof One)[],
): Verdict<One> => {
  /** An event that an older version wrote lacks the fields that were added later. */
  const isAs = (state: One, names: readonly (keyof One)[]) =>
    now !== undefined &&
    names.every((name) => !Object.hasOwn(state, name) || isDeepStrictEqual(now[name], state[name]));
  if (before === null) {
    if (now === undefined || after === null) return "done";
    return isAs(after, fields) ? { remove: now } : "changed";
  }
  if (after === null) {
    if (now === undefined) return { restore: before };
    return isAs(before, fields) ? "done" : "changed";
  }
  if (now === undefined) return "gone";
  const changed = fields.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (isAs(before, changed)) return "done";
  if (!isAs(after, changed)) return "changed";
  return { change: now, to: Object.fromEntries(changed.map((name) => [name, before[name]])) as Partial<One> };
};
