import type { Attribute, PetImportDryRun } from "@petstore/contract/client";
import { importing } from "../../texts/importing";
import { labelOfPlace, type Mapping } from "./mapping";
import { chosenTwice, columnAt, columnsAt, NEW_FIELD, placeOf, type Places } from "./places";
import { own } from "./own";
import type { CsvFile } from "./read-file";
import { unmappedValues } from "./statuses";
import { proposedField } from "./new-field";
import type { Definitions, UnknownColumn } from "./use-define";
import { missingOptions } from "./value-maps";

const texts = importing;

const MAX_NAMED = 3;

/** Says what has to be chosen before the file can be checked. */
export const whatIsMissing = (
  file: CsvFile,
  { statuses }: Pick<Mapping, "statuses">,
  places: Places,
  attributes: readonly Attribute[],
): readonly string[] => {
  if (file.rows === 0) return [texts.problems.empty];
  const unknown = unmappedValues(file, statuses, columnAt(places, "status"));
  return [
    ...(["name", "category"] as const).flatMap((place) => (columnAt(places, place) === "" ? texts.missing[place] : [])),
    ...[...chosenTwice(places)].map(([place, columns]) =>
      texts.missing.twice(labelOfPlace(place, attributes), columns),
    ),
    ...(unknown.length > 0
      ? [texts.missing.status(unknown.slice(0, MAX_NAMED), Math.max(0, unknown.length - MAX_NAMED))]
      : []),
  ];
};

/** Returns the fields and the options that the store lacks for the import. */
export const definitionsFor = (
  { newFields = {}, values = {} }: Mapping,
  places: Places,
  attributes: readonly Attribute[],
  proposals: readonly UnknownColumn[],
): Definitions => ({
  fields: columnsAt(places, NEW_FIELD).map(
    (column) =>
      own(newFields, column) ??
      proposedField(
        column,
        proposals.find((one) => one.column === column),
      ),
  ),
  options: attributes.flatMap((one) => {
    const options = missingOptions(one, own(values, columnAt(places, placeOf(one))) ?? {});
    return options.length > 0 ? { one, options } : [];
  }),
});

/** Whether an import would add or change something, and the person has agreed to skip any bad rows. */
export const isImportable = (
  { imported, updated, bad }: Pick<PetImportDryRun, "imported" | "updated" | "bad">,
  isSkipping: boolean,
): boolean => imported + updated > 0 && (bad === 0 || isSkipping);
