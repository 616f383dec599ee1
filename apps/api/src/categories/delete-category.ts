import type { Category, contract } from "@petstore/contract/routes";
import { moveCategory } from "../pets/store/move-category.js";
import { isForeignKeyViolation, isMissingRow } from "../database/errors.js";
import { queryOf } from "../database/query.js";
import { categoryInUse, noSuchCategory } from "../errors.js";
import { deletionOf } from "../operation/audit-trail.js";
import type { UnattendedOperation } from "../operation/operation.js";
import { requireCategory } from "./require-category.js";

/**
 * The foreign key decides whether the category has pets. A SELECT could not, because a concurrent transaction may be
 * adding a pet.
 */
export const deleteCategory =
  (): UnattendedOperation<typeof contract.categories.deleteCategory> =>
  async ({ params: { categoryId }, headers }, { tx, record }) => {
    await requireCategory(tx, { categoryId, ifMatch: headers["if-match"], lockedFor: "deletion" });
    try {
      const { name } = await tx.category.delete({ where: { id: categoryId } });
      // Few categories are named by an attribute. The category is locked, so no attribute can start to name it now.
      const naming = await tx.attribute.count({ where: { categoryIds: { has: categoryId } } });
      if (naming > 0) await moveCategory({ query: queryOf(tx), record }, categoryId);
      const deleted: Category = { id: categoryId, name, petCount: 0 };
      record(deletionOf("category", deleted));
    } catch (error) {
      if (isMissingRow(error)) throw noSuchCategory(categoryId);
      throw isForeignKeyViolation(error) ? categoryInUse(categoryId) : error;
    }
    return { status: 204, body: undefined };
  };
