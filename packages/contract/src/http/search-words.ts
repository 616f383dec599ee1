// PostgreSQL has the same function: `search_words` (docs/decisions/0159-the-search.md). A test compares both. The ranges are
// written out, because the database needs the same ones, whatever version of Unicode it knows.
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

/** Thai, Lao, Burmese, Khmer, Chinese and Japanese, which have no spaces between words. */
const unspacedRuns =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u309f\u30a1-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua9e0-\ua9fe\uaa60-\uaa7f\uf900-\ufaff\uff66-\uff9f\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}]+/gu;

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
    .replaceAll(symbols, (one) => ` ${one} `)
    .replaceAll(unspacedRuns, (run) => ` ${run} `);

/** @param text - In the form of {@link searchTextOf}. */
const tokensOf = (text: string): { readonly characters: readonly string[]; readonly isUnspaced: boolean }[] =>
  (spaced(text).match(/[^\0-/:-`{-\x7f]+/g) ?? []).map((token) => ({
    characters: Array.from(token),
    isUnspaced: token.replace(unspacedRuns, "") === "",
  }));

const separate = (text: string): string[] =>
  tokensOf(text).flatMap(({ characters, isUnspaced }) =>
    isUnspaced
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
  return tokens.flatMap(({ characters, isUnspaced }, at): QueryWord[] => {
    const word = characters.slice(0, MAX_WORD_CHARACTERS).join("");
    if (isUnspaced)
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
