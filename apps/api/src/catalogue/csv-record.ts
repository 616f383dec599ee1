/** A record's values, where in the text the next one begins, and how many line breaks stood inside its quotes. */
export type CompleteRecord = { readonly fields: string[]; readonly next: number; readonly innerBreaks: number };

/** `problem` is the end of a sentence; what is unfinished may still be completed by more text. */
export type FaultyRecord = { readonly problem: string; readonly isUnfinished: boolean };

const quotedValue = /"([^"]*(?:""[^"]*)*)"(?!")/y;
const plainValue = /[^",\n]*/y;

const unfinished: FaultyRecord = { problem: "has a quote that is never closed", isUnfinished: true };
const strayQuote: FaultyRecord = {
  problem: 'has a stray quote: a value with a quote in it must stand in quotes, with the quote doubled ("")',
  isUnfinished: false,
};

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const readValue = (text: string, at: number): { value: string; end: number } | undefined => {
  const quoted = text[at] === '"';
  const match = matchAt(quoted ? quotedValue : plainValue, text, at);
  if (match === null) return undefined;
  if (quoted) return { value: (match[1] ?? "").replaceAll('""', '"'), end: at + match[0].length };
  const value = text[at + match[0].length] === "," ? match[0] : match[0].replace(/\r$/, "");
  return { value, end: at + value.length };
};

/**
 * Reads one record that has quotes in it (RFC 4180 §2.5 to 2.7), from `start` on.
 * @param text - Whole lines, so that what follows a value is always there to be seen.
 */
export const readQuotedRecord = (text: string, start: number): CompleteRecord | FaultyRecord => {
  const fields: string[] = [];
  let innerBreaks = 0;
  for (let at = start; ; ) {
    const read = readValue(text, at);
    if (read === undefined) return unfinished;
    const { value, end } = read;
    fields.push(value);
    innerBreaks += value.split("\n").length - 1;
    const separator = matchAt(/,|\r?\n|\r?$/y, text, end);
    if (separator === null) return strayQuote;
    at = end + separator[0].length;
    if (separator[0] !== ",") return { fields, next: at, innerBreaks };
  }
};
