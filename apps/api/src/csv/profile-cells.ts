import type { Attribute } from "@petstore/contract/routes";
import { readCsvLines } from "@petstore/tables";

const DELIMITER = ";";

const isPlain = (text: string) => text.trim() === text && !/[;"]/.test(text);

/**
 * Writes several texts as a line of CSV in the cell. If one of the texts needs quotes, all of them are quoted, so that
 * a quote at the start tells how to read the cell.
 */
const writeList = (texts: readonly string[]): string =>
  (texts.every(isPlain) ? texts : texts.map((text) => `"${text.replaceAll('"', '""')}"`)).join(DELIMITER);

const readList = (cell: string): readonly string[] | undefined => {
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

/** A reader returns a value that it cannot read unchanged. The rule of the attribute then refuses it. */
type CellReader = (cell: string) => unknown;

const readNumber: CellReader = (cell) => {
  const text = cell.trim();
  return /^-?\d{1,13}(?:\.\d{1,6})?$/.test(text) ? Number(text) : cell;
};

const booleans = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

/** Tells whether a cell is read as a boolean. */
export const isBooleanCell = (cell: string): boolean => booleans.has(cell.trim().toLowerCase());

/** Tells whether a cell is read as a number. */
export const isNumberCell = (cell: string): boolean => typeof readNumber(cell) === "number";

/** The value of an option takes precedence over its label, and an exact match over one that differs in case. */
const optionReader = ({ options }: Attribute) => {
  const lower = options.flatMap(({ value, label }) => [
    [label.toLowerCase(), value],
    [value.toLowerCase(), value],
  ]);
  const labels = options.map(({ value, label }) => [label, value]);
  const values = options.map(({ value }) => [value, value]);
  const known = new Map([...lower, ...labels, ...values] as [string, string][]);
  return (text: string) => {
    const trimmed = text.trim();
    return known.get(trimmed) ?? known.get(trimmed.toLowerCase()) ?? text;
  };
};

const asItIs: CellReader = (cell) => cell;

const readers: Readonly<Record<string, (one: Attribute) => CellReader>> = {
  number: () => readNumber,
  date: () => (cell) => cell.trim(),
  boolean: () => (cell) => booleans.get(cell.trim().toLowerCase()) ?? cell,
  choice: optionReader,
  choices: (one) => {
    const read = optionReader(one);
    return (cell) => readList(cell)?.map(read) ?? cell;
  },
  labels: () => (cell) => readList(cell) ?? cell,
};

/** @returns A reader for the cells of an attribute, which returns undefined for an empty cell. */
export const cellReader = (one: Attribute): CellReader => {
  // For a text, white space is a valid value.
  const isText = readers[one.type] === undefined;
  const read = readers[one.type]?.(one) ?? asItIs;
  return (cell) => ((isText ? cell : cell.trim()) === "" ? undefined : read(cell));
};
