import type { OrderStatus } from "@petstore/contract";
import type { PetStatus } from "../generated/client.js";
import type { Transaction } from "../operation.js";
import { petStatusAt } from "./order-status.js";

/**
 * Locks an animal until the transaction ends, and answers its status; undefined where there is none. Whatever places or
 * changes an order locks its animal first, and only then the order: so nothing waits in a circle, and who reads a status
 * under this lock reads the one that holds.
 *
 * NO KEY: the locks that foreign keys take on the row, KEY SHARE, need not wait for it; a deletion does.
 */
export const holdPet = async (tx: Transaction, petId: number | bigint): Promise<PetStatus | undefined> => {
  const [pet] = await tx.$queryRaw<{ status: PetStatus }[]>`
    SELECT status FROM pet WHERE id = ${petId}::bigint FOR NO KEY UPDATE`;
  return pet?.status;
};

/** Lets the animal, which is held, follow its order there. */
export const movePet = async (tx: Transaction, petId: number | bigint, orderStatus: OrderStatus): Promise<void> => {
  const status = petStatusAt(orderStatus);
  if (status !== undefined) await tx.pet.update({ where: { id: petId }, data: { status } });
};
