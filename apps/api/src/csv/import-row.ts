import {
  type Attribute,
  csvTexts,
  DEFAULT_PET_STATUS,
  Id,
  MAX_ID,
  Name,
  type PetFields,
  PetStatus,
  Profile,
  statusWords,
} from "@petstore/contract/routes";
import type { CsvRecord } from "@petstore/tables";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { ruleOf } from "../pets/store/value-rules.js";
import { cellProblem } from "./cell-problem.js";
import type { CategoryColumns, Column, ImportColumns } from "./import-columns.js";
import { memoize } from "./memoize.js";
import { type CellFormat, cellReader, isList } from "./profile-cells.js";
import { type BadRow, recordProblem, rowProblem, type RowProblem, schemaProblem } from "./row-problems.js";
import { type CellMeaning, OTHER_VALUES, type ValueColumn } from "./value-columns.js";

/** The name takes precedence over the id. A new category is created with that id if it is free. */
export type WantedCategory =
  | { readonly name: string; readonly id?: number }
  | { readonly name?: never; readonly id: number };

export type ImportRow = {
  readonly line: number;
  readonly category: WantedCategory;
  readonly pet: Omit<PetFields, "categoryId">;
  /** True if the file has a value for the status; false if the cell is empty. */
  readonly isStatusGiven: boolean;
  /** The changes of the profile; undefined if the file has no columns of a profile. */
  readonly profile?: RowProfile;
};

type RowProfile = Pick<Profile, "externalId" | "attributes">;

/** The trimmed values of the status column, each with its status. {@link OTHER_VALUES} stands for all other values. */
export type StatusMap = ReadonlyMap<string, PetStatus>;

const statusOfWord: ReadonlyMap<string, PetStatus> = new Map(
  PetStatus.options.flatMap((status) => statusWords[status].map((word) => [word, status] as const)),
);

type Read<Value> = { readonly value: Value } | { readonly problem: RowProblem };
/** The values of several columns, or the problem of each that has one. */
type ReadAll<Value> = { readonly value: Value } | { readonly problems: readonly RowProblem[] };

const check = <Value>(schema: z.ZodType<Value>, text: string, label: string): Read<Value> => {
  const parsed = schema.safeParse(text);
  return parsed.success ? { value: parsed.data } : { problem: schemaProblem(parsed.error, label, text) };
};

const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);
const readId = (text: string, label: string): Read<number> => {
  const parsed = Id.safeParse(isDigits(text) ? Number(text) : Number.NaN);
  if (parsed.success) return { value: parsed.data };
  return {
    problem:
      text === "" ? rowProblem("required", label, null, {}) : rowProblem("not_an_id", label, text, { maximum: MAX_ID }),
  };
};

const readEither = (text: string, label: string): Read<WantedCategory> => {
  if (!isDigits(text)) {
    const name = check(Name, text, label);
    return "problem" in name ? name : { value: { name: name.value } };
  }
  const id = readId(text, label);
  return "problem" in id ? id : { value: { id: id.value } };
};

const readPair = (idText: string, nameText: string, columns: { id: Column; name: Column }): Read<WantedCategory> => {
  const name = nameText === "" ? undefined : check(Name, nameText, columns.name.label);
  if (name !== undefined && "problem" in name) return name;
  if (name !== undefined && idText === "") return { value: { name: name.value } };
  const id = readId(idText, columns.id.label);
  if ("problem" in id) return id;
  return { value: { ...(name && { name: name.value }), id: id.value } };
};

const createCategoryReader = (columns: CategoryColumns) => {
  if ("either" in columns) {
    const { label, at } = columns.either;
    const read = memoize<Read<WantedCategory>>((text) => readEither(text.trim(), label));
    return (fields: readonly string[]) => read(fields[at] ?? "");
  }
  const { id, name } = columns;
  return (fields: readonly string[]) => readPair((fields[id.at] ?? "").trim(), (fields[name.at] ?? "").trim(), columns);
};

const createStatusReader = (column: Column | undefined, map: StatusMap | undefined) => {
  if (column === undefined) return (): Read<PetStatus | undefined> => ({ value: undefined });
  const read = memoize((text: string): Read<PetStatus | undefined> => {
    const value = text.trim();
    const mapped = map?.get(value) ?? map?.get(OTHER_VALUES);
    if (mapped !== undefined) return { value: mapped };
    if (value === "") return { value: undefined };
    if (map === undefined) {
      const known = statusOfWord.get(value.normalize("NFC").toLowerCase());
      if (known !== undefined) return { value: known };
      return { problem: rowProblem("not_a_status", column.label, value, { options: PetStatus.options }) };
    }
    return { problem: rowProblem("not_in_status_map", column.label, value, {}) };
  });
  return (fields: readonly string[]) => read(fields[column.at] ?? "");
};

const createNameReader =
  ({ name, fallbackName }: ImportColumns) =>
  (fields: readonly string[]) => {
    const text = fields[name.at] ?? "";
    const isFallback = fallbackName !== undefined && text.trim() === "";
    const column = isFallback ? fallbackName : name;
    return check(Name, fields[column.at] ?? "", column.label);
  };

const noTexts = Object.fromEntries(Object.keys(csvTexts).map((field) => [field, null]));

const createTextsReader =
  ({ texts: columns }: ImportColumns) =>
  (fields: readonly string[]): ReadAll<Readonly<Record<string, string | null>>> => {
    const texts: Record<string, string | null> = { ...noTexts };
    const problems: RowProblem[] = [];
    for (const [field, { label, at }] of columns) {
      const text = fields[at] ?? "";
      const read = text.trim() === "" ? { value: null } : check<string | null>(csvTexts[field], text, label);
      if ("value" in read) texts[field] = read.value;
      else problems.push(read.problem);
    }
    return problems.length === 0 ? { value: texts } : { problems };
  };

const readExternalId = (text: string, label: string) =>
  text.trim() === "" ? { value: null } : check(Profile.shape.externalId, text, label);

/** How the values of a column are written. */
type FormatOf = (column: Column) => CellFormat;

/** Returns a function that says why the value of a cell cannot be taken. */
const problemOfCells = ({ attribute, column: { label }, unknownOf }: CellOf, format: CellFormat) => {
  if (attribute === undefined) return (cell: string) => rowProblem("not_in_value_map", label, cell, {});
  const read = cellReader(attribute, format);
  return (cell: string) => {
    // If a cell has several values, the map of the column may contain only some of them.
    const unknown = isList(attribute) ? unknownOf?.(cell) : undefined;
    return cellProblem(attribute, label, { cell, value: unknown === undefined ? read(cell) : [unknown], format });
  };
};

type CellOf = {
  readonly column: Column;
  readonly attribute: Attribute | undefined;
  readonly read: (cell: string) => CellMeaning | null;
  readonly unknownOf?: ValueColumn["unknownOf"];
};

const nothing: CellMeaning = { own: undefined, others: [] };

const plainCell = (attribute: Attribute, column: Column, format: CellFormat): CellOf => {
  const read = cellReader(attribute, format);
  const isAllowed = attribute.isArchived ? () => false : ruleOf(attribute).isMet;
  return {
    column,
    attribute,
    read: (cell) => {
      const own = read(cell);
      if (own === undefined) return nothing;
      return isAllowed(own) ? { own, others: [] } : null;
    },
  };
};

type FromOtherColumn = { readonly label: string; readonly name: string; readonly value: unknown };

/**
 * Fills the attributes whose own column has no value.
 * @returns a problem for each attribute that two columns set to different values
 */
const fillOthers = (values: Record<string, unknown>, found: readonly FromOtherColumn[]): RowProblem[] => {
  const filled = new Map<string, FromOtherColumn>();
  const problems: RowProblem[] = [];
  for (const one of found) {
    const before = filled.get(one.name);
    if (before !== undefined && !isDeepStrictEqual(before.value, one.value))
      problems.push(rowProblem("values_disagree", one.label, null, { otherColumn: before.label, attribute: one.name }));
    if (before !== undefined || Object.hasOwn(values, one.name)) continue;
    filled.set(one.name, one);
  }
  for (const { name, value } of filled.values()) values[name] = value;
  return problems;
};

const createProfileReader = (
  { externalId, attributes }: ImportColumns,
  valueColumns: readonly ValueColumn[],
  formatOf: FormatOf,
) => {
  const readByValue = new Set(valueColumns.map(({ column }) => column.label));
  const plain = attributes.filter(([, { label }]) => !readByValue.has(label));
  const cells: readonly CellOf[] = [
    ...valueColumns,
    ...plain.map(([attribute, column]) => plainCell(attribute, column, formatOf(column))),
  ].toSorted((one, other) => one.column.at - other.column.at);
  if (externalId === undefined && cells.length === 0) return () => ({ value: undefined });
  const readers = cells.map((one) => {
    const { column, attribute, read } = one;
    const { label, at } = column;
    return { label, at, name: attribute?.name ?? "", read, problemOf: problemOfCells(one, formatOf(column)) };
  });
  return (fields: readonly string[]): ReadAll<RowProfile> => {
    const id =
      externalId === undefined ? { value: null } : readExternalId(fields[externalId.at] ?? "", externalId.label);
    const problems = "problem" in id ? [id.problem] : [];
    const values: Record<string, unknown> = {};
    const others: FromOtherColumn[] = [];
    for (const { label, at, name, read, problemOf } of readers) {
      const cell = fields[at] ?? "";
      const meaning = read(cell);
      if (meaning === null) problems.push(problemOf(cell));
      else {
        if (meaning.own !== undefined) values[name] = meaning.own;
        for (const [other, value] of meaning.others) others.push({ label, name: other, value });
      }
    }
    if (others.length > 0) problems.push(...fillOthers(values, others));
    if ("problem" in id || problems.length > 0) return { problems };
    return { value: { externalId: id.value, attributes: values } };
  };
};

export const createRowReader = (
  columns: ImportColumns,
  map?: StatusMap,
  formatOf: FormatOf = () => ({}),
  valueColumns: readonly ValueColumn[] = [],
): ((record: CsvRecord) => ImportRow | BadRow) => {
  const readName = createNameReader(columns);
  const readCategory = createCategoryReader(columns.category);
  const readStatus = createStatusReader(columns.status, map);
  const readTexts = createTextsReader(columns);
  const readProfile = createProfileReader(columns, valueColumns, formatOf);
  return ({ line, fields, problem }) => {
    if (problem !== undefined) return { line, problems: [recordProblem(problem)] };
    const name = readName(fields);
    const category = readCategory(fields);
    const status = readStatus(fields);
    const texts = readTexts(fields);
    const profile = readProfile(fields);
    if ("value" in name && "value" in category && "value" in status && "value" in texts && "value" in profile) {
      const pet = { name: name.value, status: status.value ?? DEFAULT_PET_STATUS, ...texts.value } as ImportRow["pet"];
      const isStatusGiven = status.value !== undefined;
      return { line, category: category.value, pet, isStatusGiven, ...(profile.value && { profile: profile.value }) };
    }
    const problems = [name, category, status, texts, profile].flatMap((read) => {
      if ("problems" in read) return read.problems;
      return "problem" in read ? read.problem : [];
    });
    return { line, problems };
  };
};
