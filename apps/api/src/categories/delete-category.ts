import type { contract } from "@petstore/contract";
import { isForeignKeyViolation } from "../database/errors.js";
import { categoryInUse, noSuchCategory } from "../errors.js";
import type { Operation } from "../operation.js";

/** Removes a category that no animal refers to. Whether one does, its foreign key tells: an animal may just be coming. */
export const deleteCategory =
  (): Operation<typeof contract.categories.deleteCategory> =>
  async ({ params: { categoryId } }, tx) => {
    try {
      const { count } = await tx.category.deleteMany({ where: { id: categoryId } });
      if (count === 0) throw noSuchCategory(categoryId);
    } catch (error) {
      throw isForeignKeyViolation(error) ? categoryInUse(categoryId) : error;
    }
    return { status: 204, body: undefined };
  };
