import { type Attribute, MAX_VALUES, textRules } from "@petstore/contract/routes";
import { needsDateOrder, readNumber } from "@petstore/tables";
import { MAX_NUMBER } from "../pets/store/value-rules.js";
import type { CellFormat } from "./profile-cells.js";
import { rowProblem, type RowProblem, someOf, textProblem } from "./row-problems.js";

/** A cell that the rule of its attribute refuses, the value that the reader returned, and the format of the column. */
type RefusedCell = { readonly cell: string; readonly value: unknown; readonly format: CellFormat };

type Describe = (attribute: Attribute, label: string, refused: RefusedCell) => RowProblem;

const describeText =
  (maximum: number): Describe =>
  (_, label, { cell }) =>
    textProblem(label, cell, maximum);

const describeNumber: Describe = ({ unit, minimum, maximum, decimals }, label, { cell, value, format }) => {
  if (typeof value !== "number") {
    const isUnclear = format.decimal === undefined && readNumber(cell, ",", unit) !== undefined;
    return rowProblem(isUnclear ? "decimal_unclear" : "not_a_number", label, cell, {});
  }
  const [least, most] = [minimum ?? -MAX_NUMBER, maximum ?? MAX_NUMBER];
  if (value < least) return rowProblem("number_too_small", label, cell, { minimum: least });
  if (value > most) return rowProblem("number_too_large", label, cell, { maximum: most });
  return rowProblem("too_many_decimals", label, cell, { decimals: decimals ?? 0 });
};

const describeDate: Describe = (_, label, { cell, format: { dates } }) => {
  const isUnclear = (dates === undefined || dates === "ymd") && needsDateOrder(cell);
  return rowProblem(isUnclear ? "date_order_unclear" : "not_a_date", label, cell, {});
};

const describeOption: Describe = ({ options }, label, { cell }) =>
  rowProblem("not_an_option", label, cell, someOf(options.map(({ value }) => value)));

/** @param describeEntry - Returns the problem of one of the values; undefined if it has none. */
const describeList =
  (describeEntry: (attribute: Attribute, label: string, entry: string) => RowProblem | undefined): Describe =>
  (attribute, label, { cell, value }) => {
    const entries: unknown = value;
    if (!Array.isArray(entries) || entries.length === 0 || entries.includes(""))
      return rowProblem("not_a_list", label, cell, {});
    const texts = entries.map(String);
    for (const text of texts) {
      const problem = describeEntry(attribute, label, text);
      if (problem !== undefined) return problem;
    }
    if (texts.length > MAX_VALUES) return rowProblem("too_many_values", label, cell, { maximum: MAX_VALUES });
    const again = texts.find((text, at) => texts.indexOf(text) !== at);
    return rowProblem("repeated_value", label, again ?? cell, {});
  };

const describers: Readonly<Record<Attribute["type"] & string, Describe>> = {
  text: describeText(textRules.text.maximum),
  longText: describeText(textRules.longText.maximum),
  number: describeNumber,
  date: describeDate,
  boolean: (_, label, { cell }) => rowProblem("not_a_boolean", label, cell, {}),
  choice: describeOption,
  choices: describeList((attribute, label, text) =>
    attribute.options.some(({ value }) => value === text)
      ? undefined
      : describeOption(attribute, label, { cell: text, value: text, format: {} }),
  ),
  labels: describeList((_, label, text) =>
    textRules.labels.isMet(text) ? undefined : textProblem(label, text, textRules.labels.maximum),
  ),
};

/** Says why an attribute cannot have the value of a cell. It is only called for such a cell. */
export const cellProblem: Describe = (attribute, label, refused) => {
  const { type, isArchived } = attribute;
  if (isArchived) return rowProblem("archived", label, refused.cell, {});
  const describe = describers[type];
  return describe === undefined
    ? rowProblem("unknown_type", label, refused.cell, { type })
    : describe(attribute, label, refused);
};
