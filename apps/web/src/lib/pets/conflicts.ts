import type { PetConflict, PetFields } from "@petstore/contract/client";
import { createStore } from "../page/store";
import type { FullPetChange } from "./full-pet-change";

/** A change that the store refused because the animal is not as the person saw it. */
export type Conflict = {
  readonly edit: FullPetChange;
  readonly reason: PetConflict["reason"];
  readonly now: PetFields | null;
  /** The values of its profile that somebody else has changed: its fields are as the person saw them. */
  readonly profile?: PetConflict["profile"];
  /**
   * The person has chosen: a form with the same text can be emptied. Closing the dialog is no choice.
   * @param made - What was changed; absent if all stays as it is.
   */
  readonly onDecided?: ((made?: FullPetChange) => void) | undefined;
  /** What was chosen was not made, because somebody else has changed the same value of the profile. */
  readonly onProfileClash?: (() => Promise<void>) | undefined;
};

/** Conflicts that wait for a decision; the dialog shows them one by one. */
export const openConflicts = createStore<readonly Conflict[]>([]);

export const addConflicts = (conflicts: readonly Conflict[]): void => {
  if (conflicts.length > 0) openConflicts.set([...openConflicts.get(), ...conflicts]);
};

export const closeConflicts = (closed: readonly Conflict[]): void =>
  openConflicts.set(openConflicts.get().filter((one) => !closed.includes(one)));
