import type { Query } from "../../database/query.js";
import { type RecordChange, updateOf } from "../../operation/audit-trail.js";
import { attributeColumns, toAttribute } from "./attribute-table.js";

/**
 * Takes a category out of the attributes that name it. Call it in the transaction that deletes the category, which is
 * locked for that.
 * @param into - The category that replaces it after a merge.
 */
export const moveCategory = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  categoryId: number,
  into?: number,
): Promise<void> => {
  const rows = await query<object>(
    `SELECT ${attributeColumns} FROM attribute WHERE category_ids @> ARRAY[$1::bigint]
     ORDER BY id FOR NO KEY UPDATE`,
    [categoryId],
  );
  for (const before of rows.map(toAttribute)) {
    const moved = (before.categoryIds ?? []).flatMap((id) => (id === categoryId ? (into ?? []) : id));
    const after = { ...before, categoryIds: [...new Set(moved)] };
    await query("UPDATE attribute SET category_ids = $2::bigint[] WHERE id = $1::bigint", [
      before.id,
      after.categoryIds,
    ]);
    record(updateOf("attribute", before, after));
  }
};
