import { MAX_IMPORT_BYTES, MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { findDelimiter, scanCsv } from "./csv";

/** A file says itself that it is UTF-16, by its first two bytes; between the other two a person chooses. */
export const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;
export type Encoding = (typeof encodings)[number];

/** Why a file cannot be imported. */
export type FileProblem =
  | "too-large"
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
  readonly delimiter: string;
  readonly text: string;
  /** The names of the columns, trimmed. */
  readonly header: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly rows: number;
  /** The values of each column, most frequent first; null where a column has too many to be statuses. */
  readonly values: readonly (readonly ValueCount[] | null)[];
};

const MAX_SAMPLE = 5;
const MAX_VALUES = 100;

const MAX_SIGNATURE = 12;

/** The first bytes, in hexadecimal digits, of files that people take for a table. */
const signatures: readonly (readonly [FileProblem, RegExp])[] = [
  // Office files are ZIP archives; older ones are compound files.
  ["spreadsheet", /^504b0304|^d0cf11e0/],
  // JPEG, PNG, GIF, WebP, HEIC and AVIF.
  ["picture", /^ffd8ff|^89504e47|^47494638|^52494646.{8}57454250|^.{8}66747970(?:686569|6d6966|617669)/],
  ["pdf", /^255044462d/],
];

const signatureOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes, 0, Math.min(MAX_SIGNATURE, bytes.byteLength))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** The byte order mark is that of UTF-16, or there is none. */
const markedEncoding = (start: string): Encoding | undefined => {
  if (start.startsWith("fffe")) return "utf-16le";
  return start.startsWith("feff") ? "utf-16be" : undefined;
};

type Decoded = { readonly text: string; readonly encoding: Encoding };

const decode = (bytes: ArrayBuffer, chosen: Encoding): FileProblem | Decoded => {
  const start = signatureOf(bytes);
  const known = signatures.find(([, signature]) => signature.test(start));
  if (known !== undefined) return known[0];
  const encoding = markedEncoding(start) ?? chosen;
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return encoding === chosen ? "not-utf-8" : "not-text";
  }
};

type Counts = Map<string, number> | null;

const count = (counts: Counts, value: string): Counts => {
  if (counts === null) return null;
  counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts.size > MAX_VALUES ? null : counts;
};

const byFrequency = (counts: Counts): readonly ValueCount[] | null =>
  counts &&
  [...counts].map(([value, times]) => ({ value, count: times })).toSorted((one, other) => other.count - one.count);

export const isProblem = (result: CsvFile | FileProblem): result is FileProblem => typeof result === "string";

/** Reads a file and looks through all of its rows. */
export const readFile = async (file: File, chosen: Encoding, signal: AbortSignal): Promise<CsvFile | FileProblem> => {
  if (file.size > MAX_IMPORT_BYTES) return "too-large";
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return "unreadable";
  const decoded = decode(bytes, chosen);
  if (typeof decoded === "string") return decoded;
  const { text, encoding } = decoded;
  // NUL is valid in every encoding, but means UTF-16 or no text at all.
  if (text.includes("\0")) return "not-text";

  const delimiter = findDelimiter(text);
  const header: string[] = [];
  const sample: (readonly string[])[] = [];
  let counts: Counts[] = [];
  let rows = 0;
  await scanCsv(
    text,
    delimiter,
    ({ fields }) => {
      if (header.length === 0) {
        header.push(...fields.map((label) => label.trim()));
        counts = header.map(() => new Map());
        return;
      }
      rows += 1;
      if (sample.length < MAX_SAMPLE) sample.push(fields);
      counts = counts.map((known, at) => count(known, (fields[at] ?? "").trim()));
    },
    signal,
  );
  if (rows === 0) return "empty";
  const values = counts.map(byFrequency);
  const name = file.name.slice(0, MAX_NAME_LENGTH);
  return { name, size: file.size, encoding, delimiter, text, header, sample, rows, values };
};
