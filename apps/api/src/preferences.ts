// A quotation mark that nothing closes quotes all that follows, so that no comma in it counts.
const members = /(?:"(?:\\.|[^"\\])*\\?(?:"|$)|[^",])+/g;
const member = /^\s*([^\s;="]+)(?:\s*=\s*("(?:\\.|[^"\\])*"|[^\s;="]+))?\s*(?:;|$)/;

const unquote = (word: string) => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, "$1") : word);

/**
 * The value of a preference in a `Prefer` field (RFC 7240 §2), `""` where it has none: of several the first, whatever
 * letters its name is in; its parameters, other preferences and what is none at all are passed over.
 * @param name - In small letters.
 */
export const preferenceOf = (field: string, name: string): string | undefined => {
  for (const [text] of field.matchAll(members)) {
    const [, token, word = ""] = member.exec(text) ?? [];
    if (token?.toLowerCase() === name) return unquote(word);
  }
  return undefined;
};
