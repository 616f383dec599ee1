/** The words for yes and no in the languages of the admin: English, German, Spanish and French. */
const words: Readonly<Record<"true" | "false", readonly string[]>> = {
  true: ["true", "yes", "ja", "wahr", "sí", "si", "verdadero", "oui", "vrai"],
  false: ["false", "no", "nein", "falsch", "falso", "non", "faux"],
};

/**
 * Signs that people write instead of a word. They count only in a column that is known to contain yes and no, because
 * elsewhere they may be numbers or codes.
 */
const signs: Readonly<Record<"true" | "false", readonly string[]>> = {
  true: ["y", "j", "s", "o", "1", "x", "✓", "✔"],
  false: ["n", "0", "-", "–"],
};

const unknown: ReadonlySet<string> = new Set([
  "unknown",
  "unk",
  "u",
  "?",
  "n/a",
  "unbekannt",
  "desconocido",
  "inconnu",
]);

const tableOf = (...sources: readonly (typeof words)[]): ReadonlyMap<string, boolean> =>
  new Map(
    sources.flatMap((source) => [
      ...source.true.map((word) => [word, true] as const),
      ...source.false.map((word) => [word, false] as const),
    ]),
  );

const ofWords = tableOf(words);
const ofAll = tableOf(words, signs);

const normal = (text: string): string => text.trim().normalize("NFC").toLowerCase();

/** Tells whether a text is a word for yes or no. A column of such texts contains yes and no. */
export const isBooleanWord = (text: string): boolean => ofWords.has(normal(text));

/** Tells whether a text is a word such as "unknown", which stands for no value. */
export const isUnknownWord = (text: string): boolean => unknown.has(normal(text));

/**
 * Reads a cell of a column that contains yes and no.
 * @returns null for a word such as "unknown", and undefined for any other text
 */
export const readBoolean = (text: string): boolean | null | undefined => {
  const word = normal(text);
  return unknown.has(word) ? null : ofAll.get(word);
};
