import type { contract } from "@petstore/contract/routes";
import { isUniqueViolation } from "../database/errors.js";
import { lockRow } from "../database/lock-row.js";
import { categoryNameTaken, noSuchCategory } from "../errors.js";
import { updateOf } from "../operation/audit-trail.js";
import type { Operation } from "../operation/operation.js";
import { updated } from "../operation/resource-answers.js";
import { findCategory } from "./find-category.js";
import { requireCategory } from "./require-category.js";

export const updateCategory =
  (): Operation<typeof contract.categories.updateCategory> =>
  async ({ params: { categoryId }, headers, body: { name } }, { tx, record }) => {
    await requireCategory(tx, { categoryId, ifMatch: headers["if-match"], lockedFor: "update" });
    // The old name is read under the row lock, so each of several concurrent renames records the right one.
    await lockRow(tx, "category", categoryId, "update");
    const before = await tx.category.findUnique({ where: { id: categoryId } });
    if (before === null) throw noSuchCategory(categoryId);
    await tx.category.update({ where: { id: categoryId }, data: { name } }).catch((error: unknown) => {
      throw isUniqueViolation(error, "category_name_key") ? categoryNameTaken(name) : error;
    });
    const category = await findCategory(tx, categoryId);
    if (before.name !== name) record(updateOf("category", { ...category, name: before.name }, category));
    return updated(category);
  };
