import type { Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { petColumns, type PetRow, toPet } from "./pet-row.js";

/** Never waits for a row, so batches deadlock with nothing. */
const lockPetsSql = `SELECT ${petColumns.sql} FROM pet WHERE id = ANY ($1::bigint[])
  ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`;

const byId = (rows: readonly PetRow[]) => new Map(rows.map(toPet).map((pet) => [pet.id, pet]));

/** @returns Without pets that do not exist or that another transaction has locked. */
export const tryLockPets = async (query: Query, ids: readonly number[]): Promise<Map<number, Pet>> =>
  byId(await query<PetRow>(lockPetsSql, [ids], "lock_pets"));

const lockPetsOfOrdersSql = `SELECT ${petColumns.sql} FROM pet
  WHERE id = ANY (ARRAY(SELECT pet_id FROM store_order WHERE id = ANY ($1::bigint[])))
  ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`;

/** @returns By their own ids, as `tryLockPets`. */
export const tryLockPetsOfOrders = async (query: Query, orderIds: readonly number[]): Promise<Map<number, Pet>> =>
  byId(await query<PetRow>(lockPetsOfOrdersSql, [orderIds], "lock_pets_of_orders"));
