import { OperatorError } from "../database/operator-error.js";
import { printable } from "./printable.js";

export type ColumnNames = {
  readonly name: string;
  readonly fallbackName?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: string | undefined;
  readonly isStatusNeeded?: boolean;
};

export type Column = { readonly label: string; readonly at: number };

/** In `either`, digits are an id. With both columns, as in an export, digits in the name column are a name. */
export type CategoryColumns = { readonly either: Column } | { readonly id: Column; readonly name: Column };

export type ImportColumns = {
  readonly count: number;
  readonly name: Column;
  readonly fallbackName: Column | undefined;
  readonly category: CategoryColumns;
  readonly status: Column | undefined;
};

export const findColumns = (header: readonly string[], names: ColumnNames, source: string): ImportColumns => {
  const labels = header.map((label) => label.trim());
  const actual = `its columns are ${labels.map(printable).join(", ")}`;

  const find = (label: string): Column | undefined => {
    const at = labels.indexOf(label);
    if (at === -1) return undefined;
    if (labels.lastIndexOf(label) === at) return { label, at };
    throw new OperatorError(`${source} has more than one column ${printable(label)}; ${actual}.`);
  };
  const need = (label: string, remedy = ""): Column => {
    const column = find(label);
    if (column === undefined)
      throw new OperatorError(`${source} has no column ${printable(label)}${remedy}; ${actual}.`);
    return column;
  };
  const findCategory = (): CategoryColumns => {
    if (names.category !== undefined) return { either: need(names.category) };
    const id = find("categoryId");
    if (id === undefined) return { either: need("category", ' nor "categoryId" (--category-column names another)') };
    const name = find("category");
    return name === undefined ? { either: id } : { id, name };
  };
  const findStatus = () => {
    if (names.status !== undefined) return need(names.status);
    return names.isStatusNeeded === true ? need("status", " to map (--status-column names another)") : find("status");
  };

  return {
    count: labels.length,
    name: need(names.name, names.name === "name" ? " (--name-column names another)" : ""),
    fallbackName: names.fallbackName === undefined ? undefined : need(names.fallbackName),
    category: findCategory(),
    status: findStatus(),
  };
};
