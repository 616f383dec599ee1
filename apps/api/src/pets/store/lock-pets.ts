import type { Pet } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import type { LockMode } from "../../operation/idempotency/verdict.js";
import { petColumns, type PetRow, toPet } from "./pet-table.js";

const lockSql = (condition: string, mode: LockMode) =>
  `SELECT ${petColumns.sql} FROM pet WHERE ${condition} ORDER BY id FOR NO KEY UPDATE${mode === "skip" ? " SKIP LOCKED" : ""}`;

/** NO KEY: inserts that refer to the pet do not wait; a deletion does. */
const createLock = (name: string, condition: string) => {
  const statements = { skip: lockSql(condition, "skip"), wait: lockSql(condition, "wait") };
  return async (query: Query, ids: readonly number[], mode: LockMode): Promise<Map<number, Pet>> => {
    const rows = await query<PetRow>(statements[mode], [ids], `${name}_${mode}`);
    return new Map(rows.map(toPet).map((pet) => [pet.id, pet]));
  };
};

/** @returns Without pets that do not exist or, in `skip` mode, that another transaction has locked. */
export const lockPets = createLock("lock_pets", "id = ANY ($1::bigint[])");

/** Locks the pets before their orders, or two transactions deadlock. @returns the rows by their own ids, as `lockPets` */
export const lockPetsOfOrders = createLock(
  "lock_pets_of_orders",
  "id = ANY (ARRAY(SELECT pet_id FROM store_order WHERE id = ANY ($1::bigint[])))",
);
