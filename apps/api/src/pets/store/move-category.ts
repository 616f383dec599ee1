import { lockRows } from "../../database/lock-row.js";
import type { Query } from "../../database/query.js";
import { type RecordChange, updateOf } from "../../operation/audit-trail.js";
import { readDefinitions, writeCategoryIds } from "./attribute-table.js";

/**
 * Takes a category out of the attributes that name it. Call it in the transaction that deletes the category and has
 * locked it for that.
 * @param into - The category that replaces it after a merge.
 */
export const moveCategory = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  categoryId: number,
  into?: number,
): Promise<void> => {
  const findNaming = async () =>
    (await readDefinitions(query)).filter(({ categoryIds }) => categoryIds?.includes(categoryId));
  const ids = (await findNaming()).map(({ id }) => id);
  await lockRows(query, "attribute", ids, "update");
  // No other attribute can name the category now, because the category is locked. The definitions are read again under
  // their locks.
  for (const before of ids.length === 0 ? [] : await findNaming()) {
    const moved = (before.categoryIds ?? []).flatMap((id) => (id === categoryId ? (into ?? []) : id));
    const after = { ...before, categoryIds: [...new Set(moved)] };
    await writeCategoryIds(query, before.id, after.categoryIds);
    record(updateOf("attribute", before, after));
  }
};
