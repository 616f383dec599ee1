import type { PetFields } from "@petstore/contract/client";
import { isSameField, mapFields, type PetFieldName, petFieldNames } from "../../../lib/pets/pet-fields";

/** The draft of an animal. `base` is the animal as it was when the person began to type. */
export type PetDraft = { readonly base: Partial<PetFields>; readonly changes: Partial<PetFields> };

export type PetEdit = {
  /** What the form shows: the typed values, and the current values of all other fields. */
  readonly fields: PetFields;
  /** The animal as the person knows it, which is the `from` of the change. */
  readonly from: PetFields;
  /** Fields that only somebody else has changed. */
  readonly taken: readonly PetFieldName[];
  /** Fields that both this person and somebody else have changed. */
  readonly clashes: readonly PetFieldName[];
};

const sides = ({ base, changes }: PetDraft, now: PetFields, name: PetFieldName) => {
  const [known, typed] = [
    { ...now, ...base },
    { ...now, ...changes },
  ];
  const isTyped = changes[name] !== undefined;
  const isChangedByOther = !isSameField(name, known, now);
  const isClash = isTyped && isChangedByOther && !isSameField(name, typed, now);
  return { isTaken: !isTyped && isChangedByOther, isClash };
};

/** Combines the draft with the current animal. Typed text is never overwritten. */
export const layOver = (draft: PetDraft, now: PetFields): PetEdit => {
  const { base, changes } = draft;
  return {
    fields: { ...now, ...changes },
    from: mapFields((name) => (sides(draft, now, name).isClash ? base[name] : now[name])),
    taken: petFieldNames.filter((name) => sides(draft, now, name).isTaken),
    clashes: petFieldNames.filter((name) => sides(draft, now, name).isClash),
  };
};

/** @returns undefined if the form shows the animal as it is now */
export const withChange = (
  draft: PetDraft | undefined,
  now: PetFields,
  change: Partial<PetFields>,
): PetDraft | undefined => {
  const { base, changes } = draft ?? { base: now, changes: {} };
  const merged = { ...changes, ...change };
  const left = petFieldNames.filter((name) => !isSameField(name, { ...now, ...merged }, now));
  return left.length === 0
    ? undefined
    : { base, changes: Object.fromEntries(left.map((name) => [name, merged[name]])) };
};
