import type { contract, Pet, PetChange } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import { petUpdate } from "../operation/audit-trail.js";
import type { Operation } from "../operation/operation.js";
import { petTag } from "../operation/pet-row.js";
import { updatePets } from "../operation/write-pets.js";
import { lockCategories } from "./lock-categories.js";
import { requirePet, requireUnreserved } from "./require-pet.js";

export const applyChange = (current: Pet, { name, categoryId, status }: PetChange): Pet => ({
  id: current.id,
  name: name ?? current.name,
  categoryId: categoryId ?? current.categoryId,
  status: status ?? current.status,
});

export const petUpdated = (pet: Pet) => ({ status: 200, body: pet, headers: { ETag: petTag(pet) } }) as const;

/** While an open order reserves the pet, only the order may change its status. */
export const updatePet =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.updatePet> =>
  async ({ params: { petId }, headers, body }, change) => {
    const { tx, record } = change;
    const request = { petId, ifMatch: headers["if-match"] };
    if (body.categoryId !== undefined) {
      // A merge locks categories before pets: the other order could deadlock. A 404 or a 412 still takes precedence.
      await requirePet(tx, { ...request, lockedFor: "nothing" });
      await lockCategories(change, deps.config, [{ place: "body.categoryId", categoryId: body.categoryId }]);
    }
    const current = await requirePet(tx, { ...request, lockedFor: "change" });
    const pet = applyChange(current, body);
    if (pet.status !== current.status) await requireUnreserved(tx, petId);
    await updatePets(queryOf(tx), [pet]);
    record(petUpdate(current, pet));
    return petUpdated(pet);
  };
