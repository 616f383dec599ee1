import type { contract, Pet } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import { petCreation } from "../operation/audit-trail.js";
import { insertPets } from "../operation/insert-pets.js";
import type { Operation, Shortcut } from "../operation/operation.js";
import { type BatchDeps, createInBatches } from "./create-pet.js";
import { checkCategories, lockCategories } from "./lock-categories.js";

const petsCreated = (pets: Pet[]) => ({ status: 201 as const, body: pets });

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
    for (const pet of pets) record(petCreation(pet));
    return petsCreated(pets);
  };

/** A notification holds the changes of some 230 pets: a commit of more empties the response caches of other processes. */
const MAX_PETS_AT_ONCE = 128;
const MAX_SHARED_PETS = 100;

/** Declines what `createPetBatcher` does, and large batches. */
export const createPetBatchBatcher = (deps: BatchDeps): Shortcut<typeof contract.pets.createPetBatch> => {
  const create = createInBatches(deps, petsCreated, {
    name: "createPetBatch",
    lane: "bulkWrites",
    maxBatchSize: MAX_PETS_AT_ONCE,
    sizeOf: ({ pets }) => pets.length,
  });
  return async ({ body }, { actor, flow }, keyed) =>
    body.length > MAX_SHARED_PETS ? undefined : create(flow, { pets: body, actor, keyed });
};
