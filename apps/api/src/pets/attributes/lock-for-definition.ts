import { MAX_ATTRIBUTES } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { type AppError, tooManyAttributes } from "../../errors.js";
import type { Transaction } from "../../operation/operation.js";
import { lockCategories } from "../store/lock-categories.js";
import { lockDefinitions } from "../store/attribute-table.js";

/**
 * Locks the categories that a definition names, and then all definitions.
 * @throws AppError 409 for an unknown category
 */
export const lockForDefinition = async (tx: Transaction, categoryIds: readonly number[]): Promise<void> => {
  const query = queryOf(tx);
  const references = categoryIds.map((categoryId, at) => ({ place: `body.categoryIds.${at}` as const, categoryId }));
  // Only pets register categories, so unknown categories are refused here.
  await lockCategories(query, { categoryPolicy: "require" }, references);
  await lockDefinitions(query, "exclusive");
};

/**
 * Requires that the store has room for another attribute, and that its name is free. Call it under the lock of the
 * definitions.
 * @param nameTaken - The refusal if another attribute has the name.
 * @throws AppError 409
 */
export const requireRoom = async (
  tx: Transaction,
  name: string,
  nameTaken: (attributeId: number) => AppError,
): Promise<void> => {
  const same = await tx.attribute.findUnique({ where: { name }, select: { id: true } });
  if (same !== null) throw nameTaken(same.id);
  if ((await tx.attribute.count()) >= MAX_ATTRIBUTES) throw tooManyAttributes();
};
