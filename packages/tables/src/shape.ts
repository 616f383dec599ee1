import type { CsvRecord, RecordProblem } from "./csv.js";
import { TableError } from "./table-error.js";

/** The line that names the columns. */
export type TableHeader = {
  /** The line of the file, from 1. */
  readonly line: number;
  /**
   * The trimmed names of the columns, all of them different. The second column `Notes` is called `Notes (2)`. A column
   * without a name is called by its letters in a spreadsheet, unless no named column follows.
   */
  readonly labels: readonly string[];
  /** The names that several columns have in the file. */
  readonly repeated: readonly string[];
  /** The problem with the header's quotes. */
  readonly problem?: RecordProblem;
};

export type ShapeOptions = {
  /** The line of the header, if a person has chosen it. Otherwise the header is searched for. */
  readonly headerLine?: number | undefined;
  /** Tells whether this is the name of a column that the caller understands. */
  readonly isKnown?: (label: string) => boolean;
};

export type TableShape = {
  /** The header, once it is known: after twenty records at the latest, or at the end of a shorter file. */
  readonly header: () => TableHeader | undefined;
  /**
   * Returns the rows among these records. A row that has more fields than the header has columns gets a `problem`. A
   * row that has fewer fields is not filled up, because that would take much memory under a wide header.
   */
  readonly add: (records: readonly CsvRecord[]) => CsvRecord[];
  /**
   * Returns the last rows.
   * @throws TableError `empty`, `no-header-line` or `too-wide` if there is no header that can be used.
   */
  readonly end: () => CsvRecord[];
};

/** The number of records, not counting blank ones, among which the header is searched for. */
const MAX_EXAMINED = 20;
/** The maximum number of columns. People have to choose the meaning of each column, and each column takes memory. */
export const MAX_COLUMNS = 1_000;

const isBlank = (field: string): boolean => field === "" || field.trim() === "";
const isBlankRecord = ({ fields, problem }: CsvRecord): boolean =>
  problem === undefined && isBlank(fields[0] ?? "") && fields.every(isBlank);

const countFilled = ({ fields }: CsvRecord): number => fields.filter((field) => !isBlank(field)).length;

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

const LETTERS = 26;

/** Returns the letters of a column in a spreadsheet: A for 0, AA for 26. */
export const columnLetters = (at: number): string =>
  (at >= LETTERS ? columnLetters(Math.floor(at / LETTERS) - 1) : "") + String.fromCharCode(65 + (at % LETTERS));

const nameColumns = (fields: readonly string[]): string[] => {
  const trimmed = fields.map((field) => field.trim());
  const count = Math.max(1, trimmed.findLastIndex((label) => label !== "") + 1);
  const used = new Set(trimmed);
  const seen = new Set<string>();
  return trimmed.slice(0, count).map((given, at) => {
    const label = given === "" ? columnLetters(at) : given;
    let unique = label;
    for (let number = 2; seen.has(unique) || (unique !== given && used.has(unique)); number += 1)
      unique = `${label} (${number})`;
    seen.add(unique);
    return unique;
  });
};

/**
 * Finds the header, which may be below the title of a report. It is the first record in which two names of columns are
 * known, or else the first record that has at least half as many values as most records.
 */
const findHeader = (records: readonly CsvRecord[], isKnownHeader: (record: CsvRecord) => boolean) => {
  const known = records.find(isKnownHeader);
  if (known !== undefined) return known;
  const usual = medianOf(records.map(countFilled));
  return records.find((record) => record.problem !== undefined || countFilled(record) * 2 >= Math.max(usual, 3));
};

const shapeRow = (record: CsvRecord, width: number): CsvRecord => {
  const { line, fields, problem } = record;
  if (problem !== undefined || fields.length <= width) return record;
  const beyond = fields.findIndex((field, at) => at >= width && !isBlank(field));
  if (beyond === -1) return { line, fields: fields.slice(0, width) };
  const value = (fields[beyond] ?? "").trim();
  return { line, fields, problem: { code: "beyond_columns", value, position: beyond + 1, columns: width } };
};

/**
 * Gives the records of a file the shape of a table, wherever they come from: finds the header, names each column once,
 * skips blank records, and cuts the others to the width of the header. If a value would be cut, it is a problem of that row.
 */
export const createShape = ({ headerLine, isKnown = () => false }: ShapeOptions = {}): TableShape => {
  let header: TableHeader | undefined;
  let first: CsvRecord[] = [];
  let lastLine = 0;
  const isKnownHeader = ({ fields }: CsvRecord) => fields.filter((field) => isKnown(field.trim())).length >= 2;

  const start = (found: CsvRecord | undefined): CsvRecord[] => {
    if (found === undefined) return [];
    const { line, fields, problem } = found;
    const labels = nameColumns(fields);
    if (labels.length > MAX_COLUMNS) throw new TableError("too-wide", line);
    const trimmed = fields.map((field) => field.trim());
    const repeated = labels.filter((label, at) => trimmed.indexOf(label) === at && trimmed.includes(label, at + 1));
    header = { line, labels, repeated, ...(problem !== undefined && { problem }) };
    const after = first.filter((record) => record.line > line);
    first = [];
    return rowsOf(after);
  };
  const rowsOf = (records: readonly CsvRecord[]): CsvRecord[] => {
    const width = header?.labels.length ?? 0;
    const rows: CsvRecord[] = [];
    for (const record of records) if (!isBlankRecord(record)) rows.push(shapeRow(record, width));
    return rows;
  };
  const isReady = () =>
    headerLine === undefined ? first.length >= MAX_EXAMINED || first.some(isKnownHeader) : lastLine >= headerLine;
  const choose = (): CsvRecord | undefined => {
    if (headerLine === undefined) return findHeader(first, isKnownHeader) ?? first[0];
    const chosen = first.find(({ line }) => line === headerLine);
    if (chosen === undefined) throw new TableError("no-header-line", headerLine);
    return chosen;
  };
  return {
    header: () => header,
    add: (records) => {
      if (header !== undefined) return rowsOf(records);
      for (const record of records) {
        lastLine = record.line;
        // Records above the chosen line are not needed, so they are not kept.
        if (!isBlankRecord(record) && record.line >= (headerLine ?? 0)) first.push(record);
      }
      return isReady() ? start(choose()) : [];
    },
    end: () => {
      if (header !== undefined) return [];
      const rows = start(choose());
      if (header === undefined) throw new TableError("empty");
      return rows;
    },
  };
};
