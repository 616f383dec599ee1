import type { Query } from "../database/query.js";

export type Merge = { readonly categoryId: number; readonly into: number };

// FOR UPDATE waits for pets in flight and blocks new ones in the source; the target must only continue to exist.
const locks = {
  update: "SELECT name FROM category WHERE id = $1::bigint FOR UPDATE",
  share: "SELECT name FROM category WHERE id = $1::bigint FOR KEY SHARE",
};

/**
 * Locks both in the order of their ids: two opposite merges cannot deadlock.
 * @param ofSource - `update` for a transaction that deletes it.
 * @returns the names of the categories that exist.
 */
export const lockBoth = async (
  query: Query,
  { categoryId, into }: Merge,
  ofSource: keyof typeof locks,
): Promise<Map<number, string | null>> => {
  const names = new Map<number, string | null>();
  for (const id of [categoryId, into].toSorted((a, b) => a - b)) {
    const [row] = await query<{ name: string | null }>(locks[id === into ? "share" : ofSource], [id]);
    if (row !== undefined) names.set(id, row.name);
  }
  return names;
};
