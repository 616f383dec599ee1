import type { PetConflict, PetFields } from "@petstore/contract/client";
import { createStore } from "../page/store";
import type { FullPetChange } from "./full-pet-change";

/** A change that the service refused because the animal is no longer as the person saw it. */
export type Conflict = {
  readonly edit: FullPetChange;
  readonly reason: PetConflict["reason"];
  readonly now: PetFields | null;
  /**
   * The values of the profile that somebody else has changed. They are set only if nobody has changed the fields of the
   * animal itself.
   */
  readonly profile?: PetConflict["profile"];
  /**
   * Called when the person has chosen, so that a form with the same text can be emptied. Closing the dialog is not a
   * choice.
   * @param made - What was changed; undefined if everything stays as it is.
   */
  readonly onDecided?: ((made?: FullPetChange) => void) | undefined;
  /** Called if the chosen change was refused because somebody else has changed the same value of the profile. */
  readonly onProfileClash?: (() => Promise<void>) | undefined;
};

/** The conflicts that wait for a decision. The dialog shows them one by one. */
export const openConflicts = createStore<readonly Conflict[]>([]);

export const addConflicts = (conflicts: readonly Conflict[]): void => {
  if (conflicts.length > 0) openConflicts.set([...openConflicts.get(), ...conflicts]);
};

export const closeConflicts = (closed: readonly Conflict[]): void =>
  openConflicts.set(openConflicts.get().filter((one) => !closed.includes(one)));
