import type { contract } from "@petstore/contract";
import { queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import type { Operation } from "../operation/operation.js";
import { petTag } from "../operation/pet-row.js";
import { updatePets } from "../operation/write-pets.js";
import { lockCategories } from "./lock-categories.js";
import { requirePet, requireUnreserved } from "./require-pet.js";

/** While an open order reserves the pet, only the order may change its status. */
export const updatePet =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.updatePet> =>
  async ({ params: { petId }, headers, body: { name, categoryId, status } }, change) => {
    const { tx, record } = change;
    const request = { petId, ifMatch: headers["if-match"] };
    if (categoryId !== undefined) {
      // A merge locks categories before pets: the other order could deadlock. A 404 or a 412 still takes precedence.
      await requirePet(tx, { ...request, lockedFor: "nothing" });
      await lockCategories(change, deps.config, [{ place: "body.categoryId", categoryId }]);
    }
    const current = await requirePet(tx, { ...request, lockedFor: "change" });
    if (status !== undefined && status !== current.status) await requireUnreserved(tx, petId);
    const pet = {
      id: petId,
      name: name ?? current.name,
      categoryId: categoryId ?? current.categoryId,
      status: status ?? current.status,
    };
    await updatePets(queryOf(tx), [pet]);
    record({ action: "pet.update", subject: { kind: "pet", id: petId }, before: current, after: pet });
    return { status: 200, body: pet, headers: { ETag: petTag(pet) } };
  };
