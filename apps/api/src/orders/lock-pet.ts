import type { OrderStatus, Pet } from "@petstore/contract";
import type { Change, Transaction } from "../operation/operation.js";
import { petColumns, type PetRow, toPet } from "../operation/pet-row.js";
import { petStatusAt } from "./order-status.js";

/**
 * Locks an animal until the transaction ends, and answers it; undefined where there is none. Whatever places or
 * changes an order locks its animal first, and only then the order: so nothing waits in a circle, and who reads a status
 * under this lock reads the one that holds.
 *
 * NO KEY: the locks that foreign keys take on the row, KEY SHARE, need not wait for it; a deletion does.
 */
export const lockPet = async (tx: Transaction, petId: number | bigint): Promise<Pet | undefined> => {
  const [row] = await tx.$queryRaw<PetRow[]>`
    SELECT ${petColumns} FROM pet WHERE id = ${petId}::bigint FOR NO KEY UPDATE`;
  return row && toPet(row);
};

/** Lets the animal, which is held, follow its order there. */
export const movePet = async ({ tx, record }: Change, pet: Pet, orderStatus: OrderStatus): Promise<void> => {
  const status = petStatusAt(orderStatus);
  if (status === undefined || status === pet.status) return;
  await tx.pet.update({ where: { id: pet.id }, data: { status } });
  record({ action: "pet.update", subject: { kind: "pet", id: pet.id }, before: pet, after: { ...pet, status } });
};
