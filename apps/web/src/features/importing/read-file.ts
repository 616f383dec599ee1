import { MAX_IMPORT_BYTES } from "@petstore/contract/schemas";
import { findDelimiter, scanCsv } from "./csv";

export const encodings = ["utf-8", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** Why a file cannot be imported. */
export type FileProblem = "too-large" | "not-utf-8" | "not-text" | "spreadsheet" | "empty" | "unreadable";

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
  /** By column, most frequent first; null where a column has too many to be statuses. */
  readonly values: readonly (readonly ValueCount[] | null)[];
};

const MAX_SAMPLE = 5;
const MAX_VALUES = 100;
/** `name` in the audit trail takes as many. */
const MAX_NAME_LENGTH = 200;

const decode = (bytes: ArrayBuffer, encoding: Encoding): FileProblem | { readonly text: string } => {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  // Office files are ZIP archives.
  if (first === 0x50 && second === 0x4b) return "spreadsheet";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return "not-utf-8";
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
export const readFile = async (file: File, encoding: Encoding, signal: AbortSignal): Promise<CsvFile | FileProblem> => {
  if (file.size > MAX_IMPORT_BYTES) return "too-large";
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return "unreadable";
  const decoded = decode(bytes, encoding);
  if (typeof decoded === "string") return decoded;
  const { text } = decoded;
  // NUL is valid in both encodings, but means UTF-16 or no text at all.
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
