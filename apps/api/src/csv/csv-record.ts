/** `next` is where the next record starts; `innerBreaks` counts line breaks within quotes. */
export type CompleteRecord = { readonly fields: string[]; readonly next: number; readonly innerBreaks: number };

/** `problem` is the end of a sentence; more text may complete an unfinished record. */
export type FaultyRecord = { readonly problem: string; readonly isUnfinished: boolean };

const plainValue = /[^",\n]*/y;

const unfinished: FaultyRecord = { problem: "has an unclosed quote", isUnfinished: true };
const strayQuote: FaultyRecord = {
  problem: 'has a stray quote; enclose a value that contains a quote in quotes and double the quote ("")',
  isUnfinished: false,
};

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const closingQuote = (text: string, at: number): number => {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] !== '"') return end + 1;
  }
  return -1;
};

const readValue = (text: string, at: number): { value: string; end: number } | undefined => {
  if (text[at] === '"') {
    const end = closingQuote(text, at);
    return end < 0 ? undefined : { value: text.slice(at + 1, end - 1).replaceAll('""', '"'), end };
  }
  const [plain = ""] = matchAt(plainValue, text, at) ?? [];
  const value = text[at + plain.length] !== "," && plain.endsWith("\r") ? plain.slice(0, -1) : plain;
  return { value, end: at + value.length };
};

/** RFC 4180 §2.5 to 2.7. @param text - Whole lines, so that the separator after a value is present. */
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
