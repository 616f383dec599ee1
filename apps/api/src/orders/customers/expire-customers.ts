import type { Actor } from "@petstore/contract/routes";
import { lockRows } from "../../database/lock-row.js";
import { queryOf, type StoredId } from "../../database/query.js";
import { deletionOf, insertEvents } from "../../operation/audit-trail.js";
import type { Transaction } from "../../operation/operation.js";
import type { Row } from "../../operation/shape-row.js";
import { customerColumns, recordedCustomer, toCustomer } from "./customer-table.js";
import { eraseCustomers } from "./erase-customers.js";

/** The number of customers that each sweep checks. A million customers take a night. */
const STEP = 1_000;

const actor: Actor = { kind: "system", id: null, name: "retention" };

// The last order has the highest id, so it is found with one lookup in an index.
const isKept = `greatest(created_at, (
    SELECT created_at FROM store_order WHERE customer_id = customer.id ORDER BY id DESC LIMIT 1
  )) > now() - make_interval(months => $2::integer)
  OR EXISTS (SELECT FROM store_order WHERE customer_id = customer.id AND held_pet_id IS NOT NULL)`;

/**
 * Checks the next customers, and erases those who have not ordered for this long.
 * @param reached - The last customer of the previous step.
 * @returns the last customer of this step, or 0 at the end
 */
export const expireCustomers = async (tx: Transaction, months: number, reached: number): Promise<number> => {
  const query = queryOf(tx);
  const step = await query<{ id: StoredId; isKept: boolean }>(
    `SELECT id, (${isKept}) AS "isKept" FROM customer WHERE id > $1::bigint ORDER BY id LIMIT ${STEP}`,
    [reached, months],
  );
  const old = step.filter((one) => !one.isKept).map(({ id }) => Number(id));
  if (old.length > 0) await eraseOld(tx, months, old);
  return step.length < STEP ? 0 : Number(step.at(-1)?.id);
};

/** Checks the customers again under their locks, because a customer may have ordered in the meantime. */
const eraseOld = async (tx: Transaction, months: number, ids: readonly number[]) => {
  const query = queryOf(tx);
  const locked = [...(await lockRows(tx, "customer", ids, "deletion", "skip")).keys()];
  const sql = `SELECT ${customerColumns.sql} FROM customer WHERE id = ANY ($1::bigint[]) AND NOT (${isKept}) ORDER BY id`;
  const expired = (await query<Row>(sql, [locked, months])).map(toCustomer);
  const ofOrders = await eraseCustomers(
    tx,
    expired.map(({ id }) => id),
  );
  const erased = expired.map((customer) => deletionOf("customer", recordedCustomer(customer)));
  await insertEvents(query, actor, [...ofOrders, ...erased]);
};
