/**
 * Splits a text at a separator outside quotes. If a quotation mark is not closed, the rest of the text counts as
 * quoted.
 */
const splitOutsideQuotes = (text: string, separator: string): string[] => {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
};

const isToken = (text: string) => text !== "" && !/[\s="]/.test(text);

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
 * Finds the first value of a preference (RFC 7240 §2), `""` if it is empty. Malformed parts are ignored.
 * @param name - Lower case.
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
