import type { contract } from "@petstore/contract";
import { queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import { insertPets } from "../operation/insert-pets.js";
import type { Operation } from "../operation/operation.js";
import { checkCategories, lockCategories } from "./lock-categories.js";

export const createPetBatch =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.createPetBatch> =>
  async ({ query: { dryRun = false }, body }, change) => {
    const { tx, record } = change;
    const references = body.map(({ categoryId }, at) => ({ place: `body.${at}.categoryId`, categoryId }));
    if (dryRun) {
      await checkCategories(tx, deps.config, references);
      return { status: 200, body: { valid: true, count: body.length } };
    }
    await lockCategories(change, deps.config, references);
    const pets = await insertPets(queryOf(tx), body);
    for (const pet of pets) {
      record({ action: "pet.create", subject: { kind: "pet", id: pet.id }, before: null, after: pet });
    }
    return { status: 201, body: pets };
  };
