import { Customer, IDEMPOTENCY_HOURS } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { Prisma } from "../../generated/client.js";
import { contains } from "../../operation/listing/contains.js";
import { rowsOf } from "../../operation/resource-rows.js";

const { columns, toOne } = rowsOf(Customer);

export { columns as customerColumns, toOne as toCustomer };

/** One row of `customer`, as JSON. */
export const customerJson = Prisma.sql`(SELECT row_to_json(one) FROM (SELECT ${columns}) AS one)`;

/** PostgreSQL writes times in another format. */
export const fromCustomerJson = (json: Customer): Customer =>
  toOne({ ...json, createdAt: new Date(json.createdAt), updatedAt: new Date(json.updatedAt) });

/** What the audit trail has of a person, which is never erased. */
export const recordedCustomer = ({ id, createdAt, updatedAt }: Customer) => ({ id, createdAt, updatedAt });

/** What a search is for: a number, `#5`, a text that has trigrams, or both. */
export const searchedFor = (q: string) => ({
  number: /^#?([0-9]{1,16})$/.exec(q)?.[1],
  text: Array.from(q).length < 3 ? undefined : q,
});

/** Whether a row of `customer` has a text, or a telephone number that is written in another way. */
export const customerHas = (text: string): Prisma.Sql => {
  const digits = /^[0-9+()./ -]+$/.test(text) ? text.replaceAll(/[^0-9]/g, "") : "";
  const texts = digits.length < 3 || digits === text ? [text] : [text, digits];
  return Prisma.join(
    texts.map((one) => contains(Prisma.sql`found_by`, one)),
    " OR ",
    "(",
    ")",
  );
};

const eraseSql = `WITH ordered AS (
    UPDATE store_order SET customer_id = NULL, note = NULL WHERE customer_id = ANY ($1::bigint[])
    RETURNING id, created_at
  )
  SELECT array_agg('/v1/orders/' || id) AS paths FROM ordered WHERE created_at > now() - interval '${IDEMPOTENCY_HOURS} hours'`;

// No other string of JSON has a quote without a backslash.
const eraseOutcomesSql = String.raw`UPDATE stored_outcome
  SET body = regexp_replace(regexp_replace(body, ',"note":"(?:[^"\\]|\\.)*"', ''), ',"customerId":[0-9]+', '')
  WHERE status = 201 AND headers ->> 'Location' = ANY ($1::text[])`;

/** @param query - Of a transaction that locks these customers FOR UPDATE: nobody orders for them meanwhile. */
export const eraseCustomers = async (query: Query, ids: readonly number[]): Promise<void> => {
  const [recent] = await query<{ paths: string[] | null }>(eraseSql, [ids]);
  if (recent?.paths) await query(eraseOutcomesSql, [recent.paths]);
  await query("DELETE FROM customer WHERE id = ANY ($1::bigint[])", [ids]);
};
