import type { FullPetChange } from "../../../lib/pets/full-pet-change";
import { t } from "../../../texts";
import { petNotesQuery } from "../../../lib/pets/notes";
import { queryClient } from "../../../lib/service/query-client";
import { useNoteText, usePetDraft, useSentSave } from "./drafts";
import { useNoteEditor } from "./use-note-editor";
import { useProfileEditor } from "./use-profile-editor";

/** All that is typed of an animal: its fields, its profile and a new note, which one button saves and another discards. */
export const usePetDrafts = (id: number) => {
  const fields = usePetDraft(id);
  const profile = useProfileEditor(id);
  const note = useNoteEditor(id);
  const sent = useSentSave(id);
  const noteText = useNoteText(id);
  const fieldsTyped = fields.draft;
  const profileTyped = profile.draft;
  const noteTyped = note.draft;

  /** Ends the drafts of the parts that were changed, and those that change nothing. What was typed meanwhile stays. */
  const end = (made: FullPetChange): void => {
    const isDeleted = made.to === null;
    // An animal that comes back takes neither a profile nor a note with it: they are still to be saved.
    const isBack = made.from === null;
    const isProfileDone = made.profile !== undefined || (!isBack && profile.edit === undefined && !profile.isWaiting);
    const isNoteDone = made.note !== undefined || (!isBack && note.note === undefined);
    if (fields.now(id) === fieldsTyped) fields.set(undefined, id);
    if (isDeleted || isProfileDone) profile.endDraft(profileTyped);
    if (isDeleted || isNoteDone) note.endDraft(noteTyped);
    sent.set(undefined, id);
  };

  /** Whether the text of a note that is there is typed over: it has a Save of its own. */
  const isNoteEdited = (): boolean => {
    const notes = queryClient.getQueryData(petNotesQuery(id).queryKey);
    return notes?.pages.some(({ rows }) => rows.some((one) => noteText.now(one.id) !== undefined)) ?? false;
  };

  return {
    fields,
    profile,
    note,
    sent,
    end,
    isTyped: [fieldsTyped, profileTyped, noteTyped].some((draft) => draft !== undefined),
    /** Whether something is typed at this moment, also after the drawer was drawn last. */
    isTypedNow: () => [fields.now(id), profile.draftNow(), note.draftNow()].some((draft) => draft !== undefined),
    isNoteEdited,
    /** Tells whether a save is of the same text as the one before. */
    text: JSON.stringify([fieldsTyped?.changes, profileTyped?.changes, noteTyped]),
    discard: () => {
      fields.set(undefined);
      profile.discard();
      note.discard();
      sent.set(undefined);
    },
    /** One notice says it of all parts. */
    sayKept: (name: string) => fields.sayKept(t.petDrawer.draftKept(name)),
  };
};
