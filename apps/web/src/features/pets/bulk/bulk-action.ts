import type { BulkPetChange, Pet, PetFields, PetStatus } from "@petstore/contract/client";
import { differingFields, fieldsOf } from "../../../lib/pet-fields";
import { t } from "../../../texts";

/** What a person does with many animals at once. */
export type BulkAction =
  | { readonly kind: "status"; readonly status: PetStatus }
  | { readonly kind: "category"; readonly categoryId: number }
  | { readonly kind: "delete" };

const resultOf = (action: BulkAction, fields: PetFields): PetFields | null => {
  if (action.kind === "status") return { ...fields, status: action.status };
  return action.kind === "category" ? { ...fields, categoryId: action.categoryId } : null;
};

const isSame = (from: PetFields, to: PetFields | null): boolean =>
  to !== null && differingFields(from, to).length === 0;

/** The changes that are needed: an animal that already is as wanted needs none, and an undo must not touch it. */
export const editsOf = (action: BulkAction, pets: readonly Pet[]): readonly BulkPetChange[] =>
  pets.flatMap((pet) => {
    const from = fieldsOf(pet);
    const to = resultOf(action, from);
    return isSame(from, to) ? [] : [{ id: pet.id, from, to }];
  });

export const doneText = (action: BulkAction, count: number): string => {
  if (action.kind === "status") return t.pets.bulk.done.status(count, t.common.status[action.status]);
  return action.kind === "category" ? t.pets.bulk.done.category(count) : t.pets.bulk.done.delete(count);
};
