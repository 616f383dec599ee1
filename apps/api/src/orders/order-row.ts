import type { Order } from "@petstore/contract/routes";
import { type Order as Stored, Prisma } from "../generated/client.js";

export type OrderRow = Pick<Stored, "status" | "reference" | "createdAt" | "updatedAt"> & {
  readonly id: bigint | string;
  readonly petId: bigint | string;
};

export const orderColumns = Prisma.sql`id, pet_id AS "petId", status, reference,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export const toOrder = ({ id, petId, status, reference, createdAt, updatedAt }: OrderRow): Order => ({
  id: Number(id),
  petId: Number(petId),
  status,
  ...(reference !== null && { reference }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
