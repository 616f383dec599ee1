import type { Animal } from "./animals.js";
import { textsOf, wordsIn } from "./words.js";

export const kinds = [
  ...(["exact", "prefix", "one typo", "swap", "two typos", "accent", "several words", "code", "mixed"] as const),
  "nonsense" as const,
];

export type Kind = (typeof kinds)[number];

/** The kinds of queries in which a word is mistyped. */
const corrected: readonly Kind[] = ["one typo", "swap", "two typos", "mixed"];

/** A query and what a person means by it. Words are in the form of {@link wordsIn}. */
export type Judged = {
  readonly kind: Kind;
  readonly q: string;
  /** All of these words must be in an animal's texts; a word that ends in `*` is the beginning of one. */
  readonly words?: readonly string[];
  /** What a code of the animal begins with, without spaces and dashes. */
  readonly code?: string;
};

type Entry = {
  readonly id: string;
  readonly words: readonly string[];
  readonly name: readonly string[];
  readonly codes: readonly string[];
};

const fits = (word: string, known: readonly string[]): boolean =>
  word.endsWith("*") ? known.some((one) => one.startsWith(word.slice(0, -1))) : known.includes(word);

const compact = (text: string): string => wordsIn(text).join("");

const entryOf = (animal: Animal): Entry => {
  const { externalId, name, attributes } = animal;
  const chip = attributes["microchip"];
  return {
    id: externalId,
    words: textsOf(animal).flatMap(wordsIn),
    name: wordsIn(name),
    codes: [externalId, ...(typeof chip === "string" ? [chip] : [])].map(compact),
  };
};

/**
 * Returns a function that tells which animals a person expects first. If names have all the words, those animals are
 * expected: those that are called exactly so, otherwise those whose names begin so. Otherwise, and if a word is
 * mistyped, all animals that have the words are expected.
 */
export const createJudge = (animals: readonly Animal[]) => {
  const entries = animals.map(entryOf);
  const withWord = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const word of new Set(entry.words)) {
      const known = withWord.get(word);
      if (known === undefined) withWord.set(word, [entry]);
      else known.push(entry);
    }
  }
  return ({ kind, words = [], code }: Judged): ReadonlySet<string> => {
    if (kind === "nonsense") return new Set();
    const idsOf = (found: readonly Entry[]) => new Set(found.map(({ id }) => id));
    if (code !== undefined) return idsOf(entries.filter(({ codes }) => codes.some((one) => one.startsWith(code))));
    const plain = words.map((word) => word.replace("*", "")).join(" ");
    const isInName = ({ name }: Entry) => words.every((word) => fits(word, name));
    const tiers: ((entry: Entry) => boolean)[] = [
      ({ name }) => name.join(" ") === plain,
      (entry) => isInName(entry) && entry.name.join(" ").startsWith(plain),
      isInName,
      (entry) => words.every((word) => fits(word, entry.words)),
    ];
    const whole = words.find((word) => !word.endsWith("*"));
    const candidates = whole === undefined ? entries : (withWord.get(whole) ?? []);
    for (const tier of corrected.includes(kind) ? tiers.slice(-1) : tiers) {
      const found = candidates.filter(tier);
      if (found.length > 0) return idsOf(found);
    }
    return new Set();
  };
};

const CONSIDERED = 5;

/**
 * Computes recall@5: how many of the first five results are expected, of as many as there could be.
 * The recall of nonsense is 1 if nothing was found, otherwise 0.
 */
export const recallOf = (expected: ReadonlySet<string>, results: readonly string[]): number => {
  if (expected.size === 0) return results.length === 0 ? 1 : 0;
  const hits = results.slice(0, CONSIDERED).filter((id) => expected.has(id)).length;
  return hits / Math.min(CONSIDERED, expected.size);
};
