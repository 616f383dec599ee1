import { isDeepStrictEqual } from "node:util";
import type { Actor, AuditAction, SubjectKind } from "@petstore/contract";
import type { Query } from "../database/query.js";

/**
 * A change, to be written down in its own transaction. `before` and `after` are in the shapes that the interface gives what
 * was changed: what no answer shows, no record holds.
 */
export type AuditEntry = {
  readonly action: AuditAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: number | null };
  readonly before: object | null;
  readonly after: object | null;
};

/**
 * Notes a change. It is written when the work is done, in the same transaction: where that is undone, so is the record. That an
 * animal was found as it was wanted is noted too, for who keeps answers about it, and not written.
 */
export type RecordChange = (entry: AuditEntry) => void;

/** The columns of audit_event that whoever writes one gives, in this order. */
export const eventColumns = "at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after";

const isUnchangedPet = ({ subject, before, after }: AuditEntry) =>
  subject.kind === "pet" && isDeepStrictEqual(before, after);

/**
 * All in one statement, at one moment of the database's clock, which all replicas share. It is the last but the storing of
 * an outcome, so that hardly a moment lies between an event's time and its commit.
 */
const insertEvents = async (query: Query, actor: Actor, noted: readonly AuditEntry[]): Promise<void> => {
  const entries = noted.filter((entry) => !isUnchangedPet(entry));
  if (entries.length === 0) return;
  await query(
    `INSERT INTO audit_event (${eventColumns})
     SELECT moment, $1::actor_kind, $2::bigint, $3, action, subject->>'kind', (subject->>'id')::bigint, before, after
     FROM clock_timestamp() AS moment,
       ROWS FROM (jsonb_to_recordset($4::jsonb) AS (action text, subject jsonb, before jsonb, after jsonb))
         WITH ORDINALITY AS entry (action, subject, before, after, place)
     ORDER BY place`,
    [actor.kind, actor.id, actor.name, JSON.stringify(entries)],
  );
};

/**
 * Runs work that changes something, and writes down what it records.
 * @param query - Of the transaction that the work runs in.
 * @returns What the work returns, and what it noted.
 */
export const audited = async <Result>(
  query: Query,
  actor: Actor,
  work: (record: RecordChange) => Promise<Result>,
): Promise<{ readonly result: Result; readonly entries: readonly AuditEntry[] }> => {
  const entries: AuditEntry[] = [];
  const result = await work((entry) => void entries.push(entry));
  await insertEvents(query, actor, entries);
  return { result, entries };
};
