import type { MatchRange } from "@petstore/contract/client";

/** A part of a text, and whether it matches what was typed. */
export type MarkPart = { readonly text: string; readonly isMatch: boolean };

type Marked = { readonly text: string; readonly ranges: readonly MatchRange[] };

/** The number of characters before the first match that are kept of a long text. */
const MAX_BEFORE = 24;

/** Leaves out the beginning of a long text, so that its first match is in sight in two narrow lines. */
export const fromFirstMatch = ({ text, ranges }: Marked): Marked => {
  const first = Math.min(...ranges.map(({ start }) => start));
  if (ranges.length === 0 || first <= 2 * MAX_BEFORE) return { text, ranges };
  // The text begins with a whole word, if one begins there.
  const space = text.indexOf(" ", first - MAX_BEFORE);
  const cut = space === -1 || space >= first ? first : space + 1;
  const by = 1 - cut;
  return {
    text: `…${text.slice(cut)}`,
    ranges: ranges.map(({ start, end }) => ({ start: start + by, end: end + by })),
  };
};

/** Splits a text into the parts that match and those between them. Ranges that overlap or leave the text are cut. */
export const markParts = (text: string, ranges: readonly MatchRange[]): readonly MarkPart[] => {
  const parts: MarkPart[] = [];
  let at = 0;
  const add = (end: number, isMatch: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), isMatch });
    at = Math.max(at, end);
  };
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return parts;
};
