import type { contract } from "@petstore/contract";
import type { Deps } from "../deps.js";
import type { Operation } from "../operation.js";
import { checkCategories, holdCategories } from "./hold-categories.js";
import { toPet } from "../pet-row.js";

/** Adds many animals, all or none. A dry run checks the same and writes nothing. */
export const createPetBatch =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.createPetBatch> =>
  async ({ query: { dryRun = false }, body }, change) => {
    const { tx, record } = change;
    const references = body.map(({ categoryId }, at) => ({ place: `body.${at}.categoryId`, categoryId }));
    if (dryRun) {
      await checkCategories(tx, deps.config, references);
      return { status: 200, body: { valid: true, count: body.length } };
    }
    await holdCategories(change, deps.config, references);
    const data = body.map(({ name, categoryId, status = "available" }) => ({ name, categoryId, status }));
    // PostgreSQL draws the ids in the order of the rows, but need not return them in it.
    const pets = (await tx.pet.createManyAndReturn({ data })).map(toPet).toSorted((a, b) => a.id - b.id);
    for (const pet of pets) {
      record({ action: "pet.create", subject: { kind: "pet", id: pet.id }, before: null, after: pet });
    }
    return { status: 201, body: pets };
  };
