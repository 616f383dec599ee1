import type { Pet } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import type { LockMode } from "../../operation/idempotency/verdict.js";
import { petColumns, type PetRow, toPet } from "./pet-table.js";

const lockSql = (condition: string, mode: LockMode) =>
  `SELECT ${petColumns.sql} FROM pet WHERE ${condition} ORDER BY id FOR NO KEY UPDATE${mode === "skip" ? " SKIP LOCKED" : ""}`;

/** The lock is NO KEY: inserts that refer to the pet do not wait for it, but a deletion does. */
const createLock = (name: string, condition: string) => {
  const statements = { skip: lockSql(condition, "skip"), wait: lockSql(condition, "wait") };
  return async (query: Query, ids: readonly number[], mode: LockMode): Promise<Map<number, Pet>> => {
    const rows = await query<PetRow>(statements[mode], [ids], `${name}_${mode}`);
    return new Map(rows.map(toPet).map((pet) => [pet.id, pet]));
  };
};

/** @returns The pets that exist. In `skip` mode, pets that another transaction has locked are left out. */
export const lockPets = createLock("lock_pets", "id = ANY ($1::bigint[])");

/**
 * Locks the pets of orders before the orders themselves, because otherwise two transactions could deadlock.
 * @returns the rows by their own ids, like `lockPets`
 */
export const lockPetsOfOrders = createLock(
  "lock_pets_of_orders",
  "id = ANY (ARRAY(SELECT pet_id FROM store_order WHERE id = ANY ($1::bigint[])))",
);

const reservedSql = `SELECT held_pet_id::text AS "petId", id::text AS "orderId" FROM store_order
  WHERE held_pet_id = ANY ($1::bigint[])`;

/**
 * Call it after the statement that locks the pets, because the snapshot of that statement does not include orders that
 * were committed while it waited.
 * @returns The open order that reserves each pet, by the id of the pet.
 */
export const findReserved = async (query: Query, ids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await query<{ petId: string; orderId: string }>(reservedSql, [ids], "find_reserved_pets");
  return new Map(rows.map(({ petId, orderId }) => [Number(petId), Number(orderId)]));
};
