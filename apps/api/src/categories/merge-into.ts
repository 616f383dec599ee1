import type { Query } from "../database/query.js";

/** Two categories, not the same. */
export type Merge = { readonly categoryId: number; readonly into: number };

/** How many animals have moved; or the category that does not exist, and nothing was done. */
export type Merged = { readonly moved: number } | { readonly missing: number };

// Whoever adds an animal holds its category by KEY SHARE. The one that goes is closed to that, and all that came before is
// waited for; the one that remains need only stay, and takes animals meanwhile.
const locks = {
  leaving: "SELECT id FROM category WHERE id = $1::bigint FOR UPDATE",
  staying: "SELECT id FROM category WHERE id = $1::bigint FOR KEY SHARE",
};

/** In the order of their ids, as whoever locks several does: two merges the opposite ways would wait for each other. */
const lockBoth = async (query: Query, { categoryId, into }: Merge): Promise<number | undefined> => {
  const found = new Set<number>();
  for (const id of [categoryId, into].toSorted((a, b) => a - b)) {
    const rows = await query(id === into ? locks.staying : locks.leaving, [id]);
    if (rows.length > 0) found.add(id);
  }
  return [categoryId, into].find((id) => !found.has(id));
};

/** Moves all animals of a category into another and removes it, in the caller's transaction (READ COMMITTED). */
export const mergeInto = async (query: Query, merge: Merge): Promise<Merged> => {
  const missing = await lockBoth(query, merge);
  if (missing !== undefined) return { missing };
  // A statement of its own sees all that was written before the locks were had.
  const [result] = await query<{ moved: number }>(
    `WITH moved AS (UPDATE pet SET category_id = $2::bigint WHERE category_id = $1::bigint RETURNING 1)
     SELECT count(*)::integer AS moved FROM moved`,
    [merge.categoryId, merge.into],
  );
  await query("DELETE FROM category WHERE id = $1::bigint", [merge.categoryId]);
  return { moved: result?.moved ?? 0 };
};
