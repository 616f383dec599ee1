import { BASE_PATH, IDEMPOTENCY_HOURS } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { type AuditEntry, updateOf } from "../../operation/audit-trail.js";
import { orderColumns, type OrderRow, recordedOrder, toOrder } from "../order-row.js";
import type { Transaction } from "../../operation/operation.js";
import { eraseViews, type Person } from "./erase-views.js";
import { forgottenOutcome } from "./forgotten-outcome.js";

type Erased = OrderRow & { readonly changedAt: Date; readonly isRecent: boolean };

/**
 * Also removes the notes of orders that the customer had earlier. Readers without access to notes do not see this
 * change.
 */
const eraseSql = `
  WITH was AS (
    SELECT ${orderColumns.sql} FROM store_order
    WHERE customer_id = ANY ($1::bigint[]) OR former_customer_ids && $1::bigint[] ORDER BY id FOR UPDATE
  )
  UPDATE store_order SET customer_id = CASE WHEN customer_id = ANY ($1::bigint[]) THEN NULL ELSE customer_id END,
    note = NULL, former_customer_ids = NULL,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond'),
    public_updated_at = CASE WHEN (customer_id = ANY ($1::bigint[])) IS NOT TRUE THEN coalesce(public_updated_at, updated_at) END
  FROM was WHERE store_order.id = was.id
  RETURNING was.*, updated_at AS "changedAt", created_at > now() - interval '${IDEMPOTENCY_HOURS} hours' AS "isRecent"`;

// Other strings in the JSON cannot contain these patterns, because their quotes are escaped with backslashes. An order
// of an erased customer may belong to another customer by now.
const eraseOutcomesSql = String.raw`UPDATE stored_outcome
  SET body = regexp_replace(regexp_replace(body, ',"note":"(?:[^"\\]|\\.)*"', ',"note":null'), ',"customerId":[0-9]+', ',"customerId":null')
  WHERE status = 201 AND headers ->> 'Location' LIKE '${BASE_PATH}/orders/%' AND (
    headers ->> 'Location' = ANY ($1::text[]) OR substring(body FROM ',"customerId":([0-9]+)')::bigint = ANY ($2::bigint[]))`;

/** Deletes the stored outcomes of the requests that added the customers. */
export const forgetCreations = async (tx: Transaction, ids: readonly number[]): Promise<void> => {
  const added = ids.map((id) => ({ headers: { path: ["Location"], equals: `${BASE_PATH}/customers/${id}` } }));
  await tx.storedOutcome.updateMany({ where: { status: 201, OR: added }, data: forgottenOutcome });
};

/**
 * Erases customers, the notes of their orders, and what stored outcomes and saved views contain about them.
 * @param tx - A transaction that has locked these customers FOR UPDATE, so nobody can order for them in the meantime.
 * @returns the audit entries of their orders
 */
export const eraseCustomers = async (tx: Transaction, ids: readonly number[]): Promise<AuditEntry[]> => {
  const query = queryOf(tx);
  const where = { id: { in: [...ids] } };
  const select = { name: true, email: true, phone: true, address: true };
  const persons: Person[] = await tx.customer.findMany({ where, orderBy: { id: "asc" }, select });
  const rows = await query<Erased>(eraseSql, [ids]);
  const recent = rows.filter(({ isRecent }) => isRecent).map(({ id }) => `${BASE_PATH}/orders/${id}`);
  await query(eraseOutcomesSql, [recent, ids]);
  await forgetCreations(tx, ids);
  await tx.customer.deleteMany({ where });
  await eraseViews(
    query,
    persons,
    rows.flatMap(({ note }) => note ?? []),
  );
  return rows.map((row) => {
    const isTheirs = ids.includes(Number(row.customerId));
    const after = { ...row, customerId: isTheirs ? null : row.customerId, note: null, updatedAt: row.changedAt };
    return updateOf("order", recordedOrder(toOrder(row)), recordedOrder(toOrder(after)));
  });
};
