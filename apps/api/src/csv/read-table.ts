import {
  createRecordReader,
  createTextDecoding,
  type CsvRecord,
  decodeText,
  type Delimiter,
  type Encoding,
  type FileKind,
  fileKindOf,
  readRecords,
  SIGNATURE_BYTES,
  TableError,
  type TableProblem,
} from "@petstore/tables";
import { readSheetAsCsv, type Sheet, type SheetChoice, type WorkbookLimits } from "@petstore/tables/workbook";
import { OperatorError } from "../config/operator-error.js";

/** The settings for reading a file. Settings that nobody has chosen are recognised from the file. */
export type TableChoice = SheetChoice & {
  readonly delimiter?: Delimiter | undefined;
  readonly encoding?: Encoding | undefined;
};

/** How a file is read. */
export type TableReading = {
  /** Null for a workbook. */
  readonly delimiter: Delimiter | null;
  /** Null for a workbook, and for a text that was decoded before. */
  readonly encoding: Encoding | null;
  /** Null for a text. */
  readonly workbook: Omit<Sheet, "text"> | null;
};

export type Table = {
  readonly records: AsyncIterable<CsvRecord[]>;
  /** Reads the records again from the start; undefined if they can be read only once. */
  readonly again: (() => AsyncIterable<CsvRecord[]>) | undefined;
  /** The shape of the file. It is known once the first records have been read. */
  readonly reading: () => TableReading;
};

const MEBIBYTE = 1_048_576;
const SLICE_LENGTH = 65_536;

/** The command line holds a workbook in memory, so its size is limited. The size of a CSV file is not. */
const MAX_WORKBOOK_BYTES = 64 * MEBIBYTE;
const limitsOfFiles: WorkbookLimits = {
  unpackedBytes: 1_024 * MEBIBYTE,
  length: 128 * MEBIBYTE,
  // The maximum number of rows that a sheet of a workbook can have.
  rows: 1_048_576,
};

const sentences: Readonly<Record<TableProblem, readonly [problem: string, remedy: string]>> = {
  encoding: ["is neither UTF-8, nor UTF-16, nor Windows-1252 text", "save it as UTF-8 and try again."],
  binary: ["is not a text file", "save the table as CSV or as an .xlsx workbook."],
  "line-too-long": ["has a line of over 1 MiB", "check its line breaks and quotes."],
  empty: ["is empty", "a line must name the columns."],
  "too-wide": ["has more than 1,000 columns", "remove those that you do not need."],
  "no-header-line": ["has no names of columns in the chosen line", "choose the line that names the columns."],
  workbook: ["is not an .xlsx workbook that can be read", "save it again with a spreadsheet program, or as CSV."],
  "workbook-too-large": ["is too large a workbook", "save the sheet as CSV, or split it."],
  "no-sheet": ["has no sheet with the chosen name", "choose another sheet."],
};

/**
 * Turns an error about a table into a sentence for the person who gave the file. Other errors are returned unchanged.
 */
export const explainTableError = (error: unknown, source: string): unknown => {
  if (!(error instanceof TableError)) return error;
  const [problem, remedy] = sentences[error.problem];
  const place = error.line === undefined ? "" : ` (at or soon after line ${error.line})`;
  return new OperatorError("invalid_file", `${source} ${problem}${place};`, remedy, { cause: error });
};

const otherKinds: Readonly<Partial<Record<FileKind, string>>> = {
  "old-workbook": "is an older workbook, or has a password",
  picture: "is a picture",
  pdf: "is a PDF",
};

const explained = async function* (records: AsyncIterable<CsvRecord[]>, source: string): AsyncGenerator<CsvRecord[]> {
  try {
    yield* records;
  } catch (error) {
    throw explainTableError(error, source);
  }
};

type Pieces = AsyncIterable<string> | Iterable<string>;

/**
 * Reads a text that comes in pieces, wherever it is cut.
 * @param open - Returns the pieces from the start.
 * @param isReadOnce - True if `open` can be called only once.
 */
export const tableOfText = (
  open: () => Pieces,
  source: string,
  { delimiter }: TableChoice = {},
  { isReadOnce = false, encoding = () => null }: { isReadOnce?: boolean; encoding?: () => Encoding | null } = {},
): Table => {
  const reader = createRecordReader(delimiter);
  return {
    records: explained(readRecords(open(), reader), source),
    again: isReadOnce ? undefined : () => explained(readRecords(open(), createRecordReader(delimiter)), source),
    reading: () => ({ delimiter: reader.delimiter() ?? null, encoding: encoding(), workbook: null }),
  };
};

const slicesOf = function* (text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE_LENGTH) yield text.slice(at, at + SLICE_LENGTH);
};

/**
 * Returns the rows of a sheet as a table.
 * @param open - Returns the text of the sheet in pieces.
 */
export const tableOfSheet = (
  { text, ...workbook }: Sheet,
  source: string,
  open: () => Pieces = () => slicesOf(text),
): Table => ({
  ...tableOfText(open, source, { delimiter: "," }),
  reading: () => ({ delimiter: null, encoding: null, workbook }),
});

/** Yields all chunks of an iterator whose first chunk has already been read. */
const resume = async function* (start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
};

const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_WORKBOOK_BYTES) throw new TableError("workbook-too-large");
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer;
};

/**
 * Reads a file of CSV of any size with little memory, or a workbook.
 * @throws OperatorError if the file is of another kind, or is a workbook that cannot be read. The records throw it for the
 * other problems.
 */
export const openTable = async (
  chunks: AsyncIterable<Uint8Array>,
  source: string,
  choice: TableChoice,
  { signal, reopen }: { readonly signal: AbortSignal; readonly reopen?: (() => AsyncIterable<Uint8Array>) | undefined },
): Promise<Table> => {
  const rest = chunks[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < SIGNATURE_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  const all = resume(start, rest);
  const kind = fileKindOf(start);
  const other = otherKinds[kind];
  if (other !== undefined)
    throw new OperatorError("invalid_file", `${source} ${other};`, "save the table as CSV or as an .xlsx workbook.");
  if (kind === "workbook") {
    try {
      return tableOfSheet(await readSheetAsCsv(await collect(all), choice, limitsOfFiles, signal), source);
    } catch (error) {
      throw explainTableError(error, source);
    }
  }
  const decoding = createTextDecoding(choice.encoding);
  let isOpen = false;
  const open = () => {
    const chunks = isOpen && reopen !== undefined ? reopen() : all;
    const texts = decodeText(chunks, isOpen ? createTextDecoding(choice.encoding) : decoding);
    isOpen = true;
    return texts;
  };
  return tableOfText(open, source, choice, { isReadOnce: reopen === undefined, encoding: decoding.encoding });
};
