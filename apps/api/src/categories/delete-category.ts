import type { contract } from "@petstore/contract/routes";
import { moveCategory } from "../pets/store/move-category.js";
import { lockRow } from "../database/lock-row.js";
import { queryOf } from "../database/query.js";
import { categoryInUse, mergeInProgress, noSuchCategory } from "../errors.js";
import { deletionOf } from "../operation/audit-trail.js";
import { requireTag } from "../operation/if-match.js";
import type { UnattendedOperation } from "../operation/operation.js";
import { runningMerges } from "./category-merge-row.js";
import { newCategory } from "./category-row.js";
import { categoryTag } from "./category-tag.js";
import { findCategory } from "./find-category.js";

/**
 * Locks the category before it looks for pets, merges and attributes that use it. Under the lock, no pet can be added
 * or moved to the category and no merge of it can start. Everything that was in flight is committed.
 */
export const deleteCategory =
  (): UnattendedOperation<typeof contract.categories.deleteCategory> =>
  async ({ params: { categoryId }, headers }, { tx, record }) => {
    if ((await lockRow(tx, "category", categoryId, "deletion")) === undefined) throw noSuchCategory(categoryId);
    const ifMatch = headers["if-match"];
    if (ifMatch !== undefined) {
      const category = await findCategory(tx, categoryId);
      requireTag(ifMatch, "category", () => categoryTag(category));
    }
    const pet = await tx.pet.findFirst({ where: { categoryId }, select: { id: true } });
    if (pet !== null) throw categoryInUse(categoryId, pet.id);
    const [merge] = await runningMerges(queryOf(tx), { categoryId, into: categoryId });
    if (merge !== undefined) throw mergeInProgress(merge, "in_use");
    const deleted = await tx.category.delete({ where: { id: categoryId } });
    // Few attributes name categories. The category is locked, so no attribute can start to name it now.
    const naming = await tx.attribute.count({ where: { categoryIds: { has: categoryId } } });
    if (naming > 0) await moveCategory({ query: queryOf(tx), record }, categoryId);
    record(deletionOf("category", newCategory(deleted)));
    return { status: 204, body: undefined };
  };
