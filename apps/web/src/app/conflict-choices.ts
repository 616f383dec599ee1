import type { PetFields } from "@petstore/contract/client";
import type { Conflict } from "../lib/pet-edits";
import { isSameField, mapFields, type PetFieldName, petFieldNames } from "../lib/pet-fields";

/** A side of a field: as the person wants it, or as it is now. */
export type Side = "want" | "now";

export type Choices = Readonly<Partial<Record<PetFieldName, Side>>>;

/** A field that the person did not change takes what somebody else made of it. */
export const firstChoices = ({ edit: { from, to }, now }: Pick<Conflict, "edit" | "now">): Choices => {
  const isKept = (name: PetFieldName) => from !== null && to !== null && now !== null && isSameField(name, from, to);
  return Object.fromEntries(petFieldNames.map((name) => [name, isKept(name) ? "now" : "want"]));
};

export const chosenFields = (choices: Choices, want: PetFields, now: PetFields): PetFields =>
  mapFields((name) => (choices[name] === "want" ? want : now)[name]);
