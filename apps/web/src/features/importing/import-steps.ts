import type { PetImportDryRun } from "@petstore/contract/client";
import { importing } from "../../texts/importing";
import { type Mapping, unmappedValues } from "./mapping";
import type { CsvFile } from "./read-file";

const texts = importing;

const MAX_NAMED = 3;

/** Says what has to be chosen before the file can be checked. */
export const whatIsMissing = (file: CsvFile, mapping: Mapping): readonly string[] => {
  const { name, category } = mapping.columns;
  if (file.rows === 0) return [texts.problems.empty];
  const unknown = unmappedValues(file, mapping);
  return [
    ...(name === "" ? [texts.missing.name] : []),
    ...(category === "" ? [texts.missing.category] : []),
    ...(unknown.length > 0
      ? [texts.missing.status(unknown.slice(0, MAX_NAMED), Math.max(0, unknown.length - MAX_NAMED))]
      : []),
  ];
};

/** Whether an import would add or change something, and the person has agreed to skip any bad rows. */
export const isImportable = (
  { imported, updated, bad }: Pick<PetImportDryRun, "imported" | "updated" | "bad">,
  isSkipping: boolean,
): boolean => imported + updated > 0 && (bad === 0 || isSkipping);
