import type { Pet } from "@petstore/contract/routes";
import { petNotFound, petReserved, preconditionFailed } from "../errors.js";
import { Prisma } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { isPetMatch, petColumns, type PetRow, toPet } from "../operation/pet-row.js";

export const petLocks = {
  nothing: Prisma.empty,
  // Allows concurrent references to the pet: its id does not change.
  change: Prisma.sql`FOR NO KEY UPDATE`,
  deletion: Prisma.sql`FOR UPDATE`,
};

type PetRequest = {
  readonly petId: number;
  readonly ifMatch: string | undefined;
  readonly lockedFor: keyof typeof petLocks;
};

/** @throws AppError 404; 412 if `If-Match` does not match. */
export const requirePet = async (tx: Transaction, { petId, ifMatch, lockedFor }: PetRequest): Promise<Pet> => {
  const [row] = await tx.$queryRaw<PetRow[]>`
    SELECT ${petColumns} FROM pet WHERE id = ${petId} ${petLocks[lockedFor]}`;
  if (row === undefined) throw petNotFound(petId);
  const pet = toPet(row);
  if (!isPetMatch(ifMatch, pet)) throw preconditionFailed("pet");
  return pet;
};

/** Call it after the statement that locks the pet, whose snapshot misses the orders that it waited for. */
export const requireUnreserved = async (tx: Transaction, petId: number): Promise<void> => {
  const order = await tx.order.findUnique({ where: { heldPetId: petId }, select: { id: true } });
  if (order !== null) throw petReserved(petId, Number(order.id));
};
