import type { contract } from "@petstore/contract/routes";
import { isUniqueViolation } from "../database/errors.js";
import { lockRow } from "../database/lock-row.js";
import { categoryNameTaken, noSuchCategory } from "../errors.js";
import { updateOf } from "../operation/audit-trail.js";
import { requireMatch } from "../operation/etag.js";
import type { Operation } from "../operation/operation.js";
import { updated } from "../operation/resource-answers.js";
import { findCategory } from "./find-category.js";

export const updateCategory =
  (): Operation<typeof contract.categories.updateCategory> =>
  async ({ params: { categoryId }, headers, body: { name } }, { tx, record }) => {
    // The old name is read under the row lock, so each of several concurrent renames records the right one.
    const lockedAt = await lockRow(tx, "category", categoryId, "update");
    if (lockedAt === undefined) throw noSuchCategory(categoryId);
    const before = await findCategory(tx, categoryId);
    requireMatch(headers["if-match"], "category", before);
    await tx.category.update({ where: { id: categoryId }, data: { name } }).catch((error: unknown) => {
      throw isUniqueViolation(error, "category_name_key") ? categoryNameTaken(name) : error;
    });
    const category = { ...before, name };
    if (before.name !== name) record(updateOf("category", before, category));
    return updated(category);
  };
