// PostgreSQL has the same two functions: `text_identity` and `search_text` (docs/decisions/0145-one-identity-of-texts.md).
// A test compares them with these.

// The brackets of these expressions contain marks that join the character before them. Here each mark stands for a
// character of its own.
/* oxlint-disable no-misleading-character-class */

/**
 * Characters that show nothing. The zero-width joiner is one of them, so an emoji that is joined from several others
 * compares equal to the sequence of these others. The list is written out because the database needs the same one,
 * whatever version of Unicode it knows.
 */
const invisibles =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0100}-\u{e01ef}]/gu;

const spaces = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;

/** Accents and vowel points. Marks that make another letter, as in Kana and in Indic scripts, are not among them. */
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]/g;

/* oxlint-enable no-misleading-character-class */

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const isOne = (text: string) => Array.from(text).length === 1;

/** Folds the case of one character, in the same way for every language, so the dotless i of Turkish stays another letter. */
const foldCharacter = (character: string): string => {
  if (character === "ı") return character;
  const upper = character.toUpperCase();
  const folded = (isOne(upper) ? upper : character).toLowerCase();
  return isOne(folded) ? folded : character;
};

const foldCase = (text: string): string =>
  Array.from(text, (character) => (character < "\u0080" ? character.toLowerCase() : foldCharacter(character)))
    .join("")
    .replaceAll("ß", "ss");

const decompose = (text: string): string => text.replaceAll(invisibles, "").replaceAll(spaces, " ").normalize("NFD");

/** Removes the spaces at both ends, as `btrim` of PostgreSQL does. `trim()` would also remove tabs and line breaks. */
const trimSpaces = (text: string): string => {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return text.slice(start, end);
};

/**
 * Returns the form in which names and options are compared. Two texts that a person reads as the same have the same
 * form. The form is NFC, without invisible characters, with every space as U+0020, and with its case folded.
 */
export const identityOf = (text: string): string => {
  const folded = isAscii(text) ? text.toLowerCase() : foldCase(decompose(text)).normalize("NFC");
  return trimSpaces(folded);
};

/** Letters that Unicode does not decompose. A person whose keyboard lacks such a letter types the plain one instead. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  æ: "ae",
  œ: "oe",
  "’": "'",
  "‘": "'",
  ʼ: "'",
};

/** Returns the form in which texts are searched: that of {@link identityOf}, but without accents, and not trimmed. */
export const searchTextOf = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : foldCase(decompose(text).replaceAll(accents, ""))
        .replaceAll(/[øłđħŧıæœ’‘ʼ]/g, (letter) => plainLetters[letter] ?? letter)
        .normalize("NFC");

const names: Readonly<Record<string, string>> = {
  "\u00ad": "SOFT HYPHEN",
  "\u200b": "ZERO WIDTH SPACE",
  "\u200c": "ZERO WIDTH NON-JOINER",
  "\u200d": "ZERO WIDTH JOINER",
  "\u200e": "LEFT-TO-RIGHT MARK",
  "\u200f": "RIGHT-TO-LEFT MARK",
  "\u2060": "WORD JOINER",
  "\u3164": "HANGUL FILLER",
  "\ufe0f": "VARIATION SELECTOR-16",
  "\ufeff": "ZERO WIDTH NO-BREAK SPACE",
};

/**
 * Names the first invisible character of a text that shows nothing, as in `U+200B ZERO WIDTH SPACE`.
 * @returns undefined if the text shows something, or is empty
 */
export const invisibleIn = (text: string): string | undefined => {
  const isEmpty = text.replaceAll(invisibles, "").trim() === "";
  const [first] = isEmpty ? (text.match(invisibles) ?? []) : [];
  if (first === undefined) return undefined;
  const [character = ""] = first;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return [code, names[character]].filter((part) => part !== undefined).join(" ");
};
