import { BASE_PATH, IDEMPOTENCY_HOURS } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { type AuditEntry, updateOf } from "../../operation/audit-trail.js";
import { orderColumns, type OrderRow, recordedOrder, toOrder } from "../order-row.js";

type Erased = OrderRow & { readonly changedAt: Date; readonly isRecent: boolean };

const eraseSql = `
  WITH was AS (
    SELECT ${orderColumns.sql} FROM store_order WHERE customer_id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE
  )
  UPDATE store_order SET customer_id = NULL, note = NULL,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
  FROM was WHERE store_order.id = was.id
  RETURNING was.*, updated_at AS "changedAt", created_at > now() - interval '${IDEMPOTENCY_HOURS} hours' AS "isRecent"`;

// No other string of JSON has a quote without a backslash.
const eraseOutcomesSql = String.raw`UPDATE stored_outcome
  SET body = regexp_replace(regexp_replace(body, ',"note":"(?:[^"\\]|\\.)*"', ''), ',"customerId":[0-9]+', '')
  WHERE status = 201 AND headers ->> 'Location' = ANY ($1::text[])`;

/**
 * Erases customers, the notes of their orders, and what stored outcomes have of them.
 * @param query - Of a transaction that locks these customers FOR UPDATE: nobody orders for them meanwhile.
 * @returns what has become of their orders, for the audit trail
 */
export const eraseCustomers = async (query: Query, ids: readonly number[]): Promise<AuditEntry[]> => {
  const rows = await query<Erased>(eraseSql, [ids]);
  const recent = rows.filter(({ isRecent }) => isRecent).map(({ id }) => `${BASE_PATH}/orders/${id}`);
  if (recent.length > 0) await query(eraseOutcomesSql, [recent]);
  await query("DELETE FROM customer WHERE id = ANY ($1::bigint[])", [ids]);
  return rows.map((row) => {
    const after = { ...row, customerId: null, note: null, updatedAt: row.changedAt };
    return updateOf("order", recordedOrder(toOrder(row)), recordedOrder(toOrder(after)));
  });
};
