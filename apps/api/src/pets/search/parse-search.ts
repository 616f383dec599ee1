import {
  joinedCodeOf,
  joinedWordsOf,
  type QueryWord,
  queryWordsOf,
  spelledOutWordsOf,
} from "@petstore/contract/routes";
import { wholeNameOf } from "./search-document.js";

/** A word of a search, in all spellings that count as the same: `muller` and `mueller` for `Müller`. */
export type Term = { readonly spellings: readonly string[]; readonly isPrefix: boolean };

export type Search = {
  /** The search in the form of {@link wholeNameOf}. */
  readonly name: string;
  /** All of these must match. */
  readonly terms: readonly Term[];
  /** The search as a single word, such as a chip number that was typed with spaces. It is enough if one matches. */
  readonly wholes: readonly string[];
};

const termsOf = (words: readonly QueryWord[], others: readonly string[]): Term[] =>
  words.map(({ word, isPrefix }, at) => ({
    spellings: [...new Set([word, ...(others.length === words.length ? [others[at] ?? word] : [])])],
    isPrefix,
  }));

/** @param q - The text that a person has typed. */
export const parseSearch = (q: string): Search => {
  const words = queryWordsOf(q);
  const [joined, ...more] = joinedWordsOf(q);
  const wholes = [joinedCodeOf(q.trim()), more.length === 0 && words.length > 1 ? joined : undefined];
  return {
    name: wholeNameOf(q),
    terms: termsOf(words, spelledOutWordsOf(q)),
    wholes: [...new Set(wholes.filter((one) => one !== undefined))],
  };
};
