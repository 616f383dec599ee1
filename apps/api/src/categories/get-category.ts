import type { contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import type { Operation } from "../operation/operation.js";
import { categoryTag } from "./category-tag.js";
import { findCategory } from "./find-category.js";

export const getCategory =
  (deps: { readonly database: Database }): Operation<typeof contract.categories.getCategory> =>
  async ({ params: { categoryId } }) => {
    const category = await findCategory(deps.database.reads.db, categoryId);
    return { status: 200, body: category, headers: { ETag: categoryTag(category) } };
  };
