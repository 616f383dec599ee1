import { type CsvRecord, readCsvLines } from "@petstore/contract/csv";

/** This length is a few hundred rows. Reading them takes far less time than a slice. */
const PIECE_LENGTH = 16_384;
const SLICE_MS = 12;

const lineEndAt = (text: string, at: number): number => {
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found;
};

export const readCsv = function* (text: string, delimiter: string): Generator<CsvRecord[]> {
  let line = 1;
  let start = 0;
  for (let end = 0; end < text.length; ) {
    end = lineEndAt(text, end + PIECE_LENGTH) + 1;
    const read = readCsvLines(text.slice(start, end), { line, delimiter, isLast: end >= text.length });
    yield read.records;
    line = read.nextLine;
    start = end - read.unread.length;
  }
};

/**
 * Returns a function that pauses when the current slice has taken long enough, so that the page can react in between.
 */
export const createPause = (signal?: AbortSignal): (() => Promise<void>) => {
  let sliceStart = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - sliceStart < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    sliceStart = performance.now();
  };
};

/** Reads all records in short slices. */
export const scanCsv = async (
  text: string,
  delimiter: string,
  onRecord: (record: CsvRecord) => void,
  signal?: AbortSignal,
): Promise<void> => {
  const pause = createPause(signal);
  for (const records of readCsv(text, delimiter)) {
    for (const record of records) onRecord(record);
    // The pause between two slices is intended.
    // oxlint-disable-next-line no-await-in-loop
    await pause();
  }
};

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

export const isDelimiter = (value: string): value is Delimiter => (delimiters as readonly string[]).includes(value);

const MAX_GUESSED_LENGTH = 65_536;
const MAX_GUESSED_RECORDS = 20;

/**
 * Measures how well a delimiter fits these lines: how many records have as many fields as the first, and how many
 * fields that is.
 */
const fit = (text: string, delimiter: Delimiter): readonly [records: number, width: number] => {
  const { records } = readCsvLines(text, { line: 1, delimiter, isLast: true });
  const width = records[0]?.fields.length ?? 0;
  const same = records.slice(0, MAX_GUESSED_RECORDS).filter(({ fields }) => fields.length === width);
  return width > 1 ? [same.length, width] : [0, 0];
};

/** Returns the delimiter that fits the first lines best, or a comma if two fit equally well. */
export const guessDelimiter = (text: string): Delimiter => {
  const start = text.slice(0, lineEndAt(text, Math.min(text.length, MAX_GUESSED_LENGTH)));
  const [first, second] = delimiters
    .map((delimiter) => ({ delimiter, fits: fit(start, delimiter) }))
    .toSorted((one, other) => other.fits[0] - one.fits[0] || other.fits[1] - one.fits[1]);
  const isTie = first?.fits.join() === second?.fits.join();
  return first === undefined || isTie ? "," : first.delimiter;
};

/** Spreadsheet programs read a file as UTF-8 if it begins with this. */
export const BYTE_ORDER_MARK = "\uFEFF";

const writeField = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

export const writeRecord = (fields: readonly string[]): string => fields.map(writeField).join(",");

/** Writes the file with commas, which is what the service reads. Each record keeps its line number. */
export const withCommas = async (text: string, delimiter: string): Promise<string> => {
  if (delimiter === ",") return text;
  const parts: string[] = [];
  let at = 1;
  await scanCsv(text, delimiter, ({ line, fields }) => {
    const written = writeRecord(fields);
    parts.push("\n".repeat(line - at), written);
    at = line + written.split("\n").length - 1;
  });
  return parts.join("");
};
