import type { Actor, Order, Pet } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { type AuditEntry, eventInsert, hasEvent } from "../../operation/audit-trail.js";
import { updateSql, valuesOf } from "./write-pets.js";

/** An audit entry with its actor, because the entries of a batch come from several callers. */
export type ActorEntry = AuditEntry & { readonly actor: Actor };

const recordedSql = eventInsert(`SELECT * FROM ROWS FROM (jsonb_to_recordset($1::jsonb)
  AS (actor jsonb, action text, subject jsonb, before jsonb, after jsonb)) WITH ORDINALITY
  AS recorded (actor, action, subject, before, after, place)`);

type Writes = {
  /** Each pet occurs once, and is locked. */
  readonly pets: readonly Pet[];
  /** The entries, in the order of their events. */
  readonly entries: readonly ActorEntry[];
  readonly orders?: readonly Order[];
};

/**
 * The last statement of a batch, which writes its pets, their events and its orders.
 * @param name - The name of the prepared statement.
 * @param orderSql - The SQL that writes the orders, which it gets as JSON in $2.
 */
export const createBatchWrite = (name: string, orderSql?: string) => {
  const ordersWritten = orderSql === undefined ? "" : `, ordered AS (${orderSql})`;
  const sql = `WITH updated AS (${updateSql(orderSql === undefined ? 2 : 3)})${ordersWritten} ${recordedSql}`;
  return async (query: Query, { pets, entries, orders }: Writes): Promise<void> => {
    if (entries.length === 0) return;
    const events = JSON.stringify(entries.filter(hasEvent));
    await query(sql, [events, ...(orders === undefined ? [] : [JSON.stringify(orders)]), ...valuesOf(pets)], name);
  };
};
