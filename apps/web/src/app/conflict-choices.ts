import type { PetFields } from "@petstore/contract/client";
import type { Conflict } from "../lib/pet-edits";

export const fieldNames = ["name", "categoryId", "status"] as const;
export type FieldName = (typeof fieldNames)[number];

/** Of a field: as the person wants it, or as it is now. */
export type Side = "want" | "now";

/** A field that the person did not change takes what somebody else made of it. */
export const firstChoices = ({ edit, now }: Pick<Conflict, "edit" | "now">): Readonly<Record<FieldName, Side>> => {
  const side = (name: FieldName): Side =>
    edit.from !== null && edit.to !== null && now !== null && edit.from[name] === edit.to[name] ? "now" : "want";
  return { name: side("name"), categoryId: side("categoryId"), status: side("status") };
};

export const chosenFields = (
  choices: Readonly<Record<FieldName, Side>>,
  want: PetFields,
  now: PetFields,
): PetFields => ({
  name: choices.name === "want" ? want.name : now.name,
  categoryId: choices.categoryId === "want" ? want.categoryId : now.categoryId,
  status: choices.status === "want" ? want.status : now.status,
});
