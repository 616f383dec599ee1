import { type CategoryCounts, totalOf } from "../../lib/pets/category-counts";
import { fold } from "../../lib/text/fold";
import { rankMatches } from "../../lib/text/rank-matches";
import { nameOf } from "./queries";
import type { CategorySearch } from "./search";

/** Whether the text is a part of the name, ignoring case, or the number. */
const isFound = ({ name, categoryId }: CategoryCounts, text: string): boolean => {
  const wanted = fold(text.trim());
  return wanted === "" || String(categoryId) === wanted || (name !== null && fold(name).includes(wanted));
};

/**
 * Puts categories into the order of the page: those without a name first, for they need one.
 * @param editing - Being renamed: they stay in sight, whatever is searched for.
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

/** The categories into which this one can be merged, the best match of a text first: Enter takes it. */
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

/** What a category has after another one was merged into it. */
export const sumOf = (from: CategoryCounts, into: CategoryCounts): CategoryCounts => ({
  ...into,
  available: from.available + into.available,
  pending: from.pending + into.pending,
  sold: from.sold + into.sold,
});
