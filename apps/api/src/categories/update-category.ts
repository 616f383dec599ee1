import type { contract } from "@petstore/contract/routes";
import { isUniqueViolation } from "../database/errors.js";
import { categoryNameTaken, noSuchCategory } from "../errors.js";
import { updateOf } from "../operation/audit-trail.js";
import type { Operation, Transaction } from "../operation/operation.js";
import { updated } from "../operation/resource-answers.js";
import { petCountOfCategory } from "../pets/store/pet-counts.js";
import { type CategoryRow, toCategory } from "./category-row.js";
import { requireCategory } from "./require-category.js";

type NamedRow = CategoryRow & { readonly nameBefore: string | null };

/** The old name is read under the row lock, so concurrent renames each record the right one. */
const nameCategory = async (tx: Transaction, categoryId: number, name: string): Promise<NamedRow | undefined> => {
  const [row] = await tx.$queryRaw<NamedRow[]>`
    UPDATE category SET name = ${name}
    FROM (SELECT id, name FROM category WHERE id = ${categoryId}::bigint FOR NO KEY UPDATE) AS was
    WHERE category.id = was.id
    RETURNING category.id, category.name, was.name AS "nameBefore",
      ${petCountOfCategory} AS "petCount"`;
  return row;
};

export const updateCategory =
  (): Operation<typeof contract.categories.updateCategory> =>
  async ({ params: { categoryId }, headers, body: { name } }, { tx, record }) => {
    await requireCategory(tx, { categoryId, ifMatch: headers["if-match"], lockedFor: "change" });
    const row = await nameCategory(tx, categoryId, name).catch((error: unknown) => {
      throw isUniqueViolation(error, "category_name_key") ? categoryNameTaken(name) : error;
    });
    if (row === undefined) throw noSuchCategory(categoryId);
    const category = toCategory(row);
    if (row.nameBefore !== name) record(updateOf("category", { ...category, name: row.nameBefore }, category));
    return updated(category);
  };
