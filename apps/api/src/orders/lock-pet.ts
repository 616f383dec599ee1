import type { OrderStatus, Pet } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import { petUpdate } from "../operation/audit-trail.js";
import type { MutationContext, Transaction } from "../operation/operation.js";
import { petColumns, type PetRow, toPet } from "../operation/pet-row.js";
import { updatePets } from "../operation/write-pets.js";
import { petStatusFor } from "./order-status.js";

/** Before its order, or two transactions deadlock. NO KEY: inserts that refer to the pet do not wait; a deletion does. */
export const lockPet = async (tx: Transaction, petId: number | bigint): Promise<Pet | undefined> => {
  const [row] = await tx.$queryRaw<PetRow[]>`
    SELECT ${petColumns} FROM pet WHERE id = ${petId}::bigint FOR NO KEY UPDATE`;
  return row && toPet(row);
};

/** @returns The same object if the order leaves the pet as it is. */
export const petUnder = (orderStatus: OrderStatus, pet: Pet): Pet => {
  const status = petStatusFor(orderStatus);
  return status === undefined || status === pet.status ? pet : { ...pet, status };
};

export const updatePetStatus = async (
  { tx, record }: MutationContext,
  pet: Pet,
  orderStatus: OrderStatus,
): Promise<void> => {
  const after = petUnder(orderStatus, pet);
  if (after === pet) return;
  await updatePets(queryOf(tx), [after]);
  record(petUpdate(pet, after));
};
