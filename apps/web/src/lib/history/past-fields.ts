import type { PetFields } from "@petstore/contract/client";
import { PetFields as Schema } from "@petstore/contract/schemas";
import { isOptionalField } from "../pets/optional-fields";
import { isPetFieldName, mapFields, petFields } from "../pets/pet-fields";

/** An animal in an event. Fields that were added to the store later are missing. */
export type PastFields = Partial<PetFields>;

type State = Readonly<Record<string, unknown>> | null;

/** @returns null if there was no animal, undefined if the state does not belong to an animal */
export const readPastFields = (state: State): PastFields | null | undefined => {
  if (state === null) return null;
  const known = Object.fromEntries(Object.entries(state).filter(([name]) => isPetFieldName(name)));
  const { data } = Schema.partial().safeParse(known);
  return Object.keys(known).length === 0 ? undefined : (data as PastFields | undefined);
};

/** Returns the value of a field that is empty. */
const emptyValue = <Name extends keyof PetFields>(name: Name): PetFields[Name] | null =>
  isOptionalField(name) ? null : petFields[name].initial;

/** Completes missing fields with the current values, or with empty ones if the animal was deleted. */
export const completed = (past: PastFields, now?: PetFields): PetFields =>
  mapFields((name) => (past[name] === undefined ? (now?.[name] ?? emptyValue(name)) : past[name]));
