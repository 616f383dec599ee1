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

/**
 * The statement that writes audit events, all at one moment of the database's clock, which all replicas share.
 * @param entries - A SELECT of `actor`, `action`, `subject`, `before`, `after` (jsonb, but for the action) and `place`.
 */
export const eventInsert = (entries: string): string =>
  `INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
   SELECT moment, (actor->>'kind')::actor_kind, (actor->>'id')::bigint, actor->>'name', action, subject->>'kind',
     (subject->>'id')::bigint, before, after
   FROM clock_timestamp() AS moment, (${entries}) AS entry
   ORDER BY place`;

const insertSql = eventInsert(
  `SELECT $1::jsonb AS actor, * FROM ROWS FROM
     (jsonb_to_recordset($2::jsonb) AS (action text, subject jsonb, before jsonb, after jsonb)) WITH ORDINALITY
     AS noted (action, subject, before, after, place)`,
);

const isUnchangedPet = ({ subject, before, after }: AuditEntry) =>
  subject.kind === "pet" && isDeepStrictEqual(before, after);

/** Runs last, but for the storing of an outcome, so that hardly a moment lies between an event's time and its commit. */
const insertEvents = async (query: Query, actor: Actor, noted: readonly AuditEntry[]): Promise<void> => {
  const entries = noted.filter((entry) => !isUnchangedPet(entry));
  if (entries.length > 0) await query(insertSql, [JSON.stringify(actor), JSON.stringify(entries)]);
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
