import type { LeftByUndo, Pet, PetFields } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { leftPet, type PetUndo } from "./undo-pets.js";
import { petColumns, type PetRow, toPet } from "../pets/store/pet-table.js";

type Row = (PetRow | { readonly id: null }) & {
  readonly wantedId: string;
  readonly first: string | null;
  readonly deleted: string | null;
  readonly isUndone: boolean | null;
};

// Scalar: joins are planned as scans of all events.
const sql = `
  SELECT wanted_id::text AS "wantedId", pet.*, (
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

type Planned = { readonly undos: PetUndo[]; readonly left: LeftByUndo[]; readonly done: number };

const toFields = (row: PetRow): PetFields => {
  const { id: _, ...fields }: Pet = toPet(row);
  return fields;
};

/**
 * What becomes of the ids from `first` to `last`: an import's new pets have no events of their own, and others may have got
 * some of the ids. @param undoId - The undo as an action: what it deleted is done.
 */
export const planImported = async (
  query: Query,
  {
    first,
    last,
    at,
    undoId,
  }: { readonly first: number; readonly last: number; readonly at: Date; readonly undoId: string | null },
): Promise<Planned> => {
  const undos: PetUndo[] = [];
  const left: LeftByUndo[] = [];
  let done = 0;
  for (const row of await query<Row>(sql, [first, last, undoId])) {
    const id = Number(row.wantedId);
    if (row.first === "pet.create") continue;
    if (row.id !== null) undos.push({ id, from: toFields(row), to: null, since: at });
    else if (row.isUndone === true) done += 1;
    else if (row.deleted !== null) left.push(leftPet(id, row.deleted, "gone"));
  }
  return { undos, left, done };
};
