import { type contract, identityOf } from "@petstore/contract/routes";
import { lockRow } from "../database/lock-row.js";
import { categoriesNamed, isNameOfAnother } from "../database/named-categories.js";
import { queryOf } from "../database/query.js";
import { nameTaken, noSuchCategory } from "../errors.js";
import { updateOf } from "../operation/audit-trail.js";
import { requireTag } from "../operation/if-match.js";
import type { Operation } from "../operation/operation.js";
import { updated } from "../operation/resource-answers.js";
import { categoryTag } from "./category-tag.js";
import { findCategory } from "./find-category.js";

export const updateCategory =
  (): Operation<typeof contract.categories.updateCategory> =>
  async ({ params: { categoryId }, headers, body: { name } }, { tx, record }) => {
    // The old name is read under the row lock, so each of several concurrent renames records the right one.
    const lockedAt = await lockRow(tx, "category", categoryId, "update");
    if (lockedAt === undefined) throw noSuchCategory(categoryId);
    const before = await findCategory(tx, categoryId);
    requireTag(headers["if-match"], "category", () => categoryTag(before));
    if (name === undefined || name === before.name) return updated(before, categoryTag(before));
    const owner = (await categoriesNamed(queryOf(tx), [name])).get(name);
    if (owner !== undefined && owner !== categoryId) throw nameTaken("category", owner);
    await tx.category
      .update({ where: { id: categoryId }, data: { name, identity: identityOf(name), updatedAt: lockedAt } })
      .catch((error: unknown) => {
        // Another request took the name since. The transaction has failed, so it cannot ask which category has it now.
        throw isNameOfAnother(error) ? nameTaken("category", undefined) : error;
      });
    const category = { ...before, name, updatedAt: lockedAt.toISOString() };
    record(updateOf("category", before, category));
    return updated(category, categoryTag(category));
  };
