import { joinedCodeOf, type MatchRange, searchWordsOf } from "@petstore/contract/routes";
import type { Search } from "./parse-search.js";

/** A run of letters and digits, with the marks that belong to them. */
const runs = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu;

/** What a text is compared with: the words of a search, each with its corrections. */
export type Sought = Search & { readonly correctionsOf: (word: string) => readonly string[] };

/** Returns how many characters of a run match a word, if the run begins with it, or Infinity if the whole run does. */
const matchOf = (run: string, { terms, correctionsOf }: Sought): number => {
  let longest = 0;
  for (const word of searchWordsOf(run))
    for (const { spellings, isPrefix } of terms)
      for (const spelling of spellings) {
        if (word === spelling || correctionsOf(spelling).includes(word)) return Infinity;
        if (isPrefix && word.startsWith(spelling)) longest = Math.max(longest, spelling.length);
      }
  return longest;
};

/** A part of a run can only be marked if its words have as many characters as it has. */
const endOf = (run: string, matched: number) =>
  searchWordsOf(run)[0]?.length === run.length && matched < run.length ? matched : run.length;

/** Whether a search is for a code or its beginning, with or without the characters that separate its parts. */
const isCodeOf = (code: string, { terms, wholes }: Sought) =>
  wholes.some((whole) => code.startsWith(whole)) ||
  terms.some(({ spellings, isPrefix }) => spellings.some((word) => (isPrefix ? code.startsWith(word) : code === word)));

/** Returns the parts of a text that a search matches, in their order. */
export const rangesIn = (text: string, sought: Sought): MatchRange[] => {
  const code = joinedCodeOf(text.trim());
  if (code !== undefined && isCodeOf(code, sought)) return [{ start: 0, end: text.length }];
  const whole = sought.wholes.find((one) => /^[a-z0-9]+$/i.test(text) && text.toLowerCase().startsWith(one));
  if (whole !== undefined) return [{ start: 0, end: whole.length }];
  return Array.from(text.matchAll(runs)).flatMap(({ 0: run, index }) => {
    const matched = matchOf(run, sought);
    return matched === 0 ? [] : [{ start: index, end: index + endOf(run, matched) }];
  });
};

/** Returns the words of a search that match nothing in a text. If there are none, the search finds the text by itself. */
export const missingIn = (text: string, sought: Sought): Sought["terms"] =>
  sought.terms.filter((term) => rangesIn(text, { ...sought, terms: [term] }).length === 0);

/** The number of characters before and after the first match that are shown of a long text. */
const [BEFORE, AFTER] = [30, 90];

/** Returns the part of a text around its first match, with the ranges in that part; undefined if nothing matches. */
export const excerptOf = (
  text: string,
  sought: Sought,
): { readonly text: string; readonly ranges: MatchRange[] } | undefined => {
  const ranges = rangesIn(text, sought);
  const [first] = ranges;
  if (first === undefined) return undefined;
  if (text.length <= BEFORE + AFTER) return { text, ranges };
  const from = Math.max(0, first.start - BEFORE);
  const to = Math.max(first.end, Math.min(text.length, first.start + AFTER));
  const [before, after] = [from === 0 ? "" : "…", to === text.length ? "" : "…"];
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to).toWellFormed()}${after}`,
    ranges: ranges.filter(({ end }) => end <= to).map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
};
