import { type Attribute, codeAttributes } from "@petstore/contract/routes";
import type { CsvRecord } from "@petstore/tables";
import type { Column, ImportColumns } from "./import-columns.js";
import { rowProblem, type RowProblem } from "./row-problems.js";

/** How spreadsheet programs show a number of more than 11 digits, whose other digits are lost in a CSV file. */
const SHORTENED = /^[-+]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;

const isShortened = (text: string): boolean => text.includes("+") && SHORTENED.test(text);

/** Tells whether a number is a code that has lost its leading zeros, such as 123 instead of 000123. */
const isWithoutZeros = (number: string, code: string): boolean =>
  number.length < code.length && /^[1-9]\d*$/.test(number) && code === number.padStart(code.length, "0");

/** Returns the problems of texts that equal a stored text except for its leading zeros. */
export const zerosLost = (
  { attributes }: Pick<ImportColumns, "attributes">,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): RowProblem[] =>
  attributes.flatMap(([{ name, type }, { label }]) => {
    const [given, stored] = [after[name], before[name]];
    if (type !== "text" || typeof given !== "string" || typeof stored !== "string") return [];
    return isWithoutZeros(given, stored) ? [rowProblem("zeros_lost", label, given, { stored })] : [];
  });

const isDigits = (text: string): boolean => /^\d+$/.test(text);

const SEPARATORS = /[\s\u200B\u2060\u2010-\u2014-]/g;

export const holdsCodes = ({ name, type }: Attribute): boolean => type === "text" && codeAttributes.includes(name);

/** Drops the spaces and hyphens of a code of digits. Any other text, such as "none", does not change. */
export const readCode = (cell: string): string => {
  // Most codes are digits already, and an import reads each of them several times.
  if (isDigits(cell)) return cell;
  const digits = cell.replaceAll(SEPARATORS, "");
  return isDigits(digits) ? digits : cell;
};

/**
 * Collects the lengths of the codes in a column. If the longest codes have leading zeros and are more frequent than the
 * shorter ones, and no shorter one has leading zeros, the shorter ones have lost theirs.
 */
const watchZeros = () => {
  let [longest, atLongest, zeros, shorter] = [0, 0, 0, 0];
  let isMixed = false;
  return {
    note: (code: string): void => {
      if (isMixed || code === "") return;
      if (!isDigits(code)) isMixed = true;
      else if (code.length > longest) {
        // The codes that were the longest until now count as shorter ones from here on. They had no leading zeros.
        if (zeros > 0) isMixed = true;
        [longest, atLongest, zeros, shorter] = [code.length, 1, 0, shorter + atLongest];
      } else if (code.length === longest) atLongest += 1;
      else shorter += 1;
      if (!code.startsWith("0")) return;
      if (code.length === longest) zeros += 1;
      else isMixed = true;
    },
    hasLost: (code: string): boolean =>
      !isMixed && zeros > 0 && atLongest > shorter && code !== "" && code.length < longest,
  };
};

type Watched = Column & { readonly zeros: ReturnType<typeof watchZeros> | undefined };

/**
 * Finds codes that a spreadsheet program has changed before the file was saved: long numbers in scientific notation in
 * every text attribute and in `externalId`, and lost zeros in those columns that hold codes.
 */
export const createCodeWatch = ({ externalId, attributes }: Pick<ImportColumns, "externalId" | "attributes">) => {
  const watched: Watched[] = [
    ...(externalId === undefined ? [] : [{ ...externalId, zeros: watchZeros() }]),
    ...attributes
      .filter(([{ type }]) => type === "text")
      .map(([one, column]) => ({ ...column, zeros: holdsCodes(one) ? watchZeros() : undefined })),
  ];
  const coded = watched.filter(({ zeros }) => zeros !== undefined);
  return {
    /** Collects the codes of rows before the rows are checked. */
    note: (rows: readonly CsvRecord[]): void => {
      for (const { at, zeros } of coded)
        for (const { fields, problem } of rows)
          if (problem === undefined) zeros?.note(readCode((fields[at] ?? "").trim()));
    },
    problemsOf: (fields: readonly string[]): RowProblem[] =>
      watched.flatMap(({ label, at, zeros }) => {
        const cell = (fields[at] ?? "").trim();
        if (isShortened(cell)) return [rowProblem("shortened", label, cell, {})];
        return zeros?.hasLost(readCode(cell)) === true ? [rowProblem("zeros_lost", label, cell, {})] : [];
      }),
  };
};
