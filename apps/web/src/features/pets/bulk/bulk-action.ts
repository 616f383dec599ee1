import type { Attribute, Pet, PetConflict, PetFields, PetStatus } from "@petstore/contract/client";
import { differingFields, fieldsOf } from "../../../lib/pets/pet-fields";
import { t } from "../../../texts";
import type { FullPetChange } from "../../../lib/pets/full-pet-change";

/** Sets a value for one of the store's own fields; null clears it. */
export type FieldAction = { readonly kind: "field"; readonly one: Attribute; readonly value: unknown };

/** A change of the fields that every animal has. */
type PetAction =
  | { readonly kind: "status"; readonly status: PetStatus }
  | { readonly kind: "category"; readonly categoryId: number }
  | { readonly kind: "delete" };

/** What a person does with many animals at once. */
export type BulkAction = PetAction | FieldAction;

/** An animal that a change leaves out. @property name - Known only if the animal still exists. */
export type LeftPet = Pick<PetConflict, "id"> & {
  readonly reason: PetConflict["reason"] | "category";
  readonly name?: string;
};

const resultOf = (action: PetAction, fields: PetFields): PetFields | null => {
  if (action.kind === "status") return { ...fields, status: action.status };
  return action.kind === "category" ? { ...fields, categoryId: action.categoryId } : null;
};

const isSame = (from: PetFields, to: PetFields | null): boolean =>
  to !== null && differingFields(from, to).length === 0;

/**
 * Returns the changes that are needed. An animal that already has the wanted value needs none, and an undo must not
 * touch it.
 */
export const editsOf = (action: PetAction, pets: readonly Pet[]): readonly FullPetChange[] =>
  pets.flatMap((pet) => {
    const from = fieldsOf(pet);
    const to = resultOf(action, from);
    return isSame(from, to) ? [] : [{ id: pet.id, from, to }];
  });

export const doneText = (action: BulkAction, count: number): string => {
  if (action.kind === "status") return t.pets.bulk.done.status(count, t.common.status[action.status]);
  if (action.kind === "field") return t.pets.bulk.done.field(count, action.one.label, action.value === null);
  return action.kind === "category" ? t.pets.bulk.done.category(count) : t.pets.bulk.done.delete(count);
};
