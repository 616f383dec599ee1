import type { Attribute } from "@petstore/contract/client";
import { POSITION_STEP as STEP } from "../../lib/pets/attributes";

/** A field and its position. */
export type Place = Pick<Attribute, "id" | "position">;

/** Sorts fields in the order in which the service lists them. */
export const byPosition = (one: Place, other: Place): number => one.position - other.position || one.id - other.id;

/**
 * Returns the changes that bring the fields into this order. There is only one change if there is room between the new
 * neighbours of the moved field.
 * @param at - The new index of the field that moved.
 */
export const positionsFor = (ordered: readonly Place[], at: number): readonly Place[] => {
  const [before, one, after] = [ordered[at - 1], ordered[at], ordered[at + 1]];
  if (one === undefined) return [];
  const low = before?.position ?? -1;
  const high = after?.position ?? low + 2 * STEP;
  if (high - low >= 2) return [{ id: one.id, position: Math.floor((low + high) / 2) }];
  return ordered
    .map(({ id }, index) => ({ id, position: (index + 1) * STEP }))
    .filter(({ position }, index) => ordered[index]?.position !== position);
};
