import type { PetFields } from "@petstore/contract/client";
import type { Conflict } from "../lib/pets/conflicts";
import { isSameField, mapFields, type PetFieldName, petFieldNames } from "../lib/pets/pet-fields";
import { t } from "../texts";

/** The two sides of a field: the value that the person wants, or the value as it is now. */
export type Side = "want" | "now";

export type Choices = Readonly<Partial<Record<PetFieldName, Side>>>;

/** A field that the person did not change gets the value that somebody else gave it. */
export const firstChoices = ({ edit: { from, to }, now }: Pick<Conflict, "edit" | "now">): Choices => {
  const isKept = (name: PetFieldName) => from !== null && to !== null && now !== null && isSameField(name, from, to);
  return Object.fromEntries(petFieldNames.map((name) => [name, isKept(name) ? "now" : "want"]));
};

export const chosenFields = (choices: Choices, want: PetFields, now: PetFields): PetFields =>
  mapFields((name) => (choices[name] === "want" ? want : now)[name]);

const texts = t.pets.conflict;

/** Describes in words what has happened to the animal. */
export const describeConflict = ({ edit, reason, now }: ConflictState): string => {
  if (reason === "reserved") return texts.reserved;
  if (reason === "gone") return edit.from === null ? texts.goneRestore : texts.gone;
  return edit.to === null || now === null ? texts.deleted : texts.changed;
};

/**
 * A later version of the service may give more reasons. Whatever the reason, the animal is not in the state that the
 * edit expects.
 */
export const titleOf = (reason: string) =>
  (texts.titles as Readonly<Record<string, (name: string, id: number) => string>>)[reason] ?? texts.titles.changed;

type ConflictState = Pick<Conflict, "edit" | "reason" | "now">;

/** Returns the choices that a person has. An animal that an order reserves can only be left as it is. */
export const offersOf = ({ edit, reason, now }: ConflictState) => ({
  choice: reason === "changed" && now !== null && edit.to !== null ? { want: edit.to, now } : undefined,
  canBringBack: reason === "gone" && edit.from !== null && edit.to !== null,
  canDelete: reason === "changed" && edit.to === null,
});
