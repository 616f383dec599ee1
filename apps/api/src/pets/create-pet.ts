import { BASE_PATH, type contract, type Pet } from "@petstore/contract";
import type { Deps } from "../deps.js";
import type { Operation } from "../operation/operation.js";
import { lockCategories } from "./lock-categories.js";
import { petTag, toPet } from "../operation/pet-row.js";

/** The answer to whoever has added an animal, alone or in company. */
export const petAdded = (pet: Pet) =>
  ({ status: 201, body: pet, headers: { Location: `${BASE_PATH}/pets/${pet.id}`, ETag: petTag(pet) } }) as const;

/** Adds an animal. An id that no category has yet registers the category, unnamed, in the same transaction. */
export const createPet =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.createPet> =>
  async ({ body: { name, categoryId, status = "available" } }, change) => {
    const { tx, record } = change;
    await lockCategories(change, deps.config, [{ place: "body.categoryId", categoryId }]);
    const pet = toPet(await tx.pet.create({ data: { name, categoryId, status } }));
    record({ action: "pet.create", subject: { kind: "pet", id: pet.id }, before: null, after: pet });
    return petAdded(pet);
  };
