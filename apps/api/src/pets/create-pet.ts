import { BASE_PATH, type contract, type Pet } from "@petstore/contract";
import { queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import { insertPets } from "../operation/insert-pets.js";
import type { Operation } from "../operation/operation.js";
import { petTag } from "../operation/pet-row.js";
import { lockCategories } from "./lock-categories.js";

export const petCreated = (pet: Pet) =>
  ({ status: 201, body: pet, headers: { Location: `${BASE_PATH}/pets/${pet.id}`, ETag: petTag(pet) } }) as const;

export const createPet =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.createPet> =>
  async ({ body }, change) => {
    const { tx, record } = change;
    await lockCategories(change, deps.config, [{ place: "body.categoryId", categoryId: body.categoryId }]);
    const [pet] = (await insertPets(queryOf(tx), [body])) as [Pet];
    record({ action: "pet.create", subject: { kind: "pet", id: pet.id }, before: null, after: pet });
    return petCreated(pet);
  };
