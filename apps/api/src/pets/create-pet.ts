import { BASE_PATH, type contract } from "@petstore/contract";
import { isForeignKeyViolation } from "../database/errors.js";
import type { Deps } from "../deps.js";
import { categoryNotFound } from "../errors.js";
import type { Operation } from "../operation.js";
import { toPet } from "./pet-row.js";

/**
 * Adds an animal. An id that no category has yet registers the category, unnamed, in the same transaction; with
 * `CATEGORY_POLICY=require` it is refused instead, and it is the foreign key that refuses.
 */
export const createPet =
  (deps: Pick<Deps, "db" | "config">): Operation<typeof contract.pets.createPet> =>
  async ({ body: { name, categoryId, status = "available" } }) => {
    const create = deps.db.pet.create({ data: { name, categoryId, status } });
    const register = deps.db.category.createMany({ data: { id: categoryId }, skipDuplicates: true });
    try {
      const row =
        deps.config.categoryPolicy === "require" ? await create : (await deps.db.$transaction([register, create]))[1];
      const pet = toPet(row);
      return { status: 201, body: pet, headers: { Location: `${BASE_PATH}/pets/${pet.id}` } };
    } catch (error) {
      if (isForeignKeyViolation(error)) throw categoryNotFound(categoryId);
      throw error;
    }
  };
