import type { PetFields } from "@petstore/contract/client";
import { useCategoryNames } from "./categories";
import { type PetFieldName, showField } from "./pet-fields";

/** Returns a function that turns a field of an animal into the text that staff read. */
export const useFieldText = () => {
  const nameOf = useCategoryNames();
  return (fields: PetFields, name: PetFieldName): string => showField(name, fields, nameOf).text;
};
