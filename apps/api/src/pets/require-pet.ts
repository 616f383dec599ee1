import type { Pet } from "@petstore/contract/routes";
import { type LockStrength, lockRow } from "../database/lock-row.js";
import { petNotFound, preconditionFailed } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import { toPet } from "./store/pet-table.js";
import { isPetMatch } from "./store/pet-tags.js";

/**
 * Locks a pet until the transaction ends.
 * @returns the time of the lock by the database's clock.
 * @throws AppError 404
 */
export const lockPet = async (tx: Transaction, petId: number, strength: LockStrength = "update"): Promise<Date> => {
  const lockedAt = await lockRow(tx, "pet", petId, strength);
  if (lockedAt === undefined) throw petNotFound(petId);
  return lockedAt;
};

/** @throws AppError 404; 412 if `If-Match` does not match. */
export const checkPet = (pet: Pet | undefined, petId: number, ifMatch: string | undefined): Pet => {
  if (pet === undefined) throw petNotFound(petId);
  if (!isPetMatch(ifMatch, pet)) throw preconditionFailed("pet");
  return pet;
};

/** Reads a pet. The transaction must lock it if it will be changed. @throws AppError as {@link checkPet} does */
export const requirePet = async (tx: Pick<Transaction, "pet">, petId: number, ifMatch?: string): Promise<Pet> => {
  const row = await tx.pet.findUnique({ where: { id: petId } });
  return checkPet(row === null ? undefined : toPet(row), petId, ifMatch);
};
