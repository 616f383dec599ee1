import type { Category } from "@petstore/contract";
import type { RecordChange } from "../operation/audit-trail.js";
import type { Query } from "../database/query.js";

/** Two categories, not the same. */
export type Merge = { readonly categoryId: number; readonly into: number };

/** How many animals have moved; or the category that does not exist, and nothing was done. */
export type Merged = { readonly moved: number } | { readonly missing: number };

// Whoever adds an animal holds its category by KEY SHARE. The one that goes is closed to that, and all that came before is
// waited for; the one that remains need only stay, and takes animals meanwhile.
const locks = {
  leaving: "SELECT name FROM category WHERE id = $1::bigint FOR UPDATE",
  staying: "SELECT name FROM category WHERE id = $1::bigint FOR KEY SHARE",
};

/**
 * Answers the names of those that exist. In the order of their ids, as whoever locks several does: two merges the opposite
 * ways would wait for each other.
 */
const lockBoth = async (query: Query, { categoryId, into }: Merge): Promise<Map<number, string | null>> => {
  const names = new Map<number, string | null>();
  for (const id of [categoryId, into].toSorted((a, b) => a - b)) {
    const [row] = await query<{ name: string | null }>(id === into ? locks.staying : locks.leaving, [id]);
    if (row !== undefined) names.set(id, row.name);
  }
  return names;
};

/**
 * Moves all animals of a category into another and removes it, in the caller's transaction (READ COMMITTED). It is recorded
 * as one change, be it of a million animals.
 */
export const mergeInto = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  { categoryId, into }: Merge,
): Promise<Merged> => {
  const names = await lockBoth(query, { categoryId, into });
  const missing = [categoryId, into].find((id) => !names.has(id));
  if (missing !== undefined) return { missing };
  // A statement of its own sees all that was written before the locks were had.
  const [result] = await query<{ moved: number }>(
    `WITH moved AS (UPDATE pet SET category_id = $2::bigint WHERE category_id = $1::bigint RETURNING 1)
     SELECT count(*)::integer AS moved FROM moved`,
    [categoryId, into],
  );
  await query("DELETE FROM category WHERE id = $1::bigint", [categoryId]);
  const moved = result?.moved ?? 0;
  const before: Category = { id: categoryId, name: names.get(categoryId) ?? null, petCount: moved };
  record({ action: "category.merge", subject: { kind: "category", id: categoryId }, before, after: { into, moved } });
  return { moved };
};
