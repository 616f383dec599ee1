import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import type { Operation } from "../operation/operation.js";
import { deletePets } from "../operation/write-pets.js";
import { requirePet, requireUnreserved } from "./require-pet.js";

export const deletePet =
  (): Operation<typeof contract.pets.deletePet> =>
  async ({ params: { petId }, headers }, { tx, record }) => {
    // From here on no order can reserve the pet: its foreign key waits for this lock.
    const pet = await requirePet(tx, { petId, ifMatch: headers["if-match"], lockedFor: "deletion" });
    await requireUnreserved(tx, petId);
    await deletePets(queryOf(tx), [petId]);
    record({ action: "pet.delete", subject: { kind: "pet", id: petId }, before: pet, after: null });
    return { status: 204, body: undefined };
  };
