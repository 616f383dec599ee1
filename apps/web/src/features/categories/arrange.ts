import { type CategoryCounts, totalOf } from "../../lib/pets/category-counts";
import { fold } from "../../lib/text/fold";
import { rankMatches } from "../../lib/text/rank-matches";
import { nameOf } from "./queries";
import type { CategorySearch } from "./search";

/** Tells whether the text is the number of the category, or a part of its name. Case is ignored. */
const isFound = ({ name, categoryId }: CategoryCounts, text: string): boolean => {
  const wanted = fold(text.trim());
  return wanted === "" || String(categoryId) === wanted || (name !== null && fold(name).includes(wanted));
};

/**
 * Puts categories into the order of the page. Categories without a name come first, because somebody should name them.
 * @param editing - The categories that are being renamed. They are always shown, whatever a person searches for.
 */
export const arrange = (
  categories: readonly CategoryCounts[],
  { q = "", sort }: CategorySearch,
  editing: ReadonlySet<number> = new Set(),
): readonly CategoryCounts[] => {
  const found = categories.filter((category) => editing.has(category.categoryId) || isFound(category, q));
  const sorted = sort === "count" ? found.toSorted((a, b) => totalOf(b) - totalOf(a)) : found;
  return [...sorted.filter(({ name }) => name === null), ...sorted.filter(({ name }) => name !== null)];
};

/**
 * Returns the categories into which this one can be merged. The best match of the text comes first, so Enter takes it.
 */
export const targetsOf = (
  categories: readonly CategoryCounts[],
  from: CategoryCounts,
  text: string,
): readonly CategoryCounts[] =>
  rankMatches(
    categories.filter((one) => one.categoryId !== from.categoryId && isFound(one, text)),
    text,
    nameOf,
  );

/** Returns the counts that a category has after another one was merged into it. */
export const sumOf = (from: CategoryCounts, into: CategoryCounts): CategoryCounts => ({
  ...into,
  available: from.available + into.available,
  pending: from.pending + into.pending,
  sold: from.sold + into.sold,
});
