import type { contract } from "@petstore/contract/routes";
import type { Deps } from "../deps.js";
import type { Operation } from "../operation/operation.js";
import { findCategory } from "./find-category.js";

export const getCategory =
  (deps: Pick<Deps, "database">): Operation<typeof contract.categories.getCategory> =>
  async ({ params: { categoryId } }) => ({ status: 200, body: await findCategory(deps.database.reads.db, categoryId) });
