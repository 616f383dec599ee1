import { readCsvLines } from "./csv.js";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** The names of the delimiters. */
export const delimiterNames = { comma: ",", semicolon: ";", tab: "\t", bar: "|" } as const satisfies Readonly<
  Record<string, Delimiter>
>;
export type DelimiterName = keyof typeof delimiterNames;

export const nameOfDelimiter = (delimiter: Delimiter): DelimiterName =>
  (Object.keys(delimiterNames) as DelimiterName[]).find((name) => delimiterNames[name] === delimiter) ?? "comma";

export const isDelimiter = (value: string): value is Delimiter => (delimiters as readonly string[]).includes(value);

/** The number of characters at the start of a file from which its delimiter is guessed. */
export const GUESSED_LENGTH = 65_536;
const MAX_GUESSED_RECORDS = 20;

/**
 * Measures how well a delimiter fits these lines: how many records have the most frequent number of fields, and how many
 * fields that is. Records with one field do not count, because a title above the header has one.
 */
const fit = (text: string, delimiter: Delimiter): readonly [records: number, width: number] => {
  const { records } = readCsvLines(text, { line: 1, delimiter, isLast: true });
  const counts = new Map<number, number>();
  for (const { fields } of records.slice(0, MAX_GUESSED_RECORDS)) {
    if (fields.length > 1) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  }
  // If two widths are equally frequent, the earlier one counts: it is that of the header.
  const [width, same] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  return [same, width];
};

/**
 * Returns the delimiter that fits the first lines best, or a comma if two fit equally well.
 * @param text - The start of the file, which may end within a line.
 */
export const guessDelimiter = (text: string): Delimiter => {
  const part = text.slice(0, GUESSED_LENGTH);
  const end = part.lastIndexOf("\n");
  const start = part.length === text.length || end === -1 ? part : part.slice(0, end + 1);
  const [first, second] = delimiters
    .map((delimiter) => ({ delimiter, fits: fit(start, delimiter) }))
    .toSorted((one, other) => other.fits[0] - one.fits[0] || other.fits[1] - one.fits[1]);
  const isTie = first?.fits.join() === second?.fits.join();
  return first === undefined || isTie ? "," : first.delimiter;
};
