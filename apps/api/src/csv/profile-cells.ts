import { type Attribute, foldWord, optionWords } from "@petstore/contract/routes";
import {
  isUnknownWord,
  type DateOrder,
  type DecimalSign,
  readBoolean,
  readCsvLines,
  readDate,
  readNumber,
} from "@petstore/tables";
import { holdsCodes, readCode } from "./codes.js";

const DELIMITER = ";";

const isPlain = (text: string) => text.trim() === text && !/[;"]/.test(text);

/**
 * Writes several texts as a line of CSV in the cell. If one of the texts needs quotes, all of them are quoted, so that
 * a quote at the start tells how to read the cell.
 */
const writeList = (texts: readonly string[]): string =>
  (texts.every(isPlain) ? texts : texts.map((text) => `"${text.replaceAll('"', '""')}"`)).join(DELIMITER);

/** Returns the texts of a cell; undefined if its quotes are damaged. */
export const readList = (cell: string): readonly string[] | undefined => {
  if (!cell.includes('"')) return cell.split(DELIMITER).flatMap((text) => text.trim() || []);
  const { records } = readCsvLines(cell, { line: 1, delimiter: DELIMITER, isLast: true });
  const [record] = records;
  return record === undefined || records.length > 1 || record.problem !== undefined ? undefined : record.fields;
};

/** Writes a value of a profile as a cell that {@link cellReader} reads. */
export const toCell = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return writeList(value.map(toCell));
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** How the values of a column are written. */
export type CellFormat = { readonly dates?: DateOrder | undefined; readonly decimal?: DecimalSign | undefined };

/**
 * Reads a cell of an attribute; undefined if the cell has no value. If the reader does not understand the cell, it
 * returns the text unchanged, and the rule of the attribute then refuses it.
 */
type CellReader = (cell: string) => unknown;

/** Tells whether a cell contains a number in the notation that programs use. */
export const isNumberCell = (cell: string): boolean => /^-?\d{1,13}(?:\.\d{1,6})?$/.test(cell.trim());

/**
 * The value of an option takes precedence over its label, and an exact match over one that differs in case, which takes
 * precedence over one that differs in accents.
 */
const optionReader = ({ options }: Attribute) => {
  const words = options.flatMap(({ value }) => (optionWords[value] ?? []).map((word) => [foldWord(word), value]));
  const plain = options.flatMap(({ value, label }) => [
    [foldWord(label), value],
    [foldWord(value), value],
  ]);
  const lower = options.flatMap(({ value, label }) => [
    [label.toLowerCase(), value],
    [value.toLowerCase(), value],
  ]);
  const labels = options.map(({ value, label }) => [label, value]);
  const values = options.map(({ value }) => [value, value]);
  const known = new Map([...words, ...plain, ...lower, ...labels, ...values] as [string, string][]);
  return (text: string): string | undefined => {
    const trimmed = text.trim();
    return (
      known.get(trimmed) ??
      known.get(trimmed.toLowerCase()) ??
      known.get(foldWord(trimmed)) ??
      (isUnknownWord(trimmed) ? undefined : text)
    );
  };
};

const asItIs: CellReader = (cell) => cell;

const booleanReader: CellReader = (cell) => {
  const value = readBoolean(cell);
  return value === null ? undefined : (value ?? cell);
};

const readers: Readonly<Record<string, (one: Attribute, format: CellFormat) => CellReader>> = {
  number:
    ({ unit }, { decimal }) =>
    (cell) =>
      (decimal === undefined && cell.includes(",") ? undefined : readNumber(cell, decimal, unit)) ?? cell,
  date:
    (_, { dates }) =>
    (cell) =>
      readDate(cell, dates) ?? cell.trim(),
  boolean: () => booleanReader,
  choice: optionReader,
  choices: (one) => {
    const read = optionReader(one);
    return (cell) => readList(cell)?.flatMap((text) => read(text) ?? []) ?? cell;
  },
  labels: () => (cell) => readList(cell) ?? cell,
};

/** @returns A reader for the cells of an attribute, which returns undefined for an empty cell. */
export const cellReader = (one: Attribute, format: CellFormat = {}): CellReader => {
  // For a text, white space is a valid value.
  const isText = readers[one.type] === undefined;
  const read = readers[one.type]?.(one, format) ?? (holdsCodes(one) ? readCode : asItIs);
  return (cell) => ((isText ? cell : cell.trim()) === "" ? undefined : read(cell));
};

/** Tells whether a cell may have several values. */
export const isList = ({ type }: Attribute): boolean => type === "choices" || type === "labels";

/** @returns A reader for a single value of a cell that may have several. It works like {@link cellReader}. */
export const valueReader = (one: Attribute, format: CellFormat = {}): CellReader => {
  if (!isList(one)) return cellReader(one, format);
  const read = one.type === "choices" ? optionReader(one) : asItIs;
  return (text) => {
    const value = text.trim() === "" ? undefined : read(text);
    return value === undefined ? undefined : [value];
  };
};
