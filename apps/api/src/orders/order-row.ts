import type { contract, Customer, ExpandedOrder, Order, Pet } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import { type Order as Stored, Prisma } from "../generated/client.js";
import type { StoredId } from "../database/query.js";
import type { Seen } from "../operation/principal.js";
import { petJson } from "../pets/store/pet-json.js";
import { customerJson, fromCustomerJson } from "./customers/customer-table.js";

/** A row of SQL, or one of the model, whose ids are numbers and whose times are texts. */
export type OrderRow = Pick<Stored, "status" | "reference" | "priceCurrency" | "paidBy"> & {
  readonly id: StoredId | number;
  readonly petId: StoredId | number;
  readonly customerId: StoredId | number | null;
  readonly priceAmount: string | number | null;
  readonly paidAt: Date | string | null;
  readonly createdAt: Date | string;
  readonly updatedAt: Date | string;
  /** Present only for readers who may see it. */
  readonly note?: string | null;
};

const plainColumns = Prisma.sql`id, pet_id AS "petId", status, reference, customer_id AS "customerId",
  price_amount AS "priceAmount", price_currency AS "priceCurrency", paid_at AS "paidAt", paid_by AS "paidBy",
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
export const orderOf = (order: Order): Order => {
  const { id, petId, status, reference, customerId, price, payment, note, createdAt, updatedAt } = order;
  return {
    id,
    petId,
    status,
    reference,
    customerId,
    price,
    payment,
    ...(note !== undefined && { note }),
    createdAt,
    updatedAt,
  };
};

const priceOf = ({ priceAmount, priceCurrency }: OrderRow): Order["price"] =>
  priceAmount === null || priceCurrency === null ? null : { amount: Number(priceAmount), currency: priceCurrency };

const paymentOf = ({ paidAt, paidBy }: OrderRow): Order["payment"] =>
  paidAt === null || paidBy === null ? null : { paidAt: new Date(paidAt).toISOString(), means: paidBy };

/** The columns of a price and a payment, from orders that a statement has as JSON. */
export const givenMoney = `(price->>'amount')::numeric, price->>'currency', (payment->>'paidAt')::timestamptz,
     (payment->>'means')::payment_means`;

/** Returns the columns of a price and a payment. */
export const moneyColumns = ({ price, payment }: Pick<Order, "price" | "payment">) => ({
  priceAmount: price?.amount ?? null,
  priceCurrency: price?.currency ?? null,
  paidAt: payment?.paidAt ?? null,
  paidBy: payment?.means ?? null,
});

export const toOrder = (row: OrderRow): Order => {
  const { id, petId, status, reference, customerId, note, createdAt, updatedAt } = row;
  return orderOf({
    id: Number(id),
    petId: Number(petId),
    status,
    reference,
    customerId: customerId === null ? null : Number(customerId),
    price: priceOf(row),
    payment: paymentOf(row),
    ...(note !== undefined && { note }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  });
};

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
