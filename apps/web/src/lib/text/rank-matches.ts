import { fold } from "./fold";

/**
 * Returns the rank of a match. A lower rank is better: the text itself, then the start of the label, then the start of
 * a word, then anywhere.
 */
const rankOf = (label: string, wanted: string): number => {
  const found = fold(label.trim());
  if (found === wanted) return 0;
  if (found.startsWith(wanted)) return 1;
  return found.includes(` ${wanted}`) ? 2 : 3;
};

/**
 * Sorts items by how well they match a typed text. Equal matches keep their order, and so does the whole list if
 * nothing is typed.
 */
export const rankMatches = <Item>(
  items: readonly Item[],
  text: string,
  labelOf: (item: Item) => string,
): readonly Item[] => {
  const wanted = fold(text.trim());
  if (wanted === "") return items;
  return items.toSorted((one, other) => rankOf(labelOf(one), wanted) - rankOf(labelOf(other), wanted));
};
