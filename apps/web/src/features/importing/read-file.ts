import { MAX_IMPORT_BYTES, MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { type Delimiter, guessDelimiter, scanCsv } from "./csv";

/** A UTF-16 file has a byte order mark. Between the other two encodings, a person chooses. */
export const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;
export type Encoding = (typeof encodings)[number];

/** How a person wants a file to be read. A property is missing if the person has not chosen it. */
export type Reading = {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
  /** The name of a sheet of a workbook. */
  readonly sheet?: string;
};

/** Why a file cannot be imported. */
export type FileProblem =
  | "too-large"
  | "too-wide"
  | "workbook-too-large"
  | "no-workbook"
  | "no-reader"
  | "not-utf-8"
  | "not-text"
  | "picture"
  | "pdf"
  | "spreadsheet"
  | "empty"
  | "unreadable";

/** A distinct value of a column, and how many rows have it. */
export type ValueCount = { readonly value: string; readonly count: number };

export type CsvFile = {
  readonly name: string;
  readonly size: number;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** The names of all sheets of a workbook, and the name of the sheet that was read. A text file has none. */
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly text: string;
  /** The names of the columns, trimmed. */
  readonly header: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly rows: number;
  /** The values of each column, most frequent first. A column with too many values to be statuses has null. */
  readonly values: readonly (readonly ValueCount[] | null)[];
};

const MAX_SAMPLE = 5;
const MAX_VALUES = 100;
/** The page shows each column and offers it for each field, so the limit keeps the page usable. */
const MAX_COLUMNS = 1_000;

const MAX_SIGNATURE = 12;

/** A workbook is a ZIP archive. */
const ARCHIVE = "504b0304";

/** The signatures, in hexadecimal digits, of files that people mistake for a table. */
const signatures: readonly (readonly [FileProblem, RegExp])[] = [
  // Older spreadsheets and password-protected ones are compound files.
  ["spreadsheet", /^d0cf11e0/],
  // JPEG, PNG, GIF, WebP, HEIC and AVIF.
  ["picture", /^ffd8ff|^89504e47|^47494638|^52494646.{8}57454250|^.{8}66747970(?:686569|6d6966|617669)/],
  ["pdf", /^255044462d/],
];

const signatureOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes, 0, Math.min(MAX_SIGNATURE, bytes.byteLength))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Recognises the byte order mark of UTF-16; other encodings give undefined. */
const markedEncoding = (start: string): Encoding | undefined => {
  if (start.startsWith("fffe")) return "utf-16le";
  return start.startsWith("feff") ? "utf-16be" : undefined;
};

type Decoded = Pick<CsvFile, "text" | "encoding" | "delimiter" | "sheets" | "sheet">;

const decode = async (bytes: ArrayBuffer, chosen: Reading, signal: AbortSignal): Promise<FileProblem | Decoded> => {
  const start = signatureOf(bytes);
  if (start.startsWith(ARCHIVE)) {
    // Few files are workbooks, so their reader is loaded with the first one.
    const reader = await import("./workbook").catch(() => undefined);
    if (reader === undefined) return "no-reader";
    const sheet = await reader.readSheetAsCsv(bytes, chosen.sheet, signal);
    return typeof sheet === "string" ? sheet : { ...sheet, encoding: "utf-8", delimiter: "," };
  }
  const known = signatures.find(([, signature]) => signature.test(start));
  if (known !== undefined) return known[0];
  const wanted = chosen.encoding ?? "utf-8";
  const encoding = markedEncoding(start) ?? wanted;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { text, encoding, delimiter: chosen.delimiter ?? guessDelimiter(text), sheets: [], sheet: "" };
  } catch {
    return encoding === wanted ? "not-utf-8" : "not-text";
  }
};

type Counts = Map<string, number> | null;

const count = (counts: Counts, value: string, times = 1): Counts => {
  if (counts === null || times === 0) return counts;
  counts.set(value, (counts.get(value) ?? 0) + times);
  return counts.size > MAX_VALUES ? null : counts;
};

/**
 * Counts the values of each column. The work for a row depends on its own cells, and not on the width of the first
 * line.
 */
const createValueCounter = (columns: number) => {
  const counts: Counts[] = Array.from({ length: columns }, () => new Map());
  /** The number of rows that end just before each column, by the index of the column. */
  const ends = Array.from({ length: columns }, () => 0);
  return {
    add: (fields: readonly string[]): void => {
      const length = Math.min(fields.length, columns);
      for (let at = 0; at < length; at += 1) counts[at] = count(counts[at] ?? null, (fields[at] ?? "").trim());
      if (length < columns) ends[length] = (ends[length] ?? 0) + 1;
    },
    end: (): Counts[] => {
      let missing = 0;
      return counts.map((known, at) => count(known, "", (missing += ends[at] ?? 0)));
    },
  };
};

const byFrequency = (counts: Counts): readonly ValueCount[] | null =>
  counts &&
  [...counts].map(([value, times]) => ({ value, count: times })).toSorted((one, other) => other.count - one.count);

export const isProblem = (result: CsvFile | FileProblem): result is FileProblem => typeof result === "string";

/** Reads a file and looks through all of its rows. */
export const readFile = async (file: File, chosen: Reading, signal: AbortSignal): Promise<CsvFile | FileProblem> => {
  if (file.size > MAX_IMPORT_BYTES) return "too-large";
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return "unreadable";
  const decoded = await decode(bytes, chosen, signal);
  if (typeof decoded === "string") return decoded;
  const { text, delimiter } = decoded;
  // NUL is valid in every encoding, but it means that the file is UTF-16 or not text at all.
  if (text.includes("\0")) return "not-text";

  const header: string[] = [];
  const sample: (readonly string[])[] = [];
  let counter = createValueCounter(0);
  let rows = 0;
  await scanCsv(
    text,
    delimiter,
    ({ fields }) => {
      if (header.length === 0) {
        header.push(...fields.map((label) => label.trim()));
        counter = createValueCounter(header.length > MAX_COLUMNS ? 0 : header.length);
        return;
      }
      rows += 1;
      if (sample.length < MAX_SAMPLE) sample.push(fields);
      counter.add(fields);
    },
    signal,
  );
  if (header.length > MAX_COLUMNS) return "too-wide";
  // An empty sheet is no problem if the workbook has another sheet, which may have rows.
  if (rows === 0 && decoded.sheets.length < 2) return "empty";
  const values = counter.end().map(byFrequency);
  const name = file.name.slice(0, MAX_NAME_LENGTH);
  return { ...decoded, name, size: file.size, header, sample, rows, values };
};
