import type { Attribute, PetImport } from "@petstore/contract/client";
import { ATTRIBUTE_COLUMN, MAX_VALUE_LENGTH, PetStatus } from "@petstore/contract/schemas";
import { fold } from "../../lib/text/fold";
import { type PetFieldName, petFieldNames, petFields } from "../../lib/pets/pet-fields";
import { t } from "../../texts";
import type { CsvFile, ValueCount } from "./read-file";

export type ColumnName = keyof PetImport["columns"];

/** Which column has which field; "" is none. */
export type Columns = Readonly<Record<ColumnName, string>>;

export type Mapping = {
  readonly columns: Columns;
  readonly statuses: Readonly<Record<string, PetStatus>>;
  /** The columns that a person chose for fields of the store, by the names of the fields. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /** Rows with the number of an animal change it; see {@link canUpdate}. */
  readonly isUpdating?: boolean | undefined;
};

const OTHER_VALUES = "*";

/** A file has the category's name, or its id. */
const columnOf = (name: PetFieldName): ColumnName => (name === "categoryId" ? "category" : name);

/** The columns of all fields, and what files call them. */
export const importFields: readonly {
  readonly column: ColumnName;
  readonly label: string;
  readonly headers: readonly RegExp[];
}[] = [
  ...petFieldNames.map((name) => {
    const { label, headers = [new RegExp(`^${name}$`, "i")] } = petFields[name];
    return { column: columnOf(name), label, headers };
  }),
  { column: "externalId", label: t.attributes.details.externalId, headers: [/^external[ _-]?id$/i] },
];

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

/** The first pattern that matches decides: an animal that waits for adoption is not adopted. */
const guesses: readonly (readonly [RegExp, PetStatus])[] = [
  [/died|dead|deceas|euthan/i, "sold"],
  [/avail|adoptable|for sale/i, "available"],
  [/pending|reserv|hold/i, "pending"],
  [sold, "sold"],
  [pending, "pending"],
  [/^$|shelter|in (?:care|stock|store|house)/i, "available"],
];
/** The status that the store calls so. */
const statusNamed = (value: string): PetStatus | undefined =>
  PetStatus.options.find((status) => t.common.status[status].toLowerCase() === value.trim().toLowerCase());

/** "Not sold", "unavailable": the word that follows says the opposite. */
const negated = /\b(?:not|no|non|un)/i;

/** @returns undefined if nobody can tell: a person has to */
export const guessStatus = (value: string): PetStatus | undefined => {
  const named = statusNamed(value);
  if (named !== undefined || negated.test(value)) return named;
  return guesses.find(([pattern]) => pattern.test(value))?.[1];
};

/** "State" is a part of an address too. */
const findState = ({ header, values }: CsvFile): string => {
  const at = header.findIndex((label) => /^state$/i.test(label));
  const isStatus = (value: string) =>
    sold.test(value) || pending.test(value) || /avail/i.test(value) || statusNamed(value) !== undefined;
  const hasStatus = values[at]?.some(({ value }) => isStatus(value));
  return hasStatus === true ? (header[at] ?? "") : "";
};

/** A second column for the name is offered where the first is empty. */
export const guessColumns = (file: CsvFile): Columns => {
  const found = Object.fromEntries(
    importFields.map(({ column, headers, label }) => [column, find(file.header, headers, label)]),
  );
  const { name = "", status = "" } = found;
  const fallback = find(file.header, fallbackHeaders);
  return {
    ...(found as Columns),
    fallbackName: fallback !== name && hasEmpty(file, name, file.sample) ? fallback : "",
    status: status || findState(file),
  };
};

/** The column of fallback names may also be mapped to another field. */
const takenLabels = (
  { columns: { fallbackName: _, ...columns }, attributes = {} }: Mapping,
  known: readonly Attribute[],
) => new Set([...Object.values(columns), ...known.flatMap(({ name }) => attributes[name] ?? [])]);

/** The column of each field of the store: the one that a person chose, or one of its name or label; "" is none. */
export const attributeColumns = (
  { header }: Pick<CsvFile, "header">,
  mapping: Mapping,
  attributes: readonly Attribute[],
): ReadonlyMap<Attribute, string> => {
  const taken = takenLabels(mapping, attributes);
  const isFree = (label: string) => !taken.has(label) && header.indexOf(label) === header.lastIndexOf(label);
  const guess = ({ name, label }: Attribute) => {
    const words = [ATTRIBUTE_COLUMN + name, name, label].map((word) => word.toLowerCase());
    const found = words.flatMap((word) => header.filter((one) => one.toLowerCase() === word && isFree(one)))[0] ?? "";
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

/** The values of the status column that a person maps; none if the column has statuses already, or too many values. */
export const valuesToMap = (file: CsvFile, column: string): readonly ValueCount[] => {
  const values = file.values[file.header.indexOf(column)] ?? [];
  return values.every(({ value }) => ours.includes(value)) ? [] : values;
};

export const hasTooManyValues = (file: CsvFile, column: string): boolean =>
  column !== "" && file.values[file.header.indexOf(column)] === null;

export const statusFor = ({ statuses }: Mapping, value: string): PetStatus | undefined =>
  statuses[value] ?? guessStatus(value);

/** The values that a person still has to give a status, the most frequent first. */
export const unmappedValues = (file: CsvFile, mapping: Mapping): readonly string[] =>
  valuesToMap(file, mapping.columns.status)
    .map(({ value }) => value)
    .filter((value) => statusFor(mapping, value) === undefined);

const statusMapOf = (file: CsvFile, mapping: Mapping): PetImport["statusMap"] => {
  const {
    columns: { status },
    statuses,
  } = mapping;
  // Without a column, one that happens to be called `status` must not be read.
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

/** Animals are found by their number elsewhere. A status column that shall not be read would make all of them available. */
export const canUpdate = ({ header }: Pick<CsvFile, "header">, { columns }: Mapping): boolean =>
  columns.externalId !== "" && (columns.status !== "" || !header.includes("status"));

/** An export has both columns: read together, they find categories without a name too. */
const isPair = (file: CsvFile, category: string) =>
  (category === "category" || category === "categoryId") &&
  file.header.includes("category") &&
  file.header.includes("categoryId");

/** How the service shall read the file: its request, without the file itself. */
export const settingsOf = (
  file: CsvFile,
  mapping: Mapping,
  attributes: readonly Attribute[],
): Omit<PetImport, "csv" | "skipBad"> => {
  const columns = Object.entries(mapping.columns).filter(
    ([column, label]) => label !== "" && !(column === "category" && isPair(file, label)),
  );
  const statusMap = statusMapOf(file, mapping);
  const ofAttributes = [...attributeColumns(file, mapping, attributes)].map(([{ name }, label]) => [name, label]);
  return {
    source: file.name,
    columns: Object.fromEntries(columns),
    ...(statusMap && { statusMap }),
    ...(mapping.isUpdating === true && canUpdate(file, mapping) && { update: true }),
    ...(ofAttributes.length > 0 && { attributeColumns: Object.fromEntries(ofAttributes) }),
  };
};
