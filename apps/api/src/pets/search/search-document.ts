import { joinedCodeOf, searchTextOf, searchWordsOf, wordsOf } from "@petstore/contract/routes";

/** What a search needs to know of the definition of an attribute. */
export type SearchedAttribute = {
  readonly id: string | number;
  readonly type: string;
  readonly isPublic: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** What a pet is found by. */
export type SearchedPet = {
  readonly id: string | number;
  readonly name: string;
  readonly category: string | null;
  readonly externalId: string | null;
  /** The values of the profile by the ids of their attributes; null if there is no profile. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
  /** The latest notes, one a line. */
  readonly notes: string | null;
};

/** Numbers, dates and truth values are found by filters. */
const searchedTypes = new Set(["text", "longText", "labels", "choice", "choices"]);

/** The number of characters of the texts of each kind that count: those that everyone sees, private ones, and notes. */
export const MAX_SEARCHED_CHARACTERS = 20_000;

/** The number of characters of a name that count when whole names are compared. */
const MAX_NAME_CHARACTERS = 64;

/**
 * Returns each pair of neighbouring characters of a name and its last character. By these a name is found by a part of
 * one or two characters, for which an index of trigrams is of no use.
 */
const pairsOfName = (name: string): string[] => {
  const characters = Array.from(searchTextOf(name));
  return characters.map((one, at) => `%${one}${characters[at + 1] ?? ""}`);
};

/**
 * The first character of each lexeme says where the word is and who may find by it: in the name (`n`), in what everyone
 * with a key sees (`e`), in private attributes (`s`) or in notes (`r`, remarks), which only staff see. `=` is the whole
 * name, `%` a pair of characters of the name, and `#` the id.
 */
export type Room = "n" | "e" | "s" | "r";

/** Returns the form in which whole names, or their beginnings, are compared. */
export const wholeNameOf = (text: string): string =>
  Array.from(wordsOf(text).join(" ")).slice(0, MAX_NAME_CHARACTERS).join("");

const textsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === "string" ? [value] : [];
};

const withLabels = (attribute: SearchedAttribute, texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const option = attribute.options.find(({ value }) => value === text);
    return option === undefined || option.label === text ? [text] : [text, option.label];
  });

/** Returns the texts up to the maximum, the last of them cut. */
const limited = (texts: readonly string[]): string[] => {
  let left = MAX_SEARCHED_CHARACTERS;
  return texts.flatMap((text) => {
    const taken = text.length <= left ? text : text.slice(0, left);
    left -= taken.length;
    return taken === "" ? [] : [taken];
  });
};

const lexemesOf = (room: Room, texts: readonly string[]): string[] =>
  limited(texts).flatMap((text) => {
    const code = joinedCodeOf(text.trim());
    return [...searchWordsOf(text), ...(code === undefined ? [] : [code])].map((word) => `${room}${word}`);
  });

/** Returns everything by which a search finds a pet, each once. */
export const searchDocumentOf = (pet: SearchedPet, definitions: readonly SearchedAttribute[]): string[] => {
  const values = (isPublic: boolean) =>
    definitions
      .filter((one) => one.isPublic === isPublic && searchedTypes.has(one.type))
      .flatMap((one) => withLabels(one, textsOf(pet.attributes?.[String(one.id)])));
  const texts = (...given: readonly (string | null)[]) => given.filter((text) => text !== null);
  const whole = wholeNameOf(pet.name);
  return [
    ...new Set([
      `#${pet.id}`,
      ...(whole === "" ? [] : [`=${whole}`]),
      ...pairsOfName(pet.name),
      ...lexemesOf("n", [pet.name]),
      ...lexemesOf("e", [...texts(pet.category, pet.externalId), ...values(true)]),
      ...lexemesOf("s", values(false)),
      ...lexemesOf("r", texts(pet.notes)),
    ]),
  ];
};

/** The number of the first characters of a code by which it is counted. Codes differ from pet to pet. */
export const COUNTED_CODE_CHARACTERS = 6;

/** Returns the form in which a word is counted: itself or, if it is a long code, its beginning. */
export const countedWordOf = (word: string): string => {
  if (word.length <= COUNTED_CODE_CHARACTERS || !/[0-9]/.test(word)) return word;
  const characters = Array.from(word);
  return characters.length <= COUNTED_CODE_CHARACTERS
    ? word
    : `${characters.slice(0, COUNTED_CODE_CHARACTERS).join("")}*`;
};

/** How many more lexemes of names, of what everyone sees, and of what only staff see a word has. */
export type WordCounts = { names: number; everyone: number; staff: number };

const columnOf: Readonly<Record<Room, keyof WordCounts>> = { n: "names", e: "everyone", s: "staff", r: "staff" };

/**
 * Adds a document to the counts of words, or with -1 takes it away. A whole name counts as a word that begins with `=`,
 * and neither ids nor pairs of characters are counted. `recountWords` counts in the same way.
 */
export const tallyDocument = (tally: Map<string, WordCounts>, lexemes: readonly string[], sign: 1 | -1): void => {
  for (const lexeme of lexemes) {
    const isWholeName = lexeme.startsWith("=");
    const column = isWholeName ? "names" : (columnOf[lexeme[0] as Room] as keyof WordCounts | undefined);
    if (column === undefined) continue;
    const word = isWholeName ? lexeme : countedWordOf(lexeme.slice(1));
    const counts = tally.get(word) ?? { names: 0, everyone: 0, staff: 0 };
    counts[column] += sign;
    tally.set(word, counts);
  }
};
