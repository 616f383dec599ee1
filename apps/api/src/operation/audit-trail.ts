import { isDeepStrictEqual } from "node:util";
import { type Actor, type AuditAction, historyKinds, type Pet, type SubjectKind } from "@petstore/contract/routes";
import { lockAdvisoryText } from "../database/advisory-lock.js";
import type { Query, StoredId } from "../database/query.js";
import { type JsonSlice, jsonSlices } from "../database/json-slices.js";
import { partsOf, type StoredPart } from "./action-parts.js";

/** `before` and `after` have the form that the API returns. Data that no response contains is not recorded. */
export type AuditEntry = {
  readonly action: AuditAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: number | null };
  readonly before: object | null;
  readonly after: object | null;
  /** Set if the entry completes an action for which {@link insertMembers} has already written some events. */
  readonly leads?: { readonly actionId: string; readonly parts: readonly StoredPart[] };
};

/** Records a change. Unchanged pets must be recorded too: they invalidate cached responses, but get no audit event. */
export type RecordChange = (entry: AuditEntry) => void;

/**
 * Builds the INSERT of events, whose times come from the database's clock, which all replicas share.
 * @param entries - A SELECT of the columns that are used here.
 * @param at - An SQL expression for the time, if the time is not that of the clock.
 * @param ids - SQL expressions for the id of the event and, if the event is part of an action, for the id of the
 * action.
 */
export const eventInsert = (entries: string, at = "moment", ids: readonly string[] = []): string =>
  `INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after
     ${ids.length === 0 ? "" : ", id, action_id"})
   SELECT ${at}, (actor->>'kind')::actor_kind, (actor->>'id')::bigint, actor->>'name', action, subject->>'kind',
     (subject->>'id')::bigint, before, after ${ids.map((id) => `, ${id}`).join("")}
   FROM clock_timestamp() AS moment, (${entries}) AS entry
   ORDER BY place`;

const recorded = `SELECT $1::jsonb AS actor, * FROM ROWS FROM
     (jsonb_to_recordset($2::jsonb) AS (action text, subject jsonb, before jsonb, after jsonb)) WITH ORDINALITY
     AS recorded (action, subject, before, after, place)`;

const insertSql = eventInsert(recorded);

const nextId = "nextval('audit_event_id_seq')";

const membersSql = eventInsert(recorded, "moment", [nextId, "$3::bigint"]);

/** Inserts an action whose events are written in slices. The events have the same time as the action. */
const headSql = `
  WITH leader AS MATERIALIZED (SELECT coalesce($1::bigint, ${nextId}) AS leader_id, clock_timestamp()::timestamptz(3) AS leader_at),
  kept AS (
    INSERT INTO action (id, at, account_id, key, events, parts)
    SELECT leader_id, leader_at, $2::bigint, $3::uuid, $4::integer, $5::jsonb FROM leader
    ON CONFLICT (id) DO UPDATE SET events = excluded.events, parts = excluded.parts
  ) SELECT leader_id::text AS "leaderId", leader_at::text AS "leaderAt" FROM leader`;

/**
 * Inserts a slice of the events of an action. $5 is the index of the event that represents the action, if that event is
 * in the slice.
 */
const sliceSql = eventInsert(recorded, "$4::timestamptz", [
  `CASE WHEN place = $5::integer THEN $3::bigint ELSE ${nextId} END`,
  "$3::bigint",
]);

/**
 * Inserts an action with its events, which all have the same time. $8 is the index of the event that represents the
 * action. The ids are in the order of the events.
 */
const actionSql = `
  WITH drawn AS MATERIALIZED (
    SELECT ${nextId} AS event_id, ordered.* FROM (${recorded} ORDER BY place) AS ordered
  ), leader AS MATERIALIZED (
    SELECT coalesce($3::bigint, (SELECT event_id FROM drawn WHERE place = $8::integer)) AS leader_id,
      clock_timestamp()::timestamptz(3) AS leader_at
  ), kept AS (
    INSERT INTO action (id, at, account_id, key, events, parts)
    SELECT leader_id, leader_at, $4::bigint, $5::uuid, $6::integer, $7::jsonb FROM leader
    ON CONFLICT (id) DO UPDATE SET events = excluded.events, parts = excluded.parts
  ) ${eventInsert("SELECT drawn.*, leader_id, leader_at FROM drawn, leader", "leader_at", [
    "CASE WHEN place = $8::integer THEN leader_id ELSE event_id END",
    "leader_id",
  ])}`;

/** Tells whether an entry gets an event. An unchanged pet gets none. */
export const hasEvent = ({ subject, before, after }: AuditEntry): boolean =>
  subject.kind !== "pet" || !isDeepStrictEqual(before, after);

/** The kinds of subjects for which an action with this verb, such as `create`, is recorded. */
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

/** Runs as the last statement of the transaction, so that the time of an event is close to its commit. */
export const insertEvents = async (query: Query, actor: Actor, entries: readonly AuditEntry[]): Promise<void> => {
  const events = entries.filter(hasEvent);
  if (events.length > 0) await query(insertSql, [JSON.stringify(actor), JSON.stringify(events)], "insert_events");
};

/** Draws an id for an action whose events are written in several parts. */
export const drawActionId = async (query: Query): Promise<string> =>
  (await query<{ id: string }>(`SELECT ${nextId}::text AS id`, []))[0]?.id ?? "";

/** Inserts events of an action, which an entry with `leads` completes in the same transaction. */
export const insertMembers = async (
  query: Query,
  actor: Actor,
  entries: readonly AuditEntry[],
  actionId: string,
): Promise<void> => {
  for (const { json } of jsonSlices(entries)) await query(membersSql, [JSON.stringify(actor), json, actionId]);
};

/** The `Action-Key` of a request, and the account that sent it. */
export type KeyedAction = { readonly accountId: bigint; readonly key: string };

type Begun = { readonly id: StoredId; readonly parts: readonly StoredPart[] };

/** Names the locks of action keys (docs/decisions/0090-actions-and-their-undo.md). */
const ACTION_KEYS = 90;

/**
 * Requests with the same key wait for each other here. They do this after all other locks, so that they cannot
 * deadlock.
 */
const findBegun = async (query: Query, { accountId, key }: KeyedAction): Promise<Begun | undefined> => {
  await lockAdvisoryText(query, ACTION_KEYS, `${accountId} ${key}`);
  const sql = "SELECT id, parts FROM action WHERE account_id = $1::bigint AND key = $2::uuid";
  const [row] = await query<Begun>(sql, [accountId, key]);
  return row && { ...row, id: String(row.id) };
};

const isOfCatalogue = ({ subject }: AuditEntry) => historyKinds.some((kind) => kind === subject.kind);

/**
 * The kinds that represent an action, in order. They come before the kinds that change along with them, such as the
 * profile of a deleted pet.
 */
const ranks: readonly SubjectKind[] = ["catalogue", "order", "category", "pet"];

const rankOf = ({ action, subject }: AuditEntry) => {
  const rank = action === "category.create" ? -1 : ranks.indexOf(subject.kind);
  return rank === -1 ? ranks.length : rank;
};

const leaderOf = (events: readonly AuditEntry[]) => {
  const all = events.map(rankOf);
  return all.indexOf(Math.min(...all));
};

type SlicedAction = { readonly head: unknown[]; readonly leader: number };

/**
 * @param begun - The slices that have already been created.
 * @param rest - Creates each of the other slices after the previous one was written.
 */
const insertSlices = async (
  query: Query,
  actor: Actor,
  { head, leader }: SlicedAction,
  begun: readonly JsonSlice[],
  rest: Iterable<JsonSlice>,
): Promise<void> => {
  const [action] = await query<{ leaderId: string; leaderAt: string }>(headSql, head);
  const insert = ({ json, from }: JsonSlice) =>
    query(sliceSql, [JSON.stringify(actor), json, action?.leaderId, action?.leaderAt, leader - from]);
  for (const slice of begun) await insert(slice);
  for (const slice of rest) await insert(slice);
};

/**
 * Records everything that one request did as one action. Requests with the same key share an action, and a single event
 * needs no action.
 */
const insertAction = async (
  query: Query,
  actor: Actor,
  entries: readonly AuditEntry[],
  keyed: KeyedAction | undefined,
): Promise<void> => {
  const events = entries.filter(hasEvent);
  const place = leaderOf(events);
  const led = events[place]?.leads;
  const isAction = keyed !== undefined || led !== undefined || events.length > 1;
  if (events.length === 0 || !isAction || !events.every(isOfCatalogue)) return insertEvents(query, actor, events);
  const begun = keyed && (await findBegun(query, keyed));
  const parts = partsOf(events, begun?.parts ?? led?.parts);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const slices = jsonSlices(events.map(({ leads: _, ...entry }) => entry));
  const first = slices.next().value ?? { json: "[]", from: 0 };
  const second = slices.next().value;
  const leader = begun === undefined ? place + 1 : 0;
  const head = [
    begun?.id ?? led?.actionId ?? null,
    keyed?.accountId ?? null,
    keyed?.key ?? null,
    count,
    JSON.stringify(parts),
  ];
  if (second === undefined) return void (await query(actionSql, [JSON.stringify(actor), first.json, ...head, leader]));
  await insertSlices(query, actor, { head, leader }, [first, second], slices);
};

/** @param query - Runs in the transaction of `work`. @param keyed - The action that the work is a part of. */
export const audited = async <Result>(
  query: Query,
  actor: Actor,
  work: (record: RecordChange) => Promise<Result>,
  keyed?: KeyedAction,
): Promise<{ readonly result: Result; readonly entries: readonly AuditEntry[] }> => {
  const entries: AuditEntry[] = [];
  const result = await work((entry) => void entries.push(entry));
  await insertAction(query, actor, entries, keyed);
  return { result, entries };
};
