import type { FullPetChange } from "./full-pet-change";
import type { PetFields } from "@petstore/contract/client";
import { backOf, describeUndo } from "../history/describe-undo";
import { undoOfAction } from "../history/action-undo";
import { announce } from "../history/undo";
import { notify } from "../page/notices";
import { addConflicts, type Conflict } from "./conflicts";
import { canBeUndone, makeEdits } from "./pet-edits";
import { differingFields } from "./pet-fields";

/** All changes of one animal that a person saves with one button, and what happens afterwards. */
export type PetSave = Pick<Conflict, "onDecided" | "onProfileClash"> & {
  /** All changes together: one request, one notice, one undo and one action in the history. */
  readonly edit: FullPetChange;
  /** The key of the request and of its action. A repeat with the same key changes nothing twice. */
  readonly key: string;
  readonly title: string;
};

const partsOf = ({ profile, note }: FullPetChange): number =>
  1 + (profile === undefined ? 0 : 1) + (note === undefined ? 0 : 1);

const announceSave = async ({ edit, key, title }: PetSave, unchanged: number): Promise<void> => {
  if (!(await canBeUndone(key, { done: [edit], unchanged }))) {
    notify({ title });
    return;
  }
  const describe = () => describeUndo([backOf(edit)]);
  announce({ title, undo: undoOfAction({ key, size: partsOf(edit), describe }) });
};

const isSame = (one: PetFields | null, other: PetFields | null): boolean =>
  one !== null && other !== null && differingFields(one, other).length === 0;

/**
 * Tells whether the person changed only fields that nobody else has changed. The other person's values are then kept.
 */
const isAboutOtherParts = ({ edit: { from, to }, reason, now }: Conflict): boolean =>
  reason === "changed" && now !== null && isSame(from, to);

const MAX_TRIES = 5;

type Made = { readonly made: FullPetChange; readonly unchanged: number };

/** Makes the change. @returns what was changed, or the conflict that the person must decide */
const make = async ({ edit, key }: PetSave): Promise<Made | Conflict> => {
  let tried = edit;
  for (let tries = 1; ; tries += 1) {
    // The keys derive from the first one. If a repeat gets the stored first answer, its later requests are repeats as
    // well.
    const idempotencyKey = tries === 1 ? key : `${key}-${tries}`;
    // oxlint-disable-next-line no-await-in-loop
    const { conflicts, unchanged } = await makeEdits([tried], { key, idempotencyKey });
    const [conflict] = conflicts;
    if (conflict === undefined) return { made: tried, unchanged };
    const goesOn = conflict.profile === undefined && isAboutOtherParts(conflict);
    if (!goesOn || tries === MAX_TRIES) return { ...conflict, edit };
    tried = { ...edit, from: conflict.now, to: conflict.now };
  }
};

/**
 * Saves everything that was typed for one animal, announces it, and opens the dialog if there is a conflict.
 * @returns the change; undefined if it was not made
 */
export const savePet = async (save: PetSave): Promise<FullPetChange | undefined> => {
  const result = await make(save);
  if ("made" in result) {
    await announceSave({ ...save, edit: result.made }, result.unchanged);
    return result.made;
  }
  const { onDecided, onProfileClash } = save;
  if (result.profile === undefined) addConflicts([{ ...result, onDecided, onProfileClash }]);
  else await onProfileClash?.();
  return undefined;
};
