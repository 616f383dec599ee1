import {
  type DateOrder,
  dateOrders,
  type DecimalSign,
  decimalSigns,
  type Delimiter,
  delimiterNames,
  type Encoding,
  encodings,
} from "@petstore/tables";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { CellFormat } from "../csv/profile-cells.js";
import type { TableChoice, TableReading } from "../csv/read-table.js";
import { plural } from "./words.js";

/** The options that say how a file is read. Each is recognised if it is missing. */
export type TableOptions = {
  readonly delimiter?: Delimiter;
  readonly encoding?: Encoding;
  readonly headerLine?: number;
  readonly sheet?: string;
  readonly skipHiddenRows?: boolean;
  readonly dates?: DateOrder;
  readonly decimal?: DecimalSign;
};

const names: Readonly<Record<Delimiter, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

const parseDelimiter = (text: string): Delimiter => {
  const delimiter = new Map<string, Delimiter>(Object.entries(delimiterNames)).get(text);
  if (delimiter !== undefined) return delimiter;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(delimiterNames).join(", ")}.`);
};

const parseLine = (text: string): number => {
  const line = /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : Number.NaN;
  if (line >= 1) return line;
  throw new InvalidArgumentError("It must be the number of a line, from 1.");
};

export const addTableOptions = (command: Command): Command =>
  command
    .option("--delimiter <name>", "what separates the values of CSV: comma, semicolon, tab or bar", parseDelimiter)
    .addOption(new Option("--encoding <name>", "the encoding of CSV").choices([...encodings]))
    .option("--header-line <number>", "the line that names the columns", parseLine)
    .option("--sheet <name>", "the sheet of a workbook; by default the first that is not hidden")
    .addOption(new Option("--dates <order>", "the order of dates such as 03/04/2022").choices([...dateOrders]))
    .addOption(new Option("--decimal <sign>", "the sign before the decimals of numbers").choices([...decimalSigns]))
    .option("--skip-hidden-rows", "leave out the rows that are hidden in a workbook");

export const tableChoiceOf = ({ delimiter, encoding, sheet, skipHiddenRows }: TableOptions): TableChoice => ({
  delimiter,
  encoding,
  sheet,
  isSkippingHidden: skipHiddenRows,
});

export const formatsOf = ({ dates, decimal }: TableOptions): CellFormat => ({ dates, decimal });

/**
 * Returns one sentence for each guess about the file that may be wrong, and for each part of the file that a person
 * does not see.
 */
export const describeReading = (
  { delimiter, encoding, workbook }: TableReading,
  headerLine: number | undefined,
  options: TableOptions,
): readonly string[] => {
  const sentences: string[] = [];
  if (encoding !== null && encoding !== "utf-8" && options.encoding === undefined)
    sentences.push(`The file is not UTF-8, so it was read as ${encoding}. --encoding names another encoding.`);
  if (delimiter !== null && delimiter !== "," && options.delimiter === undefined)
    sentences.push(`The values are separated by ${names[delimiter]}. --delimiter names another delimiter.`);
  if (headerLine !== undefined && headerLine > 1 && options.headerLine === undefined)
    sentences.push(`Line ${headerLine} names the columns. --header-line names another line.`);
  if (workbook === null) return sentences;
  const { sheet, sheets, hiddenSheets, hiddenRows } = workbook;
  if (sheets.length > 1 && options.sheet === undefined)
    sentences.push(`The sheet "${sheet}" was read. --sheet names another: ${sheets.join(", ")}.`);
  if (hiddenSheets.length > 0) sentences.push(`The workbook has hidden sheets: ${hiddenSheets.join(", ")}.`);
  if (hiddenRows > 0)
    sentences.push(
      options.skipHiddenRows === true
        ? `${plural(hiddenRows, "hidden row")} of the sheet ${hiddenRows === 1 ? "was" : "were"} left out.`
        : `${plural(hiddenRows, "row")} of the sheet ${hiddenRows === 1 ? "is" : "are"} hidden, and ${hiddenRows === 1 ? "was" : "were"} read like the others. --skip-hidden-rows leaves them out.`,
    );
  return sentences;
};
