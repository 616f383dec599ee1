import {
  type BadRow as ListedBadRow,
  invisibleIn,
  type ParametersOf,
  type RowProblem as ListedProblem,
  type RowProblemCode,
  type RowProblemParameters,
  textProblem,
  type ValueProblem,
} from "@petstore/contract/routes";
import type { RecordProblem } from "@petstore/tables";
import type { z } from "zod";
import { quoted, shorten, withoutControls } from "./printable.js";

/** A problem of a cell or a row. {@link sentenceOf} writes its sentence only if somebody will read it. */
export type RowProblem = {
  readonly code: RowProblemCode;
  readonly column: string | null;
  /** The cell as {@link shorten} returns it. */
  readonly value: string | null;
  readonly parameters: RowProblemParameters;
};

/** A row that cannot be imported. It has at least one problem. */
export type BadRow = { readonly line: number; readonly problems: readonly RowProblem[] };

/** @param value - The cell, or the one of its values that is wrong; null if there is none. */
export const rowProblem = <Code extends RowProblemCode>(
  code: Code,
  column: string | null,
  value: string | null,
  parameters: ParametersOf<Code>,
): RowProblem => ({ code, column, value: value === null ? null : shorten(value), parameters });

const SPREADSHEET = "format the column as text in the spreadsheet program, or use an .xlsx file";

type Sentences = {
  /** @param value - The value in quotes; undefined in the sentence about a group of rows. */
  readonly [Code in RowProblemCode]: (parameters: ParametersOf<Code>, value: string | undefined) => string;
};

const not = (value: string | undefined) => (value === undefined ? "" : `, not ${value}`);
const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The ends of the English sentences, which begin with the name of the column. */
const sentences: Sentences = {
  required: () => "is required",
  too_long: ({ maximum }, value) => `must have at most ${maximum} characters${not(value)}`,
  invalid_characters: (_, value) =>
    `must not contain control characters or lone surrogates${value === undefined ? "" : `: ${value}`}`,
  only_invisible: ({ character }) =>
    `must have a visible character; it has only invisible ones${character === undefined ? "" : ` such as ${character}`}`,
  not_an_id: ({ maximum }, value) => `must be an integer from 1 to ${maximum}${not(value)}`,
  category_unknown: (_, value) =>
    `names ${value === undefined ? "a category" : `category ${value}`}, which does not exist`,
  not_of_category: (_, value) => `must be empty${not(value)}, because pets of this category do not have this attribute`,
  archived: (_, value) => `must be empty${not(value)}, because the attribute is archived and accepts no new value`,
  not_a_status: ({ options }, value) => `must be one of ${options.join(", ")}${not(value)}`,
  not_in_status_map: (_, value) => `${value ?? "has a value that"} is not in the status map, which has no entry for *`,
  not_in_value_map: (_, value) =>
    `${value ?? "has a value that"} is not in the map of its values, which has no entry for *`,
  values_disagree: ({ otherColumn, attribute }) =>
    `and ${withoutControls(otherColumn)} set different values of ${attribute}`,
  not_a_number: (_, value) => `must be a number${not(value)}`,
  decimal_unclear: (_, value) =>
    `must be a number${not(value)}; state which sign comes before the decimals (decimal: "." or ",")`,
  number_too_small: ({ minimum }, value) => `must be a number of at least ${minimum}${not(value)}`,
  number_too_large: ({ maximum }, value) => `must be a number of at most ${maximum}${not(value)}`,
  too_many_decimals: ({ decimals }, value) =>
    `must be ${decimals === 0 ? "an integer" : `a number with at most ${plural(decimals, "decimal")}`}${not(value)}`,
  not_a_date: (_, value) => `must be a date of the calendar as YYYY-MM-DD${not(value)}`,
  date_order_unclear: (_, value) =>
    `must be a date of the calendar as YYYY-MM-DD${not(value)}; state the order of day, month and year (dates: dmy or mdy)`,
  not_a_boolean: (_, value) => `must be true or false${not(value)}`,
  not_an_option: ({ options, more }, value) =>
    `must be one of ${options.join(", ")}${more > 0 ? ` and ${more} more` : ""}${not(value)}`,
  not_a_list: (_, value) =>
    `must have its values separated by ";", with quotes around all of them or none${not(value)}`,
  too_many_values: ({ maximum }, value) => `must have at most ${maximum} values${not(value)}`,
  repeated_value: (_, value) => `must not have ${value ?? "a value"} twice`,
  unknown_type: ({ type }) =>
    `has the type ${type}, which this version of the service does not know; send it to a newer version`,
  external_id_repeated: ({ line }, value) =>
    `${value === undefined ? "" : `${value} `}is also in ${line === undefined ? "an earlier line" : `line ${line}`}`,
  external_id_taken: ({ petId }, value) =>
    `${value === undefined ? "" : `${value} `}belongs to ${petId === undefined ? "a pet" : `pet ${petId}`}`,
  external_id_moved: ({ petId }, value) =>
    `${value === undefined ? "" : `${value} `}no longer belongs to ${petId === undefined ? "the pet" : `pet ${petId}`}`,
  reserved: ({ petId, orderId, status }) =>
    petId === undefined
      ? "must not change while an order reserves the pet"
      : `must be ${status}: order ${orderId} reserves pet ${petId}`,
  shortened: (_, value) => `${value ?? "has a value that"} was shortened by a spreadsheet program; ${SPREADSHEET}`,
  zeros_lost: ({ stored }, value) =>
    `${value ?? "has a value that"} has lost leading zeros${stored === undefined ? "" : `: the store has "${withoutControls(stored)}"`}; ${SPREADSHEET}`,
  unclosed_quote: () => "has an unclosed quote",
  stray_quote: () => 'has a stray quote; enclose a value that contains a quote in quotes and double the quote ("")',
  beyond_columns: ({ columns, position }, value) =>
    `has ${value ?? "a value"} ${position === undefined ? "to the right of all columns" : `in column ${position}`}, but the header has ${plural(columns, "column")}`,
  invalid: ({ rule }, value) => `${rule}${not(value)}`,
};

/**
 * Writes the English sentence about a problem. Without a value, the sentence is about all rows that have the problem.
 */
export const sentenceOf = ({ code, column, value, parameters }: RowProblem): string => {
  // The type of a problem does not connect the code with its parameters. `rowProblem` ensures that they belong
  // together.
  const end = sentences[code](parameters as never, value === null ? undefined : quoted(value));
  return column === null ? end : `${withoutControls(column)} ${end}`;
};

const list = (problem: RowProblem): ListedProblem => ({ ...problem, sentence: sentenceOf(problem) });

export const problemOf = ({ problems }: BadRow): string => problems.map(sentenceOf).join("; ");

export const listBadRow = ({ line, problems }: BadRow): ListedBadRow => {
  const listed = problems.map(list);
  return { line, problem: listed.map(({ sentence }) => sentence).join("; "), problems: listed };
};

/** Returns the problem of a cell with a value that its attribute cannot have. */
export const problemOfValue = (
  column: string,
  cell: string,
  { code, parameters, entry = cell }: ValueProblem,
): RowProblem => ({ code, column, value: shorten(entry), parameters });

/** Says why a schema of the contract refuses the text of a cell. */
export const schemaProblem = ({ issues: [issue] }: z.ZodError, column: string, text: string): RowProblem => {
  const value = text.trim();
  if (value === "") return rowProblem("required", column, null, {});
  const character = invisibleIn(value);
  if (character !== undefined) return rowProblem("only_invisible", column, value, { character });
  const { maximum } = issue?.code === "custom" ? (issue.params ?? {}) : {};
  if (typeof maximum === "number") return problemOfValue(column, value, textProblem(value, maximum));
  return rowProblem("invalid", column, value, { rule: issue?.message ?? "is not valid" });
};

/** Says what is wrong with a line of the file as a whole. */
export const recordProblem = (problem: RecordProblem): RowProblem =>
  problem.code === "beyond_columns"
    ? rowProblem(problem.code, null, problem.value, { columns: problem.columns, position: problem.position })
    : rowProblem(problem.code, null, null, {});
