import { isDeepStrictEqual } from "node:util";
import type { Actor, AuditAction, Pet, SubjectKind } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";

/** `before` and `after` have the shapes of the API: what no response contains is not recorded. */
export type AuditEntry = {
  readonly action: AuditAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: number | null };
  readonly before: object | null;
  readonly after: object | null;
};

/** Record unchanged pets too: they invalidate cached responses, without an audit event. */
export type RecordChange = (entry: AuditEntry) => void;

/**
 * Dates events by the clock that all replicas share.
 * @param entries - A SELECT of the columns used here. @param at - An expression of the time, if it is another.
 */
export const eventInsert = (entries: string, at = "moment"): string =>
  `INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
   SELECT ${at}, (actor->>'kind')::actor_kind, (actor->>'id')::bigint, actor->>'name', action, subject->>'kind',
     (subject->>'id')::bigint, before, after
   FROM clock_timestamp() AS moment, (${entries}) AS entry
   ORDER BY place`;

const insertSql = eventInsert(
  `SELECT $1::jsonb AS actor, * FROM ROWS FROM
     (jsonb_to_recordset($2::jsonb) AS (action text, subject jsonb, before jsonb, after jsonb)) WITH ORDINALITY
     AS recorded (action, subject, before, after, place)`,
);

/** Not for a pet that is unchanged. */
export const hasEvent = ({ subject, before, after }: AuditEntry): boolean =>
  subject.kind !== "pet" || !isDeepStrictEqual(before, after);

/** The kinds of subjects of which an action is recorded: `create`. */
export type KindWith<Verb extends string> = {
  [Kind in SubjectKind]: `${Kind}.${Verb}` extends AuditAction ? Kind : never;
}[SubjectKind];

type Identified = { readonly id: number };

export const creationOf = (kind: KindWith<"create">, after: Identified): AuditEntry => ({
  action: `${kind}.create`,
  subject: { kind, id: after.id },
  before: null,
  after,
});

export const updateOf = <One extends Identified>(kind: KindWith<"update">, before: One, after: One): AuditEntry => ({
  action: `${kind}.update`,
  subject: { kind, id: before.id },
  before,
  after,
});

export const deletionOf = (kind: KindWith<"delete">, before: Identified): AuditEntry => ({
  action: `${kind}.delete`,
  subject: { kind, id: before.id },
  before,
  after: null,
});

export const petCreation = (pet: Pet): AuditEntry => creationOf("pet", pet);

export const petUpdate = (before: Pet, after: Pet): AuditEntry => updateOf("pet", before, after);

/** Runs last, so that an event's time is close to its commit. */
export const insertEvents = async (query: Query, actor: Actor, entries: readonly AuditEntry[]): Promise<void> => {
  const events = entries.filter(hasEvent);
  if (events.length > 0) await query(insertSql, [JSON.stringify(actor), JSON.stringify(events)]);
};

/** @param query - Of the transaction that `work` runs in. */
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
