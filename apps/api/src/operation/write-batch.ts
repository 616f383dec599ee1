import type { Actor, Order, Pet } from "@petstore/contract";
import type { Query } from "../database/query.js";
import { type AuditEntry, eventInsert, hasEvent } from "./audit-trail.js";
import { petColumns, type PetRow, toPet } from "./pet-row.js";
import { updateSql, valuesOf } from "./write-pets.js";

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

/** The entries of a batch come from several callers. */
type ActorEntry = AuditEntry & { readonly actor: Actor };

const recordedSql = eventInsert(`SELECT * FROM ROWS FROM (jsonb_to_recordset($5::jsonb)
  AS (actor jsonb, action text, subject jsonb, before jsonb, after jsonb)) WITH ORDINALITY
  AS recorded (actor, action, subject, before, after, place)`);

type Writes = {
  /** Each once, locked. */
  readonly pets: readonly Pet[];
  /** In the order of their events. */
  readonly entries: readonly ActorEntry[];
  readonly orders?: readonly Order[];
};

/**
 * The last statement of a batch.
 * @param name - Of the prepared statement. @param orderSql - Writes the orders, which it gets as JSON in $6.
 */
export const createBatchWrite = (name: string, orderSql?: string) => {
  const ordersWritten = orderSql === undefined ? "" : `, ordered AS (${orderSql})`;
  const sql = `WITH updated AS (${updateSql})${ordersWritten} ${recordedSql}`;
  return async (query: Query, { pets, entries, orders }: Writes): Promise<void> => {
    if (entries.length === 0) return;
    const values = [...valuesOf(pets), JSON.stringify(entries.filter(hasEvent))];
    await query(sql, orders === undefined ? values : [...values, JSON.stringify(orders)], name);
  };
};
