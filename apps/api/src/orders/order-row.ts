import type { contract, Customer, ExpandedOrder, Order, Pet } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import { type Order as Stored, Prisma } from "../generated/client.js";
import type { StoredId } from "../database/query.js";
import type { Seen } from "../operation/principal.js";
import { petJson } from "../pets/store/pet-json.js";
import { customerJson, fromCustomerJson } from "./customers/customer-table.js";

/** A row of SQL, or one of the model, whose ids are numbers and whose times are texts. */
export type OrderRow = Pick<Stored, "status" | "reference"> & {
  readonly id: StoredId | number;
  readonly petId: StoredId | number;
  readonly customerId: StoredId | number | null;
  readonly createdAt: Date | string;
  readonly updatedAt: Date | string;
  /** Present only for readers who may see it. */
  readonly note?: string | null;
};

const plainColumns = Prisma.sql`id, pet_id AS "petId", status, reference, customer_id AS "customerId",
  created_at AS "createdAt"`;

export const orderColumns = Prisma.sql`${plainColumns}, updated_at AS "updatedAt", note`;

/** Readers who do not see notes must not see the time of a change that only concerned the note. */
const publicColumns = Prisma.sql`${plainColumns}, coalesce(public_updated_at, updated_at) AS "updatedAt"`;

export type ExpandedOrderRow = OrderRow & { readonly pet?: Pet | null; readonly customer?: Customer | null };

type Expand = ServerInferRequest<typeof contract.orders.getOrder>["query"]["expand"];

/** Returns the columns of `store_order` that a reader sees, with the requested expansions. */
export const expandedOrderColumns = (expand: Expand, seen: Seen): Prisma.Sql => {
  const asked = (what: "pet" | "customer") => [expand].flat().includes(what);
  return Prisma.join([
    seen === "all" ? orderColumns : publicColumns,
    ...(asked("pet")
      ? [Prisma.sql`(SELECT (${petJson})::json FROM pet WHERE pet.id = store_order.pet_id) AS pet`]
      : []),
    ...(asked("customer") && seen === "all"
      ? [Prisma.sql`(SELECT ${customerJson} FROM customer WHERE customer.id = store_order.customer_id) AS customer`]
      : []),
  ]);
};

/** Returns an order with its fields in the order of the body. */
export const orderOf = ({ id, petId, status, reference, customerId, note, createdAt, updatedAt }: Order): Order => ({
  id,
  petId,
  status,
  reference,
  customerId,
  ...(note !== undefined && { note }),
  createdAt,
  updatedAt,
});

export const toOrder = ({ id, petId, status, reference, customerId, note, createdAt, updatedAt }: OrderRow): Order =>
  orderOf({
    id: Number(id),
    petId: Number(petId),
    status,
    reference,
    customerId: customerId === null ? null : Number(customerId),
    ...(note !== undefined && { note }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  });

export const toExpandedOrder = (row: ExpandedOrderRow): ExpandedOrder => ({
  ...toOrder(row),
  ...(row.pet !== undefined && { pet: row.pet }),
  ...(row.customer !== undefined && { customer: row.customer && fromCustomerJson(row.customer) }),
});

/**
 * Returns the data of an order that the audit trail keeps. The trail is never erased, so it leaves out everything that
 * staff write about a person.
 */
export const recordedOrder = ({ note: _, ...recorded }: Order): Order => recorded;
