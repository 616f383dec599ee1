import { type CsvRecord, readCsvLines } from "@petstore/contract/csv";

/** A few hundred rows: reading them takes far less than a slice of time. */
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

/** Reads all records in short slices: the page answers in between. */
export const scanCsv = async (
  text: string,
  delimiter: string,
  onRecord: (record: CsvRecord) => void,
  signal?: AbortSignal,
): Promise<void> => {
  let sliceStart = performance.now();
  for (const records of readCsv(text, delimiter)) {
    for (const record of records) onRecord(record);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    // The pause between two slices is the point.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    sliceStart = performance.now();
  }
};

const delimiters = [",", ";", "\t"] as const;

/** Spreadsheets of many countries write semicolons. */
export const findDelimiter = (text: string): string => {
  const header = text.slice(0, Math.min(lineEndAt(text, 0), 10_000));
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
};

const writeField = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

export const writeRecord = (fields: readonly string[]): string => fields.map(writeField).join(",");

/** Writes the file with commas, as the service reads it; each record keeps its line. */
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
