import { OperatorError } from "../config/operator-error.js";
import { printable } from "./printable.js";

export type ColumnNames = {
  readonly name: string;
  readonly fallbackName?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: string | undefined;
  readonly isStatusNeeded?: boolean;
  /** How the operator names another column: `--name-column`. */
  readonly settingOf: (field: "name" | "category" | "status") => string;
};

const MAX_SHOWN_COLUMNS = 50;

const describeColumns = (labels: readonly string[]): string => {
  const shown = labels.slice(0, MAX_SHOWN_COLUMNS).map(printable).join(", ");
  const more = labels.length - MAX_SHOWN_COLUMNS;
  return `its columns are ${shown}${more > 0 ? ` and ${more} more` : ""}`;
};

export type Column = { readonly label: string; readonly at: number };

/** Digits in `either` are an id. With both columns, as in an export, digits in the name column are a name. */
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
  const actual = describeColumns(labels);
  const another = (field: "name" | "category" | "status") => `(${names.settingOf(field)} names another)`;

  const find = (label: string): Column | undefined => {
    const at = labels.indexOf(label);
    if (at === -1) return undefined;
    if (labels.lastIndexOf(label) === at) return { label, at };
    throw new OperatorError("invalid_file", `${source} has more than one column ${printable(label)};`, `${actual}.`);
  };
  const need = (label: string, remedy = ""): Column => {
    const column = find(label);
    if (column === undefined)
      throw new OperatorError("invalid_file", `${source} has no column ${printable(label)}${remedy};`, `${actual}.`);
    return column;
  };
  const findCategory = (): CategoryColumns => {
    if (names.category !== undefined) return { either: need(names.category) };
    const id = find("categoryId");
    if (id === undefined) return { either: need("category", ` nor "categoryId" ${another("category")}`) };
    const name = find("category");
    return name === undefined ? { either: id } : { id, name };
  };
  const findStatus = () => {
    if (names.status !== undefined) return need(names.status);
    return names.isStatusNeeded === true ? need("status", ` to map ${another("status")}`) : find("status");
  };

  return {
    count: labels.length,
    name: need(names.name, names.name === "name" ? ` ${another("name")}` : ""),
    fallbackName: names.fallbackName === undefined ? undefined : need(names.fallbackName),
    category: findCategory(),
    status: findStatus(),
  };
};
