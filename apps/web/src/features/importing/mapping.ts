import type { Attribute, PetImport } from "@petstore/contract/client";
import { ATTRIBUTE_COLUMN, MAX_VALUE_LENGTH, PetStatus } from "@petstore/contract/schemas";
import { type ColumnName, importFields } from "./import-fields";
import { columnAt, isCategoryPair, type Place, placeOf, type Places, placesOf } from "./places";
import type { CsvFile } from "./read-file";
import { hasTooManyValues, OTHER_VALUES, statusFor, type Statuses, valuesToMap } from "./statuses";
import type { ProposedField } from "./use-define";
import { isMappable, type ValueMaps } from "./value-maps";

/** How a person wants a file to be imported. */
export type Mapping = {
  /**
   * The places of the columns that a person has chosen, by the names of the columns. The places of all other columns
   * are guessed.
   */
  readonly places: Readonly<Record<string, Place>>;
  /** The column of the name if the cell of the name is empty; undefined as long as it is guessed. */
  readonly fallbackName?: string | undefined;
  readonly statuses: Statuses;
  /** The meanings of values, by the columns. */
  readonly values?: ValueMaps | undefined;
  /** The fields to define for columns that go to a new field, by the columns. */
  readonly newFields?: Readonly<Record<string, ProposedField>> | undefined;
  /** Whether a row changes the animal that already has its external id; see {@link canUpdate}. */
  readonly isUpdating?: boolean | undefined;
  /** How dates and numbers are written, if a person chose it. Otherwise the service looks at the other values. */
  readonly dates?: PetImport["dates"];
  readonly decimal?: PetImport["decimal"];
};

const fallbackHeaders = [
  /^(animal|pet|tag|chip|licen[cs]e)[ _-]?(id|no|number|code|#)$/i,
  /^(id|no|number|tag|chip|code)$/i,
];

const hasEmpty = ({ header, values, sample }: CsvFile, label: string) => {
  const at = header.indexOf(label);
  return values[at]?.some(({ value }) => value === "") ?? sample.some((fields) => (fields[at] ?? "").trim() === "");
};

/** Returns the column that names the animals whose name is empty; "" if there is none. */
export const fallbackOf = (file: CsvFile, { fallbackName }: Pick<Mapping, "fallbackName">, places: Places): string => {
  if (fallbackName !== undefined) return file.header.includes(fallbackName) ? fallbackName : "";
  const name = columnAt(places, "name");
  if (name === "" || !hasEmpty(file, name)) return "";
  const found = fallbackHeaders.flatMap((pattern) => file.header.find((label) => pattern.test(label)) ?? [])[0] ?? "";
  return found === name ? "" : found;
};

const statusMapOf = (file: CsvFile, statuses: Statuses, column: string): PetImport["statusMap"] => {
  // No column was chosen, so the service must not read one that happens to be called `status`.
  if (column === "") return file.header.includes("status") ? { [OTHER_VALUES]: "available" } : undefined;
  if (hasTooManyValues(file, column)) return { [OTHER_VALUES]: statuses[OTHER_VALUES] ?? "available" };
  const values = valuesToMap(file, column).map(({ value }) => value);
  if (values.length === 0) return undefined;
  const isLong = (value: string) => value.length > MAX_VALUE_LENGTH;
  return Object.fromEntries([
    ...values.filter((value) => !isLong(value)).map((value) => [value, statusFor(statuses, value)]),
    ...(values.some(isLong) ? [[OTHER_VALUES, PetStatus.options[0]]] : []),
  ]) as PetImport["statusMap"];
};

/**
 * Whether rows can update animals, which are found by their external id. This is not possible if the file has a status
 * column that was not chosen, because the import would then make all animals available.
 */
export const canUpdate = ({ header }: Pick<CsvFile, "header">, places: Places): boolean =>
  columnAt(places, "externalId") !== "" && (columnAt(places, "status") !== "" || !header.includes("status"));

/** Returns the maps of the columns that still go to a field whose values can be mapped. */
const valueMapsOf = ({ values = {} }: Mapping, places: Places, attributes: readonly Attribute[]): ValueMaps => {
  const mappable = new Set(attributes.filter(isMappable).map(placeOf));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, map]) => mappable.has(places.get(column)?.place ?? "") && Object.keys(map).length > 0,
    ),
  );
};

export type Settings = Omit<PetImport, "csv" | "workbook" | "skipBad">;

/** Returns the import request without the file, which tells the service how to read the file. */
export const settingsOf = (file: CsvFile, mapping: Mapping, attributes: readonly Attribute[]): Settings => {
  const places = placesOf(file, mapping, attributes);
  const fallbackName = fallbackOf(file, mapping, places);
  const columns = importFields.map(({ column }): [ColumnName, string] => [column, columnAt(places, column)]);
  const isSent = ([column, label]: readonly [ColumnName, string]) =>
    // If the service reads both columns of an export, it also finds categories that have no name.
    label !== "" && !(column === "category" && isCategoryPair(file.header, label));
  const statusMap = statusMapOf(file, mapping.statuses, columnAt(places, "status"));
  const ofAttributes = attributes
    .filter(({ isArchived }) => !isArchived)
    .map((one) => [one.name, columnAt(places, placeOf(one))] as const);
  const valueMaps = valueMapsOf(mapping, places, attributes);
  return {
    source: file.name,
    columns: Object.fromEntries([
      ...columns.filter(isSent),
      ...(fallbackName === "" ? [] : [["fallbackName", fallbackName]]),
    ]),
    ...(statusMap && { statusMap }),
    ...(mapping.dates && { dates: mapping.dates }),
    ...(mapping.decimal && { decimal: mapping.decimal }),
    ...(mapping.isUpdating === true && canUpdate(file, places) && { update: true }),
    ...(ofAttributes.length > 0 && { attributeColumns: Object.fromEntries(ofAttributes) }),
    ...(Object.keys(valueMaps).length > 0 && { valueMaps }),
  };
};

/** Returns the fields that the columns go to, with the columns of the file. */
export const attributesAt = (places: Places, attributes: readonly Attribute[]): readonly Attribute[] => {
  const used = new Set([...places.values()].map(({ place }) => place));
  return attributes.filter((one) => !one.isArchived && used.has(placeOf(one)));
};

/** Finds the field that a column goes to. */
export const attributeAt = (place: Place, attributes: readonly Attribute[]): Attribute | undefined =>
  place.startsWith(ATTRIBUTE_COLUMN) ? attributes.find((one) => placeOf(one) === place) : undefined;

/** Returns the label of the field that a column goes to; "" if the column goes to no field. */
export const labelOfPlace = (place: Place, attributes: readonly Attribute[]): string =>
  importFields.find(({ column }) => column === place)?.label ?? attributeAt(place, attributes)?.label ?? "";
