import type { Order } from "@petstore/contract";
import { type Order as Stored, Prisma } from "../generated/client.js";

/** A row of store_order, as Prisma or pg reads it. */
export type OrderRow = Pick<Stored, "status" | "reference" | "createdAt" | "updatedAt"> & {
  readonly id: bigint | string;
  readonly petId: bigint | string;
};

/** The columns of store_order that `toOrder` reads. */
export const orderColumns = Prisma.sql`id, pet_id AS "petId", status, reference,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** A row as the interface shows it. Prisma reads its ids as bigint, pg as text; the CHECKs keep them inside a number. */
export const toOrder = ({ id, petId, status, reference, createdAt, updatedAt }: OrderRow): Order => ({
  id: Number(id),
  petId: Number(petId),
  status,
  ...(reference !== null && { reference }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
