import { queryOf } from "../../database/query.js";
import type { Transaction } from "../../operation/operation.js";
import { lockCategories } from "../store/lock-categories.js";
import { lockDefinitions } from "../store/attribute-table.js";

/** Locks the categories that a definition names, then all definitions. @throws AppError 409 for an unknown category. */
export const lockForDefinition = async (tx: Transaction, categoryIds: readonly number[]): Promise<void> => {
  const query = queryOf(tx);
  const references = categoryIds.map((categoryId, at) => ({ place: `body.categoryIds.${at}`, categoryId }));
  // Only pets register categories.
  await lockCategories(query, { categoryPolicy: "require" }, references);
  await lockDefinitions(query, "exclusive");
};
