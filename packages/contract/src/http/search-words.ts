// The words of documents and of queries are separated here (docs/decisions/0159-the-search.md). The ranges are written out,
// because the words of old documents must stay those of queries, whatever version of Unicode Node.js knows.
import { searchTextOf } from "./text-identity.js";

/* oxlint-disable no-misleading-character-class */

/** Punctuation and spaces beyond ASCII. */
const separators =
  /[\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u0964\u0965\u0970\u0e2f\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u1360-\u1368\u1400\u1680\u17d4-\u17da\u2000-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20cf\u2e00-\u2e7f\u2ff0-\u2fff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uff65\uffe0-\uffff]+/gu;

/** Arrows, shapes and emoji: each is a word of its own. */
const symbols = /[\u2190-\u2bff\u{1f000}-\u{1faff}]/gu;

/** The full-width digits and letters that keyboards for Chinese, Japanese and Korean write. */
const fullWidth = /[\uff10-\uff19\uff41-\uff5a]/g;
const FULL_WIDTH_SHIFT = 0xfee0;

/** The code points of Thai, Lao, Burmese, Khmer, Chinese and Japanese, which have no spaces between words. */
const unspaced: readonly (readonly [first: number, last: number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3031, 0x3035],
  [0x3038, 0x303c],
  [0x3041, 0x309f],
  [0x30a1, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa9e0, 0xa9fe],
  [0xaa60, 0xaa7f],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
  [0x1b000, 0x1b16f],
  [0x20000, 0x3ffff],
];

/* oxlint-enable no-misleading-character-class */

/** The number of characters of a word that count. */
const MAX_WORD_CHARACTERS = 64;

/** Two letters that stand for one letter where keyboards lack it. */
const spelledOut: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Returns the pairs of neighbouring characters of a run, so that a part of it is found without a dictionary. */
const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.slice(1).map((character, at) => `${characters[at]}${character}`);

/** @param text - In the form of {@link searchTextOf}. */
const spaced = (text: string): string =>
  text
    .replaceAll(fullWidth, (one) => String.fromCodePoint(one.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replaceAll(separators, " ")
    .replaceAll(symbols, (one) => ` ${one} `);

type Token = { readonly characters: string[]; readonly isUnspaced: boolean };

const isUnspaced = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0;
  return unspaced.some(([first, last]) => point >= first && point <= last);
};

/** Returns the parts of a run of letters and digits that have spaces between words, and those that have none. */
const tokensIn = (run: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (const character of run) {
    const last = tokens.at(-1);
    if (last?.isUnspaced === isUnspaced(character)) last.characters.push(character);
    else tokens.push({ characters: [character], isUnspaced: isUnspaced(character) });
  }
  return tokens;
};

/** @param text - In the form of {@link searchTextOf}. */
const tokensOf = (text: string): readonly Token[] => (spaced(text).match(/[^\0-/:-`{-\x7f]+/g) ?? []).flatMap(tokensIn);

const separate = (text: string): string[] =>
  tokensOf(text).flatMap(({ characters, isUnspaced: hasNoSpaces }) =>
    hasNoSpaces
      ? [...pairsOf(characters), ...characters.slice(-1)]
      : [characters.slice(0, MAX_WORD_CHARACTERS).join("")],
  );

/** A word that a query asks for. A prefix also matches longer words. */
export type QueryWord = { readonly word: string; readonly isPrefix: boolean };

/** The first digits of a code match from this number of characters on; fewer would match too much. */
const MIN_CODE_PREFIX = 4;

/**
 * Returns the words that a query asks for. The last one may be incomplete. A part of a text without spaces asks for its
 * pairs of characters, and a single one of its characters is the beginning of a pair.
 */
export const queryWordsOf = (text: string): QueryWord[] => {
  const tokens = tokensOf(searchTextOf(text));
  return tokens.flatMap(({ characters, isUnspaced: hasNoSpaces }, at): QueryWord[] => {
    const word = characters.slice(0, MAX_WORD_CHARACTERS).join("");
    if (hasNoSpaces)
      return characters.length === 1
        ? [{ word, isPrefix: true }]
        : pairsOf(characters).map((pair) => ({ word: pair, isPrefix: false }));
    const isLong = !/[0-9]/.test(word) || characters.length >= MIN_CODE_PREFIX;
    return [{ word, isPrefix: at === tokens.length - 1 && isLong }];
  });
};

/**
 * Returns the words of a text as a search compares them: runs of letters and digits without case and accents, of at most
 * 64 characters. In scripts without spaces, they are the pairs of neighbouring characters and the last character.
 */
export const wordsOf = (text: string): string[] => separate(searchTextOf(text));

/** Returns the words of a text whose hyphens and apostrophes within words are left out: `maryann` for `Mary-Ann`. */
export const joinedWordsOf = (text: string): string[] =>
  separate(searchTextOf(text).replaceAll(/([^\0-/:-`{-\x7f])['-](?=[^\0-/:-`{-\x7f])/g, "$1"));

/** Returns the words of a text whose umlauts are spelled with two letters: `mueller` for `Müller`. */
export const spelledOutWordsOf = (text: string): string[] =>
  wordsOf(
    text
      .normalize("NFC")
      .replaceAll(/[ÄÖÜØÅ]/g, (letter) => letter.toLowerCase())
      .replaceAll(/[äöüøå]/g, (letter) => spelledOut[letter] ?? letter),
  );

/** Returns the words of a text in the letters of English, which need none of the rules for others. */
const asciiWordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, MAX_WORD_CHARACTERS));

/** Returns all words by which a text is found, each once. */
export const searchWordsOf = (text: string): string[] => {
  // Most texts are of this kind, and this is five times as fast.
  if (/^[^\x80-\uffff'-]*$/.test(text)) return [...new Set(asciiWordsOf(text))];
  return [...new Set([...wordsOf(text), ...joinedWordsOf(text), ...spelledOutWordsOf(text)])];
};

/** Returns a code, such as `985-112 000`, without the characters between its parts; undefined if the text is no code. */
export const joinedCodeOf = (text: string): string | undefined =>
  /^[A-Za-z0-9]+(?:[ ./-]+[A-Za-z0-9]+)+$/.test(text) && /[0-9]/.test(text) && text.length <= 40
    ? text.replaceAll(/[ ./-]/g, "").toLowerCase()
    : undefined;
