import type { ExpandedOrder, Order, Pet } from "@petstore/contract/routes";
import { type Order as Stored, Prisma } from "../generated/client.js";
import { petJson } from "../pets/store/pet-json.js";

export type OrderRow = Pick<Stored, "status" | "reference" | "createdAt" | "updatedAt"> & {
  readonly id: bigint | string;
  readonly petId: bigint | string;
};

export const orderColumns = Prisma.sql`id, pet_id AS "petId", status, reference,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export type ExpandedOrderRow = OrderRow & { readonly pet?: Pet | null };

/** The columns of a row of `store_order`, and its pet if that is asked for. */
export const expandedOrderColumns = (expand: "pet" | undefined): Prisma.Sql =>
  expand === undefined
    ? orderColumns
    : Prisma.sql`${orderColumns}, (SELECT (${petJson})::json FROM pet WHERE pet.id = store_order.pet_id) AS pet`;

export const toOrder = ({ id, petId, status, reference, createdAt, updatedAt }: OrderRow): Order => ({
  id: Number(id),
  petId: Number(petId),
  status,
  ...(reference !== null && { reference }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const toExpandedOrder = (row: ExpandedOrderRow): ExpandedOrder => ({
  ...toOrder(row),
  ...(row.pet !== undefined && { pet: row.pet }),
});
