import type { LeftByUndo, Pet, PetFields } from "@petstore/contract/routes";
import type { Query, StoredId } from "../database/query.js";
import type { Transaction } from "../operation/operation.js";
import { bytesOfPet } from "../pets/store/pet-bytes.js";
import { petColumns, type PetRow, toPet } from "../pets/store/pet-table.js";
import type { StepLimits } from "./undo-events.js";
import type { Job } from "./undo-job.js";
import { leftPet, type PetUndo } from "./undo-pets.js";

type Row = (PetRow | { readonly id: null }) & {
  readonly wantedId: StoredId;
  readonly isTooLarge: boolean;
  readonly first: string | null;
  readonly deleted: string | null;
  readonly isUndone: boolean | null;
};

// Uses scalar subqueries, because the planner would read all events for joins.
const sql = `
  SELECT wanted_id AS "wantedId", pet.*, ${bytesOfPet("wanted_id")} > $4::bigint AS "isTooLarge", (
    SELECT action FROM audit_event WHERE subject_kind = 'pet' AND subject_id = wanted_id ORDER BY at, id LIMIT 1
  ) AS first, (
    SELECT before ->> 'name' FROM audit_event WHERE subject_kind = 'pet' AND subject_id = wanted_id AND action = 'pet.delete'
    ORDER BY at DESC, id DESC LIMIT 1
  ) AS deleted, (
    SELECT action_id = $3::bigint FROM audit_event WHERE subject_kind = 'pet' AND subject_id = wanted_id
    ORDER BY at DESC, id DESC LIMIT 1
  ) AS "isUndone"
  FROM generate_series($1::bigint, $2::bigint) AS wanted (wanted_id)
    LEFT JOIN (SELECT ${petColumns.sql} FROM pet) AS pet ON pet.id = wanted_id ORDER BY wanted_id`;

/**
 * Returns the ids of the pets that an import created, or undefined if there are none or the action is not an import.
 */
export const findImported = async (
  tx: Transaction,
  { id, at, subjectKind }: Pick<Job, "id" | "at" | "subjectKind">,
) => {
  // These pets have no events of their own, so a person cannot have chosen to restore only one of them.
  if (subjectKind !== null) return undefined;
  const event = await tx.auditEvent.findUnique({ where: { at_id: { at, id: BigInt(id) } } });
  if (event?.action !== "catalogue.import") return undefined;
  // An import that created no pets recorded neither a first nor a last id.
  const { firstPetId, lastPetId, imported } = (event.after ?? {}) as Partial<Record<string, number>>;
  return firstPetId === undefined
    ? undefined
    : { first: firstPetId, last: Number(lastPetId), imported: Number(imported) };
};

const fittingSql = `
  SELECT min(wanted_id) AS first FROM (
    SELECT wanted_id, bytes, sum(bytes) OVER (ORDER BY wanted_id DESC) AS until_here FROM (
      SELECT wanted_id, 100 + ${bytesOfPet("wanted_id")} AS bytes FROM generate_series($1::bigint, $2::bigint) AS wanted (wanted_id)
    ) AS sized
  ) AS summed WHERE until_here <= $3::bigint OR until_here = bytes`;

/** Returns the lowest id that a step can include if it starts with `last` and takes ids downwards. */
export const findFirstFitting = async (
  query: Query,
  { first, last }: { readonly first: number; readonly last: number },
  { subjects, bytes }: StepLimits,
): Promise<number> => {
  const lowest = Math.max(first, last - subjects + 1);
  const [row] = await query<{ first: StoredId }>(fittingSql, [lowest, last, bytes]);
  return Number(row?.first ?? last);
};

type Planned = { readonly undos: PetUndo[]; readonly left: LeftByUndo[]; readonly done: number };

const toFields = (row: PetRow): PetFields => {
  const { id: _, ...fields }: Pet = toPet(row);
  return fields;
};

/**
 * Decides what to do with the ids from `first` to `last`. An import's new pets have no events of their own, and others
 * may have used some of the ids.
 * @param undoId - The id of the undo as an action. What it has deleted counts as done.
 */
export const planImported = async (
  query: Query,
  {
    first,
    last,
    at,
    undoId,
    subjectBytes,
  }: {
    readonly first: number;
    readonly last: number;
    readonly at: Date;
    readonly undoId: string | null;
    readonly subjectBytes: number;
  },
): Promise<Planned> => {
  const undos: PetUndo[] = [];
  const left: LeftByUndo[] = [];
  let done = 0;
  for (const row of await query<Row>(sql, [first, last, undoId, subjectBytes])) {
    const id = Number(row.wantedId);
    if (row.first === "pet.create") continue;
    if (row.id !== null && row.isTooLarge) left.push(leftPet(id, row.name, "unfit"));
    else if (row.id !== null) undos.push({ id, from: toFields(row), to: null, since: at });
    else if (row.isUndone === true) done += 1;
    else if (row.deleted !== null) left.push(leftPet(id, row.deleted, "gone"));
  }
  return { undos, left, done };
};
