import { PetFields } from "@petstore/contract/schemas";
import type { PetFieldName } from "./pet-fields";

/** Whether the contract accepts an animal without this field. */
export const isOptionalField = (name: PetFieldName): boolean => PetFields.shape[name].safeParse(null).success;
