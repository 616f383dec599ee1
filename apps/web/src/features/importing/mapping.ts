import type { Attribute, PetImport } from "@petstore/contract/client";
import {
  ATTRIBUTE_COLUMN,
  attributeWords,
  columnWords,
  MAX_VALUE_LENGTH,
  PetStatus,
  statusWords,
} from "@petstore/contract/schemas";
import { fold } from "../../lib/text/fold";
import { t } from "../../texts";
import { type ColumnName, type Columns, findByWords, importFields } from "./import-fields";
import type { CsvFile, ValueCount } from "./read-file";

export type Mapping = {
  readonly columns: Columns;
  readonly statuses: Readonly<Record<string, PetStatus>>;
  /** The columns that a person chose for the store's own fields, by the names of the fields. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /** Whether a row changes the animal that already has its external id; see {@link canUpdate}. */
  readonly isUpdating?: boolean | undefined;
  /** How dates and numbers are written, if a person chose it. Otherwise the service looks at the other values. */
  readonly dates?: PetImport["dates"];
  readonly decimal?: PetImport["decimal"];
};

const OTHER_VALUES = "*";

const fallbackHeaders = [/^(animal|pet|tag|chip)[ _-]?(id|no|number|code)$/i, /^(id|no|number|tag|chip|code)$/i];

/** @param label - What the page calls the field, in its language. */
const find = (header: readonly string[], patterns: readonly RegExp[], label?: string): string => {
  for (const pattern of patterns) {
    const found = header.find((label) => pattern.test(label));
    if (found !== undefined) return found;
  }
  return header.find((one) => label !== undefined && fold(one.trim()) === fold(label)) ?? "";
};

const hasEmpty = (
  { header, values }: Pick<CsvFile, "header" | "values" | "sample">,
  label: string,
  sample: CsvFile["sample"],
) => {
  const at = header.indexOf(label);
  return values[at]?.some(({ value }) => value === "") ?? sample.some((fields) => (fields[at] ?? "").trim() === "");
};

const sold = /sold|adopt|rehom|return|rto|dispos|missing|lost|stol|escap/i;
const pending = /pending|reserv|hold|transfer|foster|quarant|relocat/i;

/** The first pattern that matches decides. The order matters: "awaiting adoption" must not count as adopted. */
const guesses: readonly (readonly [RegExp, PetStatus | undefined])[] = [
  // What becomes of an animal that died is for a person to say.
  [/died|dead|deceas|euthan|passed away/i, undefined],
  [/avail|adoptable|for sale/i, "available"],
  [/pending|reserv|hold/i, "pending"],
  [sold, "sold"],
  [pending, "pending"],
  [/^$|shelter|in (?:care|stock|store|house)/i, "available"],
];
/** Finds the status that the store calls by this name, or that the word means in one of the languages of the admin. */
const statusNamed = (value: string): PetStatus | undefined => {
  const word = value.trim().normalize("NFC").toLowerCase();
  return PetStatus.options.find(
    (status) => t.common.status[status].toLowerCase() === word || statusWords[status].includes(word),
  );
};

/** Matches "not sold" and "unavailable", where the word that follows has the opposite meaning. */
const negated = /\b(?:not|no|non|un)/i;

/** @returns undefined if the value is not clear, so that a person has to decide */
export const guessStatus = (value: string): PetStatus | undefined => {
  const named = statusNamed(value);
  if (named !== undefined || negated.test(value)) return named;
  return guesses.find(([pattern]) => pattern.test(value))?.[1];
};

/** A column "State" is the status only if its values are, because an address has a state too. */
const findState = ({ header, values }: CsvFile): string => {
  const at = header.findIndex((label) => /^state$/i.test(label));
  const isStatus = (value: string) =>
    sold.test(value) || pending.test(value) || /avail/i.test(value) || statusNamed(value) !== undefined;
  const hasStatus = values[at]?.some(({ value }) => isStatus(value));
  return hasStatus === true ? (header[at] ?? "") : "";
};

const wordsOf = ({ header }: CsvFile, column: ColumnName): string =>
  findByWords(header, column in columnWords ? columnWords[column as keyof typeof columnWords] : []) ?? "";

/** Guesses the column of each field. A second column for the name is added if the first one has empty cells. */
export const guessColumns = (file: CsvFile): Columns => {
  const found = Object.fromEntries(
    importFields.map(({ column, headers, label }) => [
      column,
      find(file.header, headers, label) || wordsOf(file, column),
    ]),
  );
  const { name = "", status = "" } = found;
  const fallback = find(file.header, fallbackHeaders);
  return {
    ...(found as Columns),
    fallbackName: fallback !== name && hasEmpty(file, name, file.sample) ? fallback : "",
    status: status || findState(file),
  };
};

/**
 * Returns the columns that are in use. The column of fallback names is left out, because another field may use it too.
 */
const takenLabels = (
  { columns: { fallbackName: _, ...columns }, attributes = {} }: Mapping,
  known: readonly Attribute[],
) => new Set([...Object.values(columns), ...known.flatMap(({ name }) => attributes[name] ?? [])]);

/**
 * Returns the column of each field of the store: the one that a person chose, or else one with its name or label. ""
 * means that the field has no column.
 */
export const attributeColumns = (
  { header }: Pick<CsvFile, "header">,
  mapping: Mapping,
  attributes: readonly Attribute[],
): ReadonlyMap<Attribute, string> => {
  const taken = takenLabels(mapping, attributes);
  const isFree = (label: string) => !taken.has(label);
  const guess = ({ name, label }: Attribute) => {
    const words = [ATTRIBUTE_COLUMN + name, name, label].map((word) => word.toLowerCase());
    const found =
      words.flatMap((word) => header.filter((one) => one.toLowerCase() === word && isFree(one)))[0] ??
      findByWords(header.filter(isFree), attributeWords[name]) ??
      "";
    taken.add(found);
    return found;
  };
  return new Map(
    attributes
      .filter(({ isArchived }) => !isArchived)
      .map((one) => [one, mapping.attributes?.[one.name] ?? guess(one)] as const),
  );
};

const ours: readonly string[] = [...PetStatus.options, ""];

/**
 * Returns the values of the status column that a person has to map. There are none if all values are statuses already,
 * or if the column has too many values.
 */
export const valuesToMap = (file: CsvFile, column: string): readonly ValueCount[] => {
  const values = file.values[file.header.indexOf(column)] ?? [];
  return values.every(({ value }) => ours.includes(value)) ? [] : values;
};

export const hasTooManyValues = (file: CsvFile, column: string): boolean =>
  column !== "" && file.values[file.header.indexOf(column)] === null;

export const statusFor = ({ statuses }: Mapping, value: string): PetStatus | undefined =>
  statuses[value] ?? guessStatus(value);

/** Returns the values that still need a status from the person, the most frequent first. */
export const unmappedValues = (file: CsvFile, mapping: Mapping): readonly string[] =>
  valuesToMap(file, mapping.columns.status)
    .map(({ value }) => value)
    .filter((value) => statusFor(mapping, value) === undefined);

const statusMapOf = (file: CsvFile, mapping: Mapping): PetImport["statusMap"] => {
  const {
    columns: { status },
    statuses,
  } = mapping;
  // No column was chosen, so the service must not read one that happens to be called `status`.
  if (status === "") return file.header.includes("status") ? { [OTHER_VALUES]: "available" } : undefined;
  if (hasTooManyValues(file, status)) return { [OTHER_VALUES]: statuses[OTHER_VALUES] ?? "available" };
  const values = valuesToMap(file, status).map(({ value }) => value);
  if (values.length === 0) return undefined;
  const isLong = (value: string) => value.length > MAX_VALUE_LENGTH;
  return Object.fromEntries([
    ...values.filter((value) => !isLong(value)).map((value) => [value, statusFor(mapping, value)]),
    ...(values.some(isLong) ? [[OTHER_VALUES, "available"]] : []),
  ]) as PetImport["statusMap"];
};

/**
 * Whether rows can update animals, which are found by their external id. This is not possible if the file has a status
 * column that was not chosen, because the import would then make all animals available.
 */
export const canUpdate = ({ header }: Pick<CsvFile, "header">, { columns }: Mapping): boolean =>
  columns.externalId !== "" && (columns.status !== "" || !header.includes("status"));

/** An export has both columns. If the service reads both, it also finds categories that have no name. */
const isPair = (file: CsvFile, category: string) =>
  (category === "category" || category === "categoryId") &&
  file.header.includes("category") &&
  file.header.includes("categoryId");

/** Returns the import request without the file: it says how the service shall read the file. */
export const settingsOf = (
  file: CsvFile,
  mapping: Mapping,
  attributes: readonly Attribute[],
): Omit<PetImport, "csv" | "workbook" | "skipBad"> => {
  const columns = Object.entries(mapping.columns).filter(
    ([column, label]) => label !== "" && !(column === "category" && isPair(file, label)),
  );
  const statusMap = statusMapOf(file, mapping);
  const ofAttributes = [...attributeColumns(file, mapping, attributes)].map(([{ name }, label]) => [name, label]);
  return {
    source: file.name,
    columns: Object.fromEntries(columns),
    ...(statusMap && { statusMap }),
    ...(mapping.dates && { dates: mapping.dates }),
    ...(mapping.decimal && { decimal: mapping.decimal }),
    ...(mapping.isUpdating === true && canUpdate(file, mapping) && { update: true }),
    ...(ofAttributes.length > 0 && { attributeColumns: Object.fromEntries(ofAttributes) }),
  };
};
