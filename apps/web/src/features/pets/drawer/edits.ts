import type { PetFields } from "@petstore/contract/client";

/** What a person typed over an animal: `base` is the animal as it was when they began. */
export type PetDraft = { readonly base: PetFields; readonly changes: Partial<PetFields> };

export const petFieldNames = ["name", "categoryId", "status"] as const;
type PetFieldName = (typeof petFieldNames)[number];

export type PetEdit = {
  /** What the form shows: typed text, and for the rest the animal as it is now. */
  readonly fields: PetFields;
  /** What the person knows: the `from` of the change. */
  readonly from: PetFields;
  /** Changed by somebody else, and not by the person. */
  readonly taken: readonly PetFieldName[];
  /** Changed by both. */
  readonly clashes: readonly PetFieldName[];
};

const sides = ({ base, changes }: PetDraft, now: PetFields, name: PetFieldName) => {
  const typed = changes[name];
  const isChangedByOther = now[name] !== base[name];
  const isClash = typed !== undefined && isChangedByOther && typed !== now[name];
  return { typed, isTaken: typed === undefined && isChangedByOther, isClash };
};

const combine = (pick: <Name extends PetFieldName>(name: Name) => PetFields[Name]): PetFields => ({
  name: pick("name"),
  categoryId: pick("categoryId"),
  status: pick("status"),
});

/** Lays what was typed over the animal as it is now: typed text is never overwritten. */
export const layOver = (draft: PetDraft, now: PetFields): PetEdit => {
  const { base, changes } = draft;
  return {
    fields: combine((name) => changes[name] ?? now[name]),
    from: combine((name) => (sides(draft, now, name).isClash ? base[name] : now[name])),
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
  const left = Object.fromEntries(
    petFieldNames.flatMap((name) =>
      merged[name] === undefined || merged[name] === now[name] ? [] : [[name, merged[name]]],
    ),
  );
  return Object.keys(left).length === 0 ? undefined : { base, changes: left };
};
