import {
  type AuditAction,
  type LeftByUndo,
  type Pet,
  type SubjectKind,
  undoneActions,
} from "@petstore/contract/routes";
import { escapeLiteral } from "pg";
import type { Query } from "../database/query.js";
import type { PastChange } from "../operation/put-back.js";
import {
  bytesOfDeletedNotes,
  bytesOfDeletedProfile,
  bytesOfPet,
  bytesOfProfile,
  lastDeletionOf,
} from "../pets/store/pet-bytes.js";
import type { Job } from "./undo-job.js";
import { fieldsOf, type PetUndo } from "./undo-pets.js";
import type { PastProfile } from "./undo-profiles.js";

/**
 * The maximum work of one step. A step takes at least one subject, unless that subject alone is larger than
 * `subjectBytes`.
 */
export type StepLimits = {
  /** The limit is low because other requests wait for the locks of these subjects. */
  readonly subjects: number;
  /** The size, as text, of everything that the step reads and writes. The process holds it in memory several times. */
  readonly bytes: number;
  readonly subjectBytes: number;
};

export const stepLimits: StepLimits = { subjects: 1_000, bytes: 4_000_000, subjectBytes: 32_000_000 };

/**
 * The number of events that are read at once. Events with nothing to restore, such as those of deleted notes, are
 * skipped.
 */
const PAGE_EVENTS = 1_000;

export type EventRow = {
  readonly at: Date;
  readonly eventId: string;
  readonly kind: SubjectKind;
  readonly action: AuditAction;
  readonly subjectId: string | null;
  readonly name: string | null;
  readonly before: Pet | null;
  readonly after: Pet | null;
  /**
   * True if there is something to restore. It is false for a profile that was written together with its pet, because
   * the profile is deleted or restored together with the pet.
   */
  readonly isUndone: boolean;
  /**
   * True if an earlier run of this undo has restored the subject. If somebody has repeated the change since then, they
   * want the change, so it is kept.
   */
  readonly isPutBack: boolean;
  readonly isTooLarge: boolean;
};

/** Selects the events of the only subject to restore, or of all subjects if the kind is null. */
const ofSubject = (kind: string, id: string) =>
  `(${kind}::text IS NULL OR (subject_kind = ${kind} AND subject_id = ${id}::bigint))`;

/**
 * Selects the events of an action. $1 is the action's id, and $2 its time. If the action is a single event, the event
 * has no `action_id`.
 */
const ofAction = (columns: string, single: string, members: string) => `
  (SELECT ${columns} FROM audit_event WHERE action_id = $1::bigint AND ${members})
  UNION ALL
  (SELECT ${columns} FROM audit_event WHERE at = $2::timestamptz AND id = $1::bigint AND action_id IS NULL AND ${single})`;

const isWithPet = `(SELECT true FROM audit_event AS of_pet WHERE of_pet.subject_kind = 'pet'
  AND of_pet.subject_id = event.subject_id AND of_pet.action_id = event.action_id
  AND of_pet.action IN ('pet.create', 'pet.restore') LIMIT 1) IS NOT NULL`;

/**
 * Selects true for a note or a photo that was deleted or restored together with its pet. In an undo, it is restored with
 * the pet as well.
 */
const isPartOfPet = `(SELECT true FROM audit_event AS of_pet WHERE of_pet.subject_kind = 'pet'
  AND of_pet.subject_id = (coalesce(event.after, event.before) ->> 'petId')::bigint AND of_pet.action_id = event.action_id
  AND of_pet.action IN ('pet.delete', 'pet.restore') LIMIT 1) IS NOT NULL`;

/**
 * Selects true for a category that was created for a pet or an import. It is kept, because other pets may use it by
 * now.
 */
const isRegistered = `(SELECT true FROM audit_event AS cause WHERE cause.action_id = event.action_id
  AND cause.subject_kind IN ('pet', 'catalogue') LIMIT 1) IS NOT NULL`;

const isUndone = `CASE WHEN subject_kind = 'pet' THEN true WHEN action = 'profile.update' THEN NOT ${isWithPet}
  WHEN subject_kind IN ('note', 'photo') AND ${isPartOfPet} THEN false WHEN action = 'category.create' THEN NOT ${isRegistered}
  ELSE action IN (${undoneActions.map(escapeLiteral).join(", ")}) END`;

const columns = "at, id, action, action_id, subject_kind, subject_id, before, after";

const isPutBack = `$6::bigint IS NOT NULL AND subject_kind = 'pet' AND (SELECT true FROM audit_event AS put_back
  WHERE put_back.subject_kind = 'pet' AND put_back.subject_id = summed.subject_id AND put_back.action_id = $6::bigint
    AND put_back.at < $7::timestamptz AND put_back.before IS NOT DISTINCT FROM summed.after
    AND put_back.after IS NOT DISTINCT FROM summed.before LIMIT 1) IS NOT NULL`;

// The newest events come first, so that the last change is undone first. A value is read from disk only after the sum
// of the sizes has shown that it fits.
const pageSql = `
  WITH page AS MATERIALIZED (
    SELECT event.*, ${isUndone} AS is_undone FROM (${ofAction(
      columns,
      `$3::timestamptz IS NULL AND ${ofSubject("$9", "$10")}`,
      `${ofSubject("$9", "$10")} AND (at, id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::bigint, 0))
       ORDER BY at DESC, id DESC LIMIT ${PAGE_EVENTS}`,
    )}) AS event
  ), deleted_note AS MATERIALIZED (${bytesOfDeletedNotes(
    `ARRAY(SELECT DISTINCT ${lastDeletionOf("page.subject_id")} FROM page WHERE page.action = 'pet.delete')`,
  )}), sized AS MATERIALIZED (
    SELECT page.*, CASE WHEN NOT is_undone THEN 0 ELSE
      100 + coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)
      + CASE WHEN subject_kind = 'profile' THEN ${bytesOfProfile("page.subject_id")}
        WHEN subject_kind <> 'pet' THEN 0
        WHEN before IS NULL THEN ${bytesOfPet("page.subject_id")}
        WHEN after IS NULL THEN ${bytesOfDeletedProfile("page.subject_id")}
          + coalesce((SELECT bytes FROM deleted_note WHERE deleted_note.pet_id = page.subject_id), 0)
        ELSE 0 END
      END AS bytes
    FROM page
  ), summed AS (
    SELECT sized.*, sum(bytes) OVER (ORDER BY at DESC, id DESC) AS until_here FROM sized
  )
  SELECT at, id::text AS "eventId", subject_kind AS kind, action, subject_id::text AS "subjectId",
    CASE WHEN subject_kind = 'attribute' THEN
        coalesce((SELECT label FROM attribute WHERE attribute.id = subject_id), coalesce(after, before) ->> 'label')
      WHEN subject_kind = 'category' THEN
        coalesce((SELECT category.name FROM category WHERE category.id = subject_id), coalesce(after, before) ->> 'name')
      WHEN coalesce(after, before) ? 'petId' THEN
        (SELECT pet.name FROM pet WHERE pet.id = (coalesce(after, before) ->> 'petId')::bigint)
      ELSE coalesce(after ->> 'name', before ->> 'name') END AS name, bytes > $8::bigint AS "isTooLarge",
    CASE WHEN is_undone AND bytes <= $8::bigint THEN before END AS before,
    CASE WHEN is_undone AND bytes <= $8::bigint THEN after END AS after,
    is_undone AS "isUndone", ${isPutBack} AS "isPutBack"
  FROM summed WHERE until_here <= $5::bigint OR until_here = bytes ORDER BY at DESC, id DESC`;

/** Returns the first events that one call can undo: events of one kind with different subjects. */
const firstOf = (events: readonly EventRow[], subjects: number): readonly EventRow[] => {
  const seen = new Set<string | null>();
  let kind: string | undefined;
  const end = events.findIndex((event) => {
    if (!event.isUndone) return false;
    kind ??= event.kind;
    const isOther = event.kind !== kind || seen.has(event.subjectId) || seen.size === subjects;
    seen.add(event.subjectId);
    return isOther;
  });
  return end === -1 ? events : events.slice(0, end);
};

/** Finds the next events that one call can undo within the limits, and the events between them. */
export const findEvents = async (
  query: Query,
  { id, at, reachedAt, reachedId, earlierUndoId, startedAt, subjectKind, subjectId }: Job,
  { subjects, bytes, subjectBytes }: StepLimits,
): Promise<readonly EventRow[]> => {
  const values = [id, at, reachedAt, reachedId, bytes, earlierUndoId, startedAt, subjectBytes, subjectKind, subjectId];
  return firstOf(await query<EventRow>(pageSql, values), subjects);
};

/** Counts the events of the action that have something to restore. */
export const countEvents = async (
  query: Query,
  { id, at, subjectKind, subjectId }: Pick<Job, "id" | "at" | "subjectKind" | "subjectId">,
): Promise<number> => {
  const isOf = ofSubject("$3", "$4");
  const sql = `SELECT count(*)::integer AS count FROM (${ofAction("action, action_id, subject_kind, subject_id, before, after", isOf, isOf)})
    AS event WHERE ${isUndone}`;
  return (await query<{ count: number }>(sql, [id, at, subjectKind, subjectId]))[0]?.count ?? 0;
};

export const toPetUndo = ({ at, subjectId, before, after }: EventRow): PetUndo => ({
  id: Number(subjectId),
  from: after && fieldsOf(after),
  to: before && fieldsOf(before),
  since: before === null ? at : undefined,
});

export const toPastProfile = ({ subjectId, before, after }: EventRow): PastProfile => ({
  petId: Number(subjectId),
  before: before as unknown as PastProfile["before"],
  after: after as unknown as PastProfile["after"],
});

export const toPastChange = ({ at, action, subjectId, before, after }: EventRow): PastChange => ({
  at,
  action,
  id: Number(subjectId),
  before,
  after,
});

export const leftEvent = ({ kind, subjectId, name }: EventRow, reason: LeftByUndo["reason"]): LeftByUndo => ({
  subject: { kind, id: Number(subjectId) },
  name,
  reason,
});
