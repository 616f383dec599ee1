import type { contract } from "@petstore/contract/routes";
import { moveCategory } from "../pets/store/move-category.js";
import { isForeignKeyViolation } from "../database/errors.js";
import { queryOf } from "../database/query.js";
import { categoryInUse, noSuchCategory } from "../errors.js";
import { deletionOf } from "../operation/audit-trail.js";
import type { UnattendedOperation } from "../operation/operation.js";
import { type CategoryRow, toCategory } from "./category-row.js";
import { requireCategory } from "./require-category.js";

/** The foreign key decides, not a SELECT: a concurrent transaction may be adding a pet. */
export const deleteCategory =
  (): UnattendedOperation<typeof contract.categories.deleteCategory> =>
  async ({ params: { categoryId }, headers }, { tx, record }) => {
    await requireCategory(tx, { categoryId, ifMatch: headers["if-match"], lockedFor: "deletion" });
    try {
      const [row] = await tx.$queryRaw<CategoryRow[]>`
        DELETE FROM category WHERE id = ${categoryId}::bigint RETURNING id, name, 0::bigint AS "petCount"`;
      if (row === undefined) throw noSuchCategory(categoryId);
      await moveCategory({ query: queryOf(tx), record }, categoryId);
      record(deletionOf("category", toCategory(row)));
    } catch (error) {
      throw isForeignKeyViolation(error) ? categoryInUse(categoryId) : error;
    }
    return { status: 204, body: undefined };
  };
