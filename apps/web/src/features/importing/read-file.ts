import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import {
  createRecordReader,
  createShape,
  createTextDecoding,
  type CsvRecord,
  type Delimiter,
  type Encoding,
  type FileKind,
  fileKindOf,
  scanText,
  TableError,
  type TableProblem,
} from "@petstore/tables";
import type { Sheet, WorkbookLimits } from "@petstore/tables/workbook";
import { isKnownLabel } from "./import-fields";

/** How a person wants a file to be read. A property is missing if the person has not chosen it. */
export type Reading = {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
  readonly headerLine?: number;
  /** The name of a sheet of a workbook. */
  readonly sheet?: string;
  readonly isSkippingHidden?: boolean;
};

/** Why a file cannot be imported. */
export type FileProblem =
  | TableProblem
  | Exclude<FileKind, "text" | "workbook">
  | "too-large"
  | "no-reader"
  | "unreadable";

/** A distinct value of a column, and how many rows have it. */
export type ValueCount = { readonly value: string; readonly count: number };

export type CsvFile = {
  readonly name: string;
  readonly size: number;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** The hidden rows and the sheets of a workbook; undefined for a text file. */
  readonly workbook?: (Omit<Sheet, "text"> & { readonly isSkippingHidden: boolean }) | undefined;
  readonly text: string;
  readonly headerLine: number;
  /** The first lines that are not blank, one of which names the columns. */
  readonly firstLines: readonly CsvRecord[];
  /** The names of the columns, each of them once. */
  readonly header: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly rows: number;
  /** The values of each column, most frequent first. A column with too many values to be statuses has null. */
  readonly values: readonly (readonly ValueCount[] | null)[];
};

const MAX_SAMPLE = 5;
const MAX_VALUES = 100;
const MAX_FIRST_LINES = 20;

const limitsOfWorkbooks: WorkbookLimits = {
  // A sheet is about five times as long in XML as in CSV.
  unpackedBytes: 8 * MAX_IMPORT_BYTES,
  length: MAX_IMPORT_BYTES,
  // One row names the columns.
  rows: MAX_IMPORT_ROWS + 1,
};

type Decoded = Pick<CsvFile, "text" | "encoding" | "workbook"> & { readonly delimiter?: Delimiter | undefined };

const decode = async (bytes: ArrayBuffer, chosen: Reading, signal: AbortSignal): Promise<FileProblem | Decoded> => {
  const all = new Uint8Array(bytes);
  const kind = fileKindOf(all);
  if (kind === "workbook") {
    // Few files are workbooks, so their reader is loaded with the first one.
    const reader = await import("@petstore/tables/workbook").catch(() => undefined);
    if (reader === undefined) return "no-reader";
    const { text, ...workbook } = await reader.readSheetAsCsv(bytes, chosen, limitsOfWorkbooks, signal);
    const isSkippingHidden = chosen.isSkippingHidden === true;
    return { text, workbook: { ...workbook, isSkippingHidden }, encoding: "utf-8", delimiter: "," };
  }
  if (kind !== "text") return kind;
  const decoding = createTextDecoding(chosen.encoding);
  const text = decoding.decode(all, true);
  return { text, encoding: decoding.encoding(), delimiter: chosen.delimiter };
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

const scan = async (decoded: Decoded, headerLine: number | undefined, signal: AbortSignal) => {
  const reader = createRecordReader(decoded.delimiter);
  const shape = createShape({ headerLine, isKnown: isKnownLabel });
  const firstLines: CsvRecord[] = [];
  const sample: (readonly string[])[] = [];
  let counter: ReturnType<typeof createValueCounter> | undefined;
  let rows = 0;
  const take = (records: readonly CsvRecord[]) => {
    counter ??= createValueCounter(shape.header()?.labels.length ?? 0);
    for (const { fields } of records) {
      rows += 1;
      if (sample.length < MAX_SAMPLE) sample.push(fields);
      counter.add(fields);
    }
  };
  const onRecords = (records: readonly CsvRecord[]) => {
    for (const record of records) {
      if (firstLines.length === MAX_FIRST_LINES) break;
      if (record.fields.some((field) => field.trim() !== "")) firstLines.push(record);
    }
    const shaped = shape.add(records);
    if (shape.header() !== undefined) take(shaped);
  };
  await scanText(decoded.text, reader, onRecords, signal);
  take(shape.end());
  const { line = 1, labels = [] } = shape.header() ?? {};
  return {
    delimiter: reader.delimiter() ?? ",",
    headerLine: line,
    header: labels,
    firstLines,
    sample,
    rows,
    values: counter?.end().map(byFrequency) ?? [],
  };
};

const read = async (file: File, chosen: Reading, signal: AbortSignal): Promise<CsvFile | FileProblem> => {
  if (file.size > MAX_IMPORT_BYTES) return "too-large";
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return "unreadable";
  const decoded = await decode(bytes, chosen, signal);
  if (typeof decoded === "string") return decoded;
  const name = file.name.slice(0, MAX_NAME_LENGTH);
  const known = { ...decoded, name, size: file.size };
  // An empty sheet is not a problem if the workbook has another sheet, which may have rows.
  const hasOtherSheets = (decoded.workbook?.sheets.length ?? 0) > 1;
  if (decoded.text === "" && hasOtherSheets)
    return { ...known, delimiter: ",", headerLine: 1, header: [], firstLines: [], sample: [], rows: 0, values: [] };
  const scanned = await scan(decoded, chosen.headerLine, signal);
  return scanned.rows === 0 && !hasOtherSheets ? "empty" : { ...known, ...scanned };
};

/** Reads a file and looks through all of its rows. */
export const readFile = async (file: File, chosen: Reading, signal: AbortSignal): Promise<CsvFile | FileProblem> => {
  try {
    return await read(file, chosen, signal);
  } catch (error) {
    if (error instanceof TableError) return error.problem;
    throw error;
  }
};
