import type { NewCustomer } from "@petstore/contract/routes";
import { lockRows } from "../../database/lock-row.js";
import type { Query, StoredId } from "../../database/query.js";
import { type AppError, customerTaken, orderedCustomerNotFound } from "../../errors.js";
import { type AuditEntry, creationOf } from "../../operation/audit-trail.js";
import type { LockMode } from "../../operation/idempotency/verdict.js";
import type { Row } from "../../operation/shape-row.js";
import { customerColumns, recordedCustomer, toCustomer } from "./customer-table.js";

type Named = { readonly customerId?: number | null | undefined; readonly customer?: NewCustomer | undefined };

/** The customer that a body names, if any. */
export type Taken = { readonly customerId: number | undefined; readonly entries: readonly AuditEntry[] };

const insertSql = `INSERT INTO customer (name, email, phone, address) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING RETURNING ${customerColumns.sql}`;

const digitsOf = (phone: string) => `regexp_replace(${phone}, '[^0-9]', '', 'g')`;

const takenSql = `SELECT id, coalesce(email = $1::text, false) AS "hasEmail" FROM customer
  WHERE (email = $1::text OR ${digitsOf("phone")} = ${digitsOf("$2::text")}) AND id IS DISTINCT FROM $3::bigint ORDER BY id`;

type Addresses = { readonly email?: string | null | undefined; readonly phone?: string | null | undefined };

/** Returns the refusal if another customer has the e-mail address or the telephone number, and otherwise undefined. */
export const findTaken = async (query: Query, place: string, { email, phone }: Addresses, id?: number) => {
  const values = [email ?? null, phone ?? null, id ?? null];
  const isGiven = typeof email === "string" || typeof phone === "string";
  const rows = isGiven ? await query<{ id: StoredId; hasEmail: boolean }>(takenSql, values) : [];
  if (rows.length === 0) return undefined;
  return customerTaken(
    ...rows.map((row) => ({ place: `${place}.${row.hasEmail ? "email" : "phone"}`, customerId: Number(row.id) })),
  );
};

const addCustomer = async (query: Query, added: NewCustomer): Promise<Taken | AppError> => {
  const { name, email = null, phone = null, address = null } = added;
  const [row] = await query<Row>(insertSql, [name, email, phone, address]);
  // The customer with the address may have been erased since.
  if (row === undefined) return (await findTaken(query, "body.customer", added)) ?? addCustomer(query, added);
  const customer = toCustomer(row);
  return { customerId: customer.id, entries: [creationOf("customer", recordedCustomer(customer))] };
};

/**
 * Locks the customers that bodies name, so that they are not erased, and adds new ones. Call it before pets and orders
 * are locked; otherwise two transactions could deadlock.
 * @param mode - In the mode `wait` there is only one body. A body with a new customer is never together with others.
 */
export const takeCustomers = async (
  query: Query,
  bodies: readonly Named[],
  mode: LockMode,
): Promise<readonly (Taken | AppError | "again")[]> => {
  const ids = bodies.flatMap(({ customerId }) => customerId ?? []);
  const locked = await lockRows(query, "customer", ids, "reference", mode);
  return Promise.all(
    bodies.map(async ({ customerId, customer }) => {
      if (customer !== undefined) return addCustomer(query, customer);
      if (customerId === undefined || customerId === null) return { customerId: undefined, entries: [] };
      if (locked.has(customerId)) return { customerId, entries: [] };
      return mode === "skip" ? "again" : orderedCustomerNotFound(customerId);
    }),
  );
};

/** Whether a call must run alone, because it may have to wait for another new customer. */
export const addsCustomer = ({ body }: { readonly body: Named }): boolean => body.customer !== undefined;
