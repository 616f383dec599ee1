import {
  ATTRIBUTE_COLUMN,
  type Attribute,
  attributeWords,
  columnWords,
  countBadRowColumns,
  csvColumns,
  csvTexts,
  indexOfWords,
  type PetImport,
  type ValueMaps,
} from "@petstore/contract/routes";
import { OperatorError } from "../config/operator-error.js";
import type { TableHeader } from "@petstore/tables";
import { printable } from "./printable.js";

type Settings = PetImport["columns"];

type AttributeColumns = PetImport["attributeColumns"];

export type ColumnNames = Settings & {
  readonly isStatusNeeded?: boolean;
  /** Returns the option with which the operator names another column, for example `--name-column`. */
  readonly settingOf: (setting: keyof Settings) => string;
  /** The column of each attribute, by the attribute's name. An empty text means that there is no column. */
  readonly ofAttributes?: AttributeColumns;
  /** The maps of values, and where the person gave them. */
  readonly ofValues?: { readonly maps: ValueMaps; readonly place: string } | undefined;
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

/**
 * If only the column `either` exists, a value that consists of digits is an id. If both columns exist, as in an export,
 * digits in the name column are a name.
 */
export type CategoryColumns = { readonly either: Column } | { readonly id: Column; readonly name: Column };

export type ImportColumns = {
  readonly name: Column;
  readonly fallbackName: Column | undefined;
  readonly category: CategoryColumns;
  readonly status: Column | undefined;
  readonly texts: readonly (readonly [field: TextField, column: Column])[];
  readonly externalId: Column | undefined;
  readonly attributes: readonly (readonly [attribute: Attribute, column: Column])[];
  /** The columns whose values are mapped. They may also be the column of a field. */
  readonly mapped: readonly Column[];
  /** The columns that the import ignores, except those that only exports have. */
  readonly unknown: readonly Column[];
};

/**
 * Tries the most reliable way to find columns for all attributes before the next one, because the label of one
 * attribute may be the name of another's column.
 * @param taken - The columns that already belong to a field. The columns of attributes are added to it.
 */
const matchAttributes = (
  attributes: readonly Attribute[],
  ways: readonly ((one: Attribute) => Column | "" | undefined)[],
  taken: Set<string>,
): ImportColumns["attributes"] => {
  const found = new Map<Attribute, Column>();
  for (const find of ways) {
    for (const one of attributes) {
      const column = found.has(one) ? undefined : find(one);
      if (column === undefined || column === "") continue;
      found.set(one, column);
      taken.add(column.label);
    }
  }
  return [...found].toSorted(([, one], [, other]) => one.at - other.at);
};

/** Finds the columns of a pet's fields, except `fallbackName`, whose column may also have another meaning. */
const readLabels = ({
  name,
  category,
  status,
  texts,
  externalId,
}: Omit<ImportColumns, "attributes" | "mapped" | "unknown">) => {
  const ofCategory = "either" in category ? [category.either] : [category.id, category.name];
  const columns = [name, status, externalId, ...ofCategory, ...texts.map(([, column]) => column)];
  return columns.flatMap((column) => column?.label ?? []);
};

/** @param attributes - The attributes that the store defines. */
export const findColumns = (
  { labels, repeated }: Pick<TableHeader, "labels" | "repeated">,
  names: ColumnNames,
  source: string,
  attributes: readonly Attribute[] = [],
): ImportColumns => {
  const actual = describeColumns(labels);
  const another = (field: keyof Settings) => `(${names.settingOf(field)} names another)`;

  const named = new Set([...Object.values(names), ...Object.values(names.ofAttributes ?? {})]);
  /**
   * If a person names the column, a second column of that name does no harm, because it is shown to them under another
   * name.
   */
  const isNamed = (label: string) => named.has(label);

  const find = (label: string): Column | undefined => {
    const at = labels.indexOf(label);
    if (at === -1) return undefined;
    if (!repeated.includes(label) || isNamed(label)) return { label, at };
    throw new OperatorError("invalid_file", `${source} has more than one column ${printable(label)};`, `${actual}.`);
  };
  /** Finds a column by the usual words for it. */
  const findByWords = (words: readonly string[] = []): Column | undefined => {
    const label = labels[indexOfWords(labels, words)];
    return label === undefined || isNamed(label) ? undefined : find(label);
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
    const name = find("category");
    if (id === undefined)
      return {
        either:
          name ?? findByWords(columnWords.category) ?? need("category", ` nor "categoryId" ${another("category")}`),
      };
    return name === undefined ? { either: id } : { id, name };
  };
  const findStatus = () => {
    if (names.status !== undefined) return need(names.status);
    const found = find("status") ?? findByWords(columnWords.status);
    return names.isStatusNeeded === true ? (found ?? need("status", ` to map ${another("status")}`)) : found;
  };

  const findText = (field: TextField) => {
    const label = names[field];
    const column = label === undefined ? find(field) : need(label);
    return column === undefined ? [] : [[field, column] as const];
  };

  const findOptional = (field: "fallbackName" | "externalId") => {
    const label = names[field];
    return label === undefined ? undefined : need(label);
  };

  const { name = "name", ofAttributes: given = {} } = names;
  const ofPet = {
    name:
      (names.name === undefined ? (find(name) ?? findByWords(columnWords.name)) : undefined) ??
      need(name, name === "name" ? ` ${another("name")}` : ""),
    fallbackName: findOptional("fallbackName"),
    category: findCategory(),
    status: findStatus(),
    texts: textFields.flatMap(findText),
    externalId: findOptional("externalId") ?? find("externalId"),
  };
  const { maps = {}, place } = names.ofValues ?? {};
  const mapped = Object.keys(maps).map((label): Column => {
    const at = labels.indexOf(label);
    if (at !== -1) return { label, at };
    throw new OperatorError(
      "invalid_file",
      `${source} has no column ${printable(label)}, although ${place} maps its values;`,
      `${actual}.`,
    );
  });
  const all = new Set(labels);
  const lower = new Map(labels.map((label) => [label.toLowerCase(), label]));
  // A corrected file of bad rows has columns that say what was wrong. They contain no data of animals.
  const notes = labels.slice(labels.length - countBadRowColumns(labels)).filter((label) => !isNamed(label));
  const taken = new Set([...readLabels(ofPet), ...csvColumns, "externalId", ...notes]);

  const findIgnoringCase = (text: string) => {
    const label = [text, lower.get(text.toLowerCase())].find((one) => one !== undefined && all.has(one));
    return label === undefined || taken.has(label) ? undefined : find(label);
  };
  const unknownName = Object.keys(given).find((own) => !attributes.some((one) => one.name === own));
  if (unknownName !== undefined) {
    throw new OperatorError(
      "invalid_file",
      `${source} cannot fill ${printable(unknownName)}, which is not an attribute of this store;`,
      attributes.length === 0 ? "the store has none." : `they are ${attributes.map((one) => one.name).join(", ")}.`,
    );
  }
  const ofAttributes = matchAttributes(
    attributes.filter((one) => given[one.name] !== ""),
    [
      ({ name: own }) => given[own] && need(given[own]),
      ({ name: own }) => find(ATTRIBUTE_COLUMN + own),
      ({ name: own, isArchived }) => (isArchived ? undefined : findIgnoringCase(own)),
      ({ label, isArchived }) => (isArchived ? undefined : findIgnoringCase(label)),
      ({ name: own, label, isArchived }) => {
        const found = isArchived ? undefined : findByWords([own, label, ...(attributeWords[own] ?? [])]);
        return found === undefined || taken.has(found.label) ? undefined : found;
      },
    ],
    taken,
  );
  for (const { label } of mapped) taken.add(label);
  return {
    ...ofPet,
    attributes: ofAttributes,
    mapped,
    unknown: labels.map((label, at) => ({ label, at })).filter(({ label }) => label !== "" && !taken.has(label)),
  };
};
