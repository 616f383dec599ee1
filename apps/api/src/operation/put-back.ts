import { isDeepStrictEqual } from "node:util";
import type { AuditAction, LeftByUndo } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { RecordChange } from "./audit-trail.js";
import type { Transaction } from "./operation.js";

/** What an event says of its subject: null before means that it began to exist, null after that it ceased to. */
export type PastChange<One extends object = object> = {
  readonly at: Date;
  readonly action: AuditAction;
  readonly id: number;
  readonly before: One | null;
  readonly after: One | null;
};

export type PutBackContext = { readonly tx: Transaction; readonly query: Query; readonly record: RecordChange };

/** Why a subject is left as it is; `done` if nothing is left to do. */
export type Outcome = "done" | LeftByUndo["reason"];

/**
 * Puts subjects of one kind back, each only if it is still as the change left it. It locks them first, and throws an
 * `AppError` for what the operations of the kind refuse.
 * @param past - Changes of different subjects, the newest first.
 * @returns the outcome of each, in the same order
 */
export type PutBack = (context: PutBackContext, past: readonly PastChange[]) => Promise<readonly Outcome[]>;

/** The request headers of an operation that an undo calls: it has compared the subject itself. */
export const noHeaders = { "if-match": undefined, "idempotency-key": undefined, "action-key": undefined } as const;

/** Each with the subject as it is now, or was. */
type Verdict<One> =
  | Outcome
  | { readonly remove: One }
  | { readonly restore: One }
  | { readonly change: One; readonly to: Partial<One> };

/**
 * What an undo does with a subject. Somebody else's change of a field that the past change has not touched stays.
 * @param now - Undefined if the subject does not exist. @param fields - Those that people write.
 */
export const judgePast = <One extends object>(
  { before, after }: Pick<PastChange<One>, "before" | "after">,
  now: One | undefined,
  fields: readonly (keyof One)[],
): Verdict<One> => {
  /** An event of an older version lacks the fields that came later. */
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
