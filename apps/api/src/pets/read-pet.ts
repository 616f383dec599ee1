import type { Pet } from "@petstore/contract";
import { petNotFound, petReserved } from "../errors.js";
import { requireMatch } from "../operation/etag.js";
import { Prisma } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { petColumns, type PetRow, petTag, toPet } from "../operation/pet-row.js";

/** How an animal is kept from others while it is read. */
const locks = {
  nothing: Prisma.empty,
  // What else refers to the animal need not wait: its id stays.
  change: Prisma.sql`FOR NO KEY UPDATE`,
  deletion: Prisma.sql`FOR UPDATE`,
};

type Wanted = { readonly petId: number; readonly ifMatch: string | undefined; readonly lockedFor: keyof typeof locks };

/**
 * Reads the animal that a request is about. Where it is locked, it stays as it is read until the transaction ends.
 * @throws AppError 404 where it does not exist, 412 where it is not what `If-Match` asks for.
 */
export const readPet = async (tx: Transaction, { petId, ifMatch, lockedFor }: Wanted): Promise<Pet> => {
  const [row] = await tx.$queryRaw<PetRow[]>`
    SELECT ${petColumns} FROM pet WHERE id = ${petId} ${locks[lockedFor]}`;
  if (row === undefined) throw petNotFound(petId);
  const pet = toPet(row);
  requireMatch(ifMatch, petTag(pet));
  return pet;
};

/**
 * A statement of its own, to come after the one that locks the animal: what that one waited for, it could not see.
 * @throws AppError 409 where an open order holds the animal.
 */
export const requireUnreserved = async (tx: Transaction, petId: number): Promise<void> => {
  const order = await tx.order.findUnique({ where: { heldPetId: petId }, select: { id: true } });
  if (order !== null) throw petReserved(petId, Number(order.id));
};
