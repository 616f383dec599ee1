import type { Pet } from "@petstore/contract/routes";
import { lockAdvisory } from "../database/advisory-lock.js";
import { queryOf } from "../database/query.js";
import { Prisma } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { petColumns, type PetRow, toFields, toPet } from "./store/pet-table.js";
import type { PetState } from "./judge-change.js";

type StateRow = (PetRow | { readonly id: null }) & {
  readonly wantedId: bigint;
  readonly reservedBy: bigint | null;
  readonly deleted: Pet | null;
};

// Ids that the sequence has not reached yet are never used, whatever the audit trail contains. A scalar subquery,
// unlike a join, is never planned as a scan of all deletions.
const deleted = Prisma.sql`
  CASE WHEN coalesce(wanted_id <= pg_sequence_last_value('pet_id_seq'), false) THEN (
    SELECT before FROM audit_event
    WHERE subject_kind = 'pet' AND subject_id = wanted_id AND action = 'pet.delete' ORDER BY at DESC, id DESC LIMIT 1
  ) END`;

/** @returns The state of each id. All states are of the same moment. */
export const readPetStates = async (tx: Transaction, ids: readonly number[]): Promise<Map<number, PetState>> => {
  const rows = await tx.$queryRaw<StateRow[]>`
    SELECT wanted_id AS "wantedId", pet.*, held.id AS "reservedBy",
      CASE WHEN pet.id IS NULL THEN ${deleted} END AS deleted
    FROM unnest(${ids}::bigint[]) AS wanted (wanted_id)
      LEFT JOIN (SELECT ${petColumns} FROM pet) AS pet ON pet.id = wanted_id
      LEFT JOIN (SELECT id, held_pet_id FROM store_order) AS held ON held_pet_id = wanted_id`;
  return new Map(
    rows.map((row) => {
      const now = row.id === null ? null : toFields(toPet(row));
      const reservedBy = row.reservedBy === null ? null : Number(row.reservedBy);
      return [Number(row.wantedId), { now, reservedBy, deleted: row.deleted && toFields(row.deleted) }];
    }),
  );
};

const RESTORE_LOCK = 0x70657472;

/**
 * Takes one lock for all restores. A pet that is being restored has no row to lock, and two requests must not insert
 * it.
 */
export const lockRestores = (tx: Transaction): Promise<void> => lockAdvisory(queryOf(tx), RESTORE_LOCK);
