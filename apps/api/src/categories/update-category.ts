import type { contract } from "@petstore/contract";
import { isUniqueViolation } from "../database/errors.js";
import { categoryNameTaken, noSuchCategory } from "../errors.js";
import type { Operation } from "../operation.js";
import { findCategory } from "./find-category.js";

/** Names a category. Its own name in other letters is free to it. */
export const updateCategory =
  (): Operation<typeof contract.categories.updateCategory> =>
  async ({ params: { categoryId }, body: { name } }, tx) => {
    try {
      const { count } = await tx.category.updateMany({ where: { id: categoryId }, data: { name } });
      if (count === 0) throw noSuchCategory(categoryId);
    } catch (error) {
      throw isUniqueViolation(error, "category_name_key") ? categoryNameTaken(name) : error;
    }
    return { status: 200, body: await findCategory(tx, categoryId) };
  };
