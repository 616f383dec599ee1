import { csvTexts, type PetImport } from "@petstore/contract/routes";
import { OperatorError } from "../config/operator-error.js";
import { printable } from "./printable.js";

type Settings = PetImport["columns"];

export type ColumnNames = Settings & {
  readonly isStatusNeeded?: boolean;
  /** How the operator names another column: `--name-column`. */
  readonly settingOf: (setting: keyof Settings) => string;
};

type TextField = keyof typeof csvTexts;
const textFields = Object.keys(csvTexts) as TextField[];

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
  readonly texts: readonly (readonly [field: TextField, column: Column])[];
};

export const findColumns = (header: readonly string[], names: ColumnNames, source: string): ImportColumns => {
  const labels = header.map((label) => label.trim());
  const actual = describeColumns(labels);
  const another = (field: keyof Settings) => `(${names.settingOf(field)} names another)`;

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

  const findText = (field: TextField) => {
    const label = names[field];
    const column = label === undefined ? find(field) : need(label);
    return column === undefined ? [] : [[field, column] as const];
  };

  const { name = "name" } = names;
  return {
    count: labels.length,
    name: need(name, name === "name" ? ` ${another("name")}` : ""),
    fallbackName: names.fallbackName === undefined ? undefined : need(names.fallbackName),
    category: findCategory(),
    status: findStatus(),
    texts: textFields.flatMap(findText),
  };
};
