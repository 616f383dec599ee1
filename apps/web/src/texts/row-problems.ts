import type { ParametersOf, RowProblemCode } from "@petstore/contract/schemas";
import { catalogue } from "./catalogue";
import { common, statusWord } from "./common";
import { formatDecimal, formatNumber, plural } from "./numbers";

const statusName = (status: string): string => common.status[status as keyof typeof common.status] ?? status;

/** Each text says what is wrong with a value. It stands behind the name of the column. */
type ProblemTexts = { readonly [Code in RowProblemCode]: (parameters: ParametersOf<Code>) => string };

const problems: ProblemTexts = {
  required: () => "has no value",
  too_long: ({ maximum }) => `has more than ${plural(maximum, "character", "characters")}`,
  invalid_characters: () => "has characters that cannot be saved, such as a line break",
  only_invisible: ({ character }) =>
    `has only characters that cannot be seen${character === undefined ? "" : ` (${character})`}`,
  not_an_id: ({ maximum }) => `is not the number of a category, from 1 to ${formatDecimal(maximum)}`,
  category_unknown: () => "there is no category with this number",
  not_of_category: () => "must be empty, because animals of this category do not have the field",
  archived: () => "must be empty, because the field is archived",
  not_a_status: ({ options }) => `is not a status: ${options.map(statusName).join(", ")}`,
  not_in_status_map: () => "no status is chosen for this value",
  not_in_value_map: () => "no meaning is chosen for this value",
  values_disagree: ({ otherColumn }) => `the column “${otherColumn}” says something else`,
  not_a_number: () => "is not a number",
  decimal_unclear: () => "could be two numbers: choose above which sign comes before the decimals",
  number_too_small: ({ minimum }) => `is less than ${formatDecimal(minimum)}`,
  number_too_large: ({ maximum }) => `is more than ${formatDecimal(maximum)}`,
  too_many_decimals: ({ decimals }) =>
    decimals === 0 ? "is not a whole number" : `has more than ${plural(decimals, "decimal", "decimals")}`,
  not_a_date: () => "is not a date",
  date_order_unclear: () => "could be two dates: choose above the order of day, month and year",
  not_a_boolean: () => "is neither yes nor no",
  not_an_option: ({ options, more }) =>
    `is none of the options: ${options.join(", ")}${more > 0 ? ` and ${formatNumber(more)} more` : ""}`,
  not_a_list: () => "has several values that are not separated by semicolons",
  too_many_values: ({ maximum }) => `has more than ${plural(maximum, "value", "values")}`,
  repeated_value: () => "occurs twice in the cell",
  unknown_type: ({ type }) => `this version of the page does not know the kind of the field (${type})`,
  external_id_repeated: ({ line }) =>
    line === undefined ? "an earlier line has the same number" : `line ${formatNumber(line)} has the same number`,
  external_id_taken: ({ petId }) =>
    petId === undefined ? "another animal has this number" : `animal ${petId} has this number`,
  external_id_moved: ({ petId }) =>
    petId === undefined ? "the animal no longer has this number" : `animal ${petId} no longer has this number`,
  reserved: ({ orderId, status }) =>
    status === undefined || orderId === undefined
      ? "cannot change while an order reserves the animal"
      : `must stay ${statusWord(status)}, because order ${orderId} reserves the animal`,
  shortened: () => "a spreadsheet program has shortened it: format the column as text there, or use an .xlsx file",
  zeros_lost: ({ stored }) =>
    `has lost leading zeros${stored === undefined ? "" : ` (the store has ${stored})`}: format the column as text in the spreadsheet program, or use an .xlsx file`,
  unclosed_quote: () => "a quotation mark is never closed",
  stray_quote: () =>
    "a quotation mark stands within a value: enclose the value in quotation marks and double those within it",
  beyond_columns: ({ columns, position }) =>
    `${position === undefined ? "a value" : `the value in column ${formatNumber(position)}`} stands to the right of the ${plural(columns, "column", "columns")}`,
  invalid: () => "the field cannot have this value",
};

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  problems,
  wholeRow: "The whole row",
  value: (value: string) => `“${value}”`,
  about: (place: string, text: string) => `${place}: ${text}`,
  line: (line: number) => `line ${formatNumber(line)}`,
  more: (count: number) => `and ${plural(count, "other problem", "other problems")}`,
};

export const { rowProblems } = catalogue({ rowProblems: texts });
