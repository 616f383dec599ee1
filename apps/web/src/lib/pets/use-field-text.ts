import type { PetFields } from "@petstore/contract/client";
import { useCategoryNames } from "./categories";
import { type PetFieldName, showField } from "./pet-fields";

/** Makes of an animal and one of its fields what staff read. */
export const useFieldText = () => {
  const nameOf = useCategoryNames();
  return (fields: PetFields, name: PetFieldName): string => showField(name, fields, nameOf).text;
};
