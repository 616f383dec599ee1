import type { Customer, NewCustomer } from "@petstore/contract/routes";
import { lockRows } from "../../database/lock-row.js";
import type { Query } from "../../database/query.js";
import { type AppError, customerTaken, orderedCustomerNotFound, type BodyPlace } from "../../errors.js";
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

/** The lock keeps the customers from being erased before the transaction ends. */
const ownersSql = `SELECT ${customerColumns.sql} FROM customer
  WHERE (email = $1::text OR ${digitsOf("phone")} = ${digitsOf("$2::text")}) AND id IS DISTINCT FROM $3::bigint
  ORDER BY id FOR KEY SHARE`;

type Addresses = { readonly email?: string | null | undefined; readonly phone?: string | null | undefined };

/** Finds the other customers who have the e-mail address or the telephone number. */
const findOwners = async (query: Query, { email, phone }: Addresses, id?: number): Promise<Customer[]> => {
  const isGiven = typeof email === "string" || typeof phone === "string";
  return isGiven ? (await query<Row>(ownersSql, [email ?? null, phone ?? null, id ?? null])).map(toCustomer) : [];
};

const refusalOf = (place: BodyPlace, { email }: Addresses, owners: readonly Customer[]): AppError =>
  customerTaken(
    ...owners.map((owner) => ({
      place: `${place}.${owner.email === email ? "email" : "phone"}` as const,
      customerId: owner.id,
    })),
  );

/** Returns the refusal if another customer has the e-mail address or the telephone number, and otherwise undefined. */
export const findTaken = async (query: Query, place: BodyPlace, addresses: Addresses, id?: number) => {
  const owners = await findOwners(query, addresses, id);
  return owners.length === 0 ? undefined : refusalOf(place, addresses, owners);
};

/** Adds a customer, or returns those who have the e-mail address or the telephone number. */
const addOrFind = async (query: Query, added: NewCustomer): Promise<Customer | readonly Customer[]> => {
  const { name, email = null, phone = null, address = null } = added;
  const [row] = await query<Row>(insertSql, [name, email, phone, address]);
  if (row !== undefined) return toCustomer(row);
  const owners = await findOwners(query, added);
  // The customer with the address may have been erased since.
  return owners.length === 0 ? addOrFind(query, added) : owners;
};

/** @throws AppError 409 if another customer has the e-mail address or the telephone number */
export const addCustomer = async (query: Query, added: NewCustomer): Promise<Customer> => {
  const found = await addOrFind(query, added);
  if (!("id" in found)) throw refusalOf("body", added, found);
  return found;
};

const digits = (phone: string | null | undefined) => phone?.replaceAll(/[^0-9]/g, "");

/** Tells whether the customer has all the data of the person in the body, so that both are the same person. */
const agrees = (known: Customer, { name, email, phone, address }: NewCustomer): boolean =>
  known.name.toLowerCase() === name.toLowerCase() &&
  (email === undefined || known.email === email) &&
  (phone === undefined || digits(known.phone) === digits(phone)) &&
  (address === undefined || known.address === address);

/** Adds the customer or, if the body says nothing else about the person, uses the customer with that address. */
const takeNew = async (query: Query, added: NewCustomer): Promise<Taken | AppError> => {
  const found = await addOrFind(query, added);
  if ("id" in found) return { customerId: found.id, entries: [creationOf("customer", recordedCustomer(found))] };
  const [owner, ...others] = found;
  return owner !== undefined && others.length === 0 && agrees(owner, added)
    ? { customerId: owner.id, entries: [] }
    : refusalOf("body.customer", added, found);
};

/**
 * Locks the customers that bodies name, so that they are not erased, and adds new customers. Call it before pets and
 * orders are locked; otherwise two transactions could deadlock.
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
      if (customer !== undefined) return takeNew(query, customer);
      if (customerId === undefined || customerId === null) return { customerId: undefined, entries: [] };
      if (locked.has(customerId)) return { customerId, entries: [] };
      return mode === "skip" ? "again" : orderedCustomerNotFound(customerId);
    }),
  );
};

/** Whether a call must run alone, because it may have to wait for another new customer. */
export const addsCustomer = ({ body }: { readonly body: Named }): boolean => body.customer !== undefined;
