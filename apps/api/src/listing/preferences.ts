/** Splits at a separator that stands outside quotes. A quotation mark that nothing closes quotes all that follows. */
const splitOutsideQuotes = (text: string, separator: string): string[] => {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted && letter === "\\") at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
};

const isToken = (text: string) => text !== "" && !/[\s="]/.test(text);

/** The end of a quoted string that begins the text; -1 where nothing closes it. */
const quoteEnd = (text: string): number => {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
};

const readWord = (text: string): string | undefined => {
  if (!text.startsWith('"')) return isToken(text) ? text : undefined;
  return quoteEnd(text) === text.length - 1 ? text.slice(1, -1).replace(/\\(.)/g, "$1") : undefined;
};

/**
 * The value of a preference in a `Prefer` field (RFC 7240 §2), `""` where it has none: of several the first, whatever
 * letters its name is in; its parameters, other preferences and what is none at all are passed over.
 * @param name - In small letters.
 */
export const preferenceOf = (field: string, name: string): string | undefined => {
  for (const member of splitOutsideQuotes(field, ",")) {
    const [preference = ""] = splitOutsideQuotes(member, ";");
    const equals = preference.indexOf("=");
    const token = (equals < 0 ? preference : preference.slice(0, equals)).trim();
    if (!isToken(token) || token.toLowerCase() !== name) continue;
    const word = equals < 0 ? "" : readWord(preference.slice(equals + 1).trim());
    if (word !== undefined) return word;
  }
  return undefined;
};
