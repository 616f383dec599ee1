import { lockRow } from "../database/lock-row.js";
import type { Query } from "../database/query.js";
import { findCategories } from "../pets/store/lock-categories.js";

export type Merge = { readonly categoryId: number; readonly into: number };

/**
 * Locks both categories in the order of their ids, so that two opposite merges cannot deadlock. The target only has to
 * continue to exist.
 * @param ofSource - `deletion` waits for pets in flight, and blocks new ones.
 * @returns the names of the categories that exist
 */
export const lockBoth = async (
  query: Query,
  { categoryId, into }: Merge,
  ofSource: "deletion" | "reference",
): Promise<ReadonlyMap<number, string | null>> => {
  const ids = [categoryId, into].toSorted((a, b) => a - b);
  const locked: number[] = [];
  for (const id of ids)
    if ((await lockRow(query, "category", id, id === into ? "reference" : ofSource)) !== undefined) locked.push(id);
  return findCategories(query, locked);
};
