import { type Actor, type LeftByUndo, MAX_LISTED_LEFT, type Pet } from "@petstore/contract/routes";
import { type Query, queryOf } from "../database/query.js";
import { type AuditEntry, audited, type RecordChange } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import { planImported } from "./undo-imported.js";
import { type ChangePets, fieldsOf, type PetUndo, undoPets } from "./undo-pets.js";
import { type PastProfile, undoProfiles } from "./undo-profiles.js";

/** The most subjects of a step, whose locks others wait for. */
export const STEP_SUBJECTS = 1_000;

export type UndoStep = { readonly entries: readonly AuditEntry[]; readonly isLast: boolean };

type Job = {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor;
  readonly accountId: string;
  readonly key: string;
  readonly undoId: string | null;
  readonly reachedAt: Date | null;
  readonly reachedId: string | null;
  readonly reachedPetId: string | null;
  readonly startedAt: Date;
};

/** Its lock ends with the transaction, also if the process is killed: another one goes on. */
const takeJob = async (query: Query, id: string): Promise<Job | undefined> => {
  const sql = `SELECT id::text, at, actor, account_id::text AS "accountId", key::text, reached_at AS "reachedAt",
      reached_id::text AS "reachedId", reached_pet_id::text AS "reachedPetId", started_at AS "startedAt",
      (SELECT action.id::text FROM action WHERE action.account_id = job.account_id AND action.key = job.key) AS "undoId"
    FROM action_undo AS job WHERE id = $1::bigint AND status = 'running' FOR UPDATE SKIP LOCKED`;
  return (await query<Job>(sql, [id]))[0];
};

type EventRow = {
  readonly at: Date;
  readonly id: string;
  readonly action: string;
  readonly kind: string;
  readonly subjectId: string | null;
  readonly before: Pet | null;
  readonly after: Pet | null;
  /** A profile that was written with its pet, which goes or comes as a whole. */
  readonly isWithPet: boolean;
};

const columns = `at, id::text, action, subject_kind AS kind, subject_id::text AS "subjectId", before, after,
  coalesce(subject_kind = 'profile' AND (SELECT true FROM audit_event AS ofpet WHERE ofpet.subject_kind = 'pet'
    AND ofpet.subject_id = audit_event.subject_id AND ofpet.action_id = audit_event.action_id
    AND ofpet.action IN ('pet.create', 'pet.restore') LIMIT 1), false) AS "isWithPet"`;

/** The newest first: what changed last is put back first. */
const findEvents = (query: Query, { id, at, reachedAt, reachedId }: Job, most: number): Promise<EventRow[]> =>
  query<EventRow>(
    `SELECT * FROM (
       (SELECT ${columns} FROM audit_event WHERE action_id = $1::bigint
          AND (at, id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::bigint, 0)) ORDER BY at DESC, id DESC LIMIT $5::integer)
       UNION ALL
       (SELECT ${columns} FROM audit_event WHERE at = $2::timestamptz AND id = $1::bigint AND action_id IS NULL AND $3::timestamptz IS NULL)
     ) AS events ORDER BY at DESC, id::bigint DESC`,
    [id, at, reachedAt, reachedId, most],
  );

const isUndone = ({ kind, action, isWithPet }: EventRow): boolean =>
  kind === "pet" || (action === "profile.update" && !isWithPet);

/** The events that one call can undo: of one kind, and each subject once. */
const firstOf = (events: readonly EventRow[]): readonly EventRow[] => {
  const seen = new Set<string | null>();
  let kind: string | undefined;
  const end = events.findIndex((event) => {
    if (!isUndone(event)) return false;
    kind ??= event.kind;
    const isOther = event.kind !== kind || seen.has(event.subjectId);
    seen.add(event.subjectId);
    return isOther;
  });
  return end === -1 ? events : events.slice(0, end);
};

const toPetUndo = ({ at, subjectId, before, after }: EventRow): PetUndo => ({
  id: Number(subjectId),
  from: after && fieldsOf(after),
  to: before && fieldsOf(before),
  since: before === null ? at : undefined,
});

const toPastProfile = ({ subjectId, before, after }: EventRow): PastProfile => ({
  petId: Number(subjectId),
  before: before as unknown as PastProfile["before"],
  after: after as unknown as PastProfile["after"],
});

type Progress = {
  readonly tried: number;
  readonly left: readonly LeftByUndo[];
  readonly reached: Partial<Pick<Job, "reachedAt" | "reachedId" | "reachedPetId">>;
  readonly isLast: boolean;
};

const save = (query: Query, { id }: Job, { tried, left, reached, isLast }: Progress) =>
  query(
    `UPDATE action_undo SET done = done + $2::integer, "left" = "left" + $3::integer,
       left_out = left_out || jsonb_path_query_array($4::jsonb, '$[0 to $most]',
         jsonb_build_object('most', ${MAX_LISTED_LEFT - 1} - jsonb_array_length(left_out))),
       reached_at = coalesce($5::timestamptz, reached_at), reached_id = coalesce($6::bigint, reached_id),
       reached_pet_id = coalesce($7::bigint, reached_pet_id),
       status = CASE WHEN $8::boolean THEN 'done' ELSE status END,
       finished_at = CASE WHEN $8::boolean THEN clock_timestamp() END
     WHERE id = $1::bigint`,
    [
      id,
      tried - left.length,
      left.length,
      JSON.stringify(left),
      reached.reachedAt ?? null,
      reached.reachedId ?? null,
      reached.reachedPetId ?? null,
      isLast,
    ],
  );

type StepDeps = {
  readonly changePets: ChangePets;
  /** The most subjects. */
  readonly most: number;
};

type Context = { readonly tx: Transaction; readonly query: Query; readonly record: RecordChange };

/** The range of an import's new pets; undefined for another action, or without new pets. */
const findImported = async (query: Query, { id, at }: Job) => {
  const sql = `SELECT (after ->> 'firstPetId')::bigint::text AS first, (after ->> 'lastPetId')::bigint::text AS last FROM audit_event
    WHERE at = $2::timestamptz AND id = $1::bigint AND action = 'catalogue.import' AND after ? 'firstPetId'`;
  const [row] = await query<{ first: string; last: string }>(sql, [id, at]);
  return row && { first: Number(row.first), last: Number(row.last) };
};

const undoImported = async (deps: StepDeps, context: Context, job: Job): Promise<Progress> => {
  const range = await findImported(context.query, job);
  const last = job.reachedPetId === null ? range?.last : Number(job.reachedPetId) - 1;
  if (range === undefined || last === undefined || last < range.first)
    return { tried: 0, left: [], reached: {}, isLast: true };
  const first = Math.max(range.first, last - deps.most + 1);
  const {
    undos,
    left: gone,
    done,
  } = await planImported(context.query, { first, last, at: job.at, undoId: job.undoId });
  const left = [...gone, ...(await undoPets({ ...context, ...deps }, undos, job.id))];
  return {
    tried: undos.length + gone.length + done,
    left,
    reached: { reachedPetId: String(first) },
    isLast: first === range.first,
  };
};

const undoNext = async (deps: StepDeps, context: Context, job: Job): Promise<Progress> => {
  const isWithEvents = job.reachedPetId === null;
  const events = isWithEvents ? firstOf(await findEvents(context.query, job, deps.most)) : [];
  const end = events.at(-1);
  if (end === undefined) return undoImported(deps, context, job);
  const undone = events.filter(isUndone);
  const left =
    undone[0]?.kind === "profile"
      ? await undoProfiles(context, undone.map(toPastProfile))
      : await undoPets({ ...context, ...deps }, undone.map(toPetUndo), job.id);
  return { tried: undone.length, left, reached: { reachedAt: end.at, reachedId: end.id }, isLast: false };
};

/**
 * The next step of an undo: what it changes, its events and its progress commit together.
 * @returns undefined if it is stopped or done, or another process is at it
 */
export const undoStep = async (deps: StepDeps, tx: Transaction, id: string): Promise<UndoStep | undefined> => {
  const query = queryOf(tx);
  const job = await takeJob(query, id);
  if (job === undefined) return undefined;
  const { result, entries } = await audited(query, job.actor, (record) => undoNext(deps, { tx, query, record }, job), {
    accountId: BigInt(job.accountId),
    key: job.key,
  });
  await save(query, job, result);
  return { entries, isLast: result.isLast };
};
