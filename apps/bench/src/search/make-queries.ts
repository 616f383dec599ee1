import { createRandom, type Random } from "../random.js";
import type { Animal } from "./animals.js";
import type { Judged } from "./judge.js";
import { editsBetween, textsOf, withoutUmlauts, wordsIn } from "./words.js";

const SEED = 400;
const COUNTS = {
  exact: 80,
  prefix: 60,
  typo: 55,
  swap: 25,
  twoTypos: 40,
  accent: 30,
  several: 50,
  code: 40,
  mixed: 20,
  nonsense: 100,
};

const nonsenseLetters = Array.from("bcdfghjklmnpqrstvwxzeu");
const letters = "abcdefghijklmnopqrstuvwxyz";

const hasDigits = (text: string) => /\d/.test(text);

const isLatinWord = (word: string) => /^[a-z]+$/.test(word);

type Edit = (word: string, random: Random) => string;

const replaceAt = (word: string, at: number, length: number, by: string) =>
  word.slice(0, at) + by + word.slice(at + length);

/** Two neighbours that differ, swapped. */
const swap: Edit = (word, random) => {
  const places = Array.from(word.slice(1), (_, index) => index).filter((at) => word[at] !== word[at + 1]);
  const at = random.pick(places);
  return replaceAt(word, at, 2, `${word[at + 1]}${word[at]}`);
};

/** People rarely mistype the first letter. */
const placeIn = (word: string, random: Random) => (random.chance(0.1) ? 0 : random.int(1, word.length - 1));

const mistype: Edit = (word, random) => {
  const at = placeIn(word, random);
  const letter = letters[random.int(0, letters.length - 1)] ?? "";
  return random.pick([
    replaceAt(word, at, 1, ""),
    replaceAt(word, at, 0, letter),
    replaceAt(word, at, 1, letter),
    // A letter is typed twice.
    replaceAt(word, at, 0, word[at] ?? ""),
  ]);
};

/**
 * Draws the queries of the judged set: 400 that mean something and 100 that mean nothing. The file of queries is kept,
 * so that nobody changes them in favour of an engine; a test compares it with what this function returns.
 */
export const makeQueries = (animals: readonly Animal[]): Judged[] => {
  const random = createRandom(SEED);
  const wordsOf = animals.map((animal) => new Set(textsOf(animal).flatMap(wordsIn)));
  // A drawn word has no digits, so that codes cannot be near it.
  const inUse = [...new Set(wordsOf.flatMap((words) => [...words]))].filter((each) => !hasDigits(each));
  const isBeginning = (text: string) => inUse.some((word) => word.startsWith(text));
  const isNear = (text: string, edits: number) => inUse.some((word) => editsBetween(word, text, edits) <= edits);

  const known = new Set<string>();
  /** Draws until there are as many different queries as asked for. */
  const draw = (count: number, one: () => Judged | undefined): Judged[] => {
    const drawn: Judged[] = [];
    while (drawn.length < count) {
      const judged = one();
      if (judged === undefined || known.has(judged.q)) continue;
      known.add(judged.q);
      drawn.push(judged);
    }
    return drawn;
  };

  const animal = () => random.pick(animals);
  /** Half of the searches are for names, the others for a breed, a colour, a place or another word. */
  const text = (): string => {
    const one = animal();
    if (random.chance(0.5)) return one.name;
    return random.pick(textsOf(one).filter((each) => each !== one.externalId && each.length < 40));
  };
  const word = (shortest: number): string | undefined => {
    const fitting = wordsIn(text()).filter((each) => isLatinWord(each) && each.length >= shortest);
    return fitting.length === 0 ? undefined : random.pick(fitting);
  };
  const mistyped = (shortest: number, times: number, edit: Edit): { intended: string; typed: string } | undefined => {
    const intended = word(shortest);
    if (intended === undefined) return undefined;
    let typed = intended;
    for (let time = 0; time < times; time += 1) typed = edit(typed, random);
    // What is itself a word in use, or the beginning of one, is no typo to the person who reads the results.
    return editsBetween(intended, typed) !== times || isBeginning(typed) ? undefined : { intended, typed };
  };
  const typo = (kind: "one typo" | "swap" | "two typos", shortest: number, times: number, edit: Edit) => () => {
    const one = mistyped(shortest, times, edit);
    return one && { kind, q: one.typed, words: [one.intended] };
  };

  const separated = (code: string) => {
    const separator = random.pick([" ", "-"]);
    return code.replaceAll(/(.{3})(?=.)/g, `$1${separator}`);
  };

  return [
    ...draw(COUNTS.exact, () => {
      const q = text();
      const words = wordsIn(q);
      return hasDigits(q) || words.length === 0 || words.length > 3 ? undefined : { kind: "exact", q, words };
    }),
    ...draw(COUNTS.prefix, () => {
      const whole = word(4);
      if (whole === undefined) return undefined;
      const q = whole.slice(0, random.int(3, Math.min(6, whole.length - 1)));
      return { kind: "prefix", q, words: [`${q}*`] };
    }),
    ...draw(COUNTS.typo, typo("one typo", 4, 1, mistype)),
    ...draw(COUNTS.swap, typo("swap", 4, 1, swap)),
    ...draw(COUNTS.twoTypos, typo("two typos", 8, 2, mistype)),
    ...draw(COUNTS.accent, () => {
      const { name } = animal();
      if (/^[\0-\x7f]*$/.test(name)) return undefined;
      const words = wordsIn(name);
      const q = random.pick([
        words.join(" "),
        withoutUmlauts(name).toLowerCase(),
        name.toUpperCase(),
        name.normalize("NFD"),
      ]);
      return { kind: "accent", q, words };
    }),
    ...draw(COUNTS.several, () => {
      const one = animal();
      const texts = textsOf(one).filter((each) => !hasDigits(each));
      const fields = [random.pick(texts), random.pick(texts), random.pick(texts)].slice(0, random.int(2, 3));
      const words = [...new Set(fields.map((each) => random.pick(wordsIn(each))))].filter((each) => each.length > 1);
      return words.length < 2 ? undefined : { kind: "several words", q: words.join(" "), words };
    }),
    ...draw(COUNTS.code, () => {
      const one = animal();
      const chip = one.attributes["microchip"];
      const code = typeof chip === "string" && random.chance(0.7) ? chip : one.externalId;
      const part = random.chance(0.5) ? code : code.slice(0, random.int(Math.min(6, code.length), code.length));
      const q = code === chip && random.chance(0.5) ? separated(part) : part;
      return { kind: "code", q, code: wordsIn(part).join("") };
    }),
    ...draw(COUNTS.mixed, () => {
      const one = mistyped(5, 1, mistype);
      if (one === undefined) return undefined;
      const owner = animals[wordsOf.findIndex((words) => words.has(one.intended))] ?? animal();
      const colour = random.pick([owner.attributes["colours"] ?? []].flat().flatMap(wordsIn));
      if (colour === undefined || colour === one.intended) return undefined;
      return { kind: "mixed", q: `${one.typed} ${colour}`, words: [one.intended, colour] };
    }),
    ...draw(COUNTS.nonsense, () => {
      const size = random.int(5, 12);
      const q = Array.from({ length: size }, () => random.pick(nonsenseLetters)).join("");
      return isBeginning(q) || isNear(q, size < 8 ? 1 : 2) ? undefined : { kind: "nonsense", q };
    }),
  ];
};
