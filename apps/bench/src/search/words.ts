import { searchTextOf } from "@petstore/contract/routes";
import type { Animal } from "./animals.js";

/** Finds the words of a text as a person sees them. The engine under test has a way of its own. */
export const wordsIn = (text: string): string[] => searchTextOf(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue", å: "aa" };

/** Writes umlauts in two letters, as people do whose keyboard lacks them. */
export const withoutUmlauts = (text: string): string =>
  text.replaceAll(/[äöüÄÖÜå]/g, (letter) => umlauts[letter] ?? "");

export const textsOf = ({ name, category, externalId, attributes }: Animal): string[] => [
  name,
  category,
  externalId,
  ...Object.values(attributes).flat(),
];

/**
 * Counts the edits between two words: letters that are missing, added or wrong, or two neighbours that are swapped
 * (optimal string alignment).
 * @param most - The comparison ends early, with a number above this one, if the words differ by more.
 */
export const editsBetween = (one: string, other: string, most = Infinity): number => {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > most) return Math.abs(a.length - b.length);
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const [above = [], twoAbove = []] = [rows[row - 1], rows[row - 2]];
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isEqual = a[row - 1] === b[column - 1];
      const edits = Math.min(
        (current[column - 1] ?? 0) + 1,
        (above[column] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isEqual ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(isSwap ? Math.min(edits, (twoAbove[column - 2] ?? 0) + 1) : edits);
    }
    rows.push(current);
    // A swap leads from the row before, so both must be above the limit.
    if (Math.min(...current, ...above) > most) return most + 1;
  }
  return rows[a.length]?.[b.length] ?? 0;
};
