import type { Category } from "@petstore/contract/routes";
import { noSuchCategory } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import { categoryWithId } from "./category-listing.js";
import { type CategoryRow, toCategory } from "./category-row.js";

export const findCategory = async (db: Pick<Transaction, "$queryRaw">, categoryId: number): Promise<Category> => {
  const [row] = await db.$queryRaw<CategoryRow[]>(categoryWithId(categoryId));
  if (row === undefined) throw noSuchCategory(categoryId);
  return toCategory(row);
};
