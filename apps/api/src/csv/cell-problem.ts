import { type Attribute, type RowProblemCode, valueProblem } from "@petstore/contract/routes";
import { needsDateOrder, readNumber } from "@petstore/tables";
import { ruleOf } from "../pets/store/value-rules.js";
import type { CellFormat } from "./profile-cells.js";
import { problemOfValue, rowProblem, type RowProblem } from "./row-problems.js";

/** A cell that the rule of its attribute refuses, the value that the reader returned, and the format of the column. */
type RefusedCell = { readonly cell: string; readonly value: unknown; readonly format: CellFormat };

/** Tells whether the cell could be read in two ways, so that a person has to say how the column is written. */
const codeIfUnclear = (
  code: RowProblemCode,
  { unit }: Attribute,
  { cell, format: { decimal, dates } }: RefusedCell,
): "decimal_unclear" | "date_order_unclear" | undefined => {
  if (code === "not_a_number" && decimal === undefined && readNumber(cell, ",", unit) !== undefined)
    return "decimal_unclear";
  const isOrderKnown = dates !== undefined && dates !== "ymd";
  return code === "not_a_date" && !isOrderKnown && needsDateOrder(cell) ? "date_order_unclear" : undefined;
};

/** Says why an attribute cannot have the value of a cell. It is only called for such a cell. */
export const cellProblem = (attribute: Attribute, label: string, refused: RefusedCell): RowProblem => {
  const { cell, value } = refused;
  const problem = valueProblem(attribute, value);
  if (problem === undefined) return rowProblem("invalid", label, cell, { rule: ruleOf(attribute).text });
  const unclear = codeIfUnclear(problem.code, attribute, refused);
  return unclear === undefined ? problemOfValue(label, cell, problem) : rowProblem(unclear, label, cell, {});
};
