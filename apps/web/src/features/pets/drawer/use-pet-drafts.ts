import type { FullPetChange } from "../../../lib/pets/full-pet-change";
import { t } from "../../../texts";
import { petNotesQuery } from "../../../lib/pets/notes";
import { queryClient } from "../../../lib/service/query-client";
import { useNoteText, usePetDraft, useSentSave } from "./drafts";
import { useNoteEditor } from "./use-note-editor";
import { useProfileEditor } from "./use-profile-editor";

/** The drafts of an animal: fields, profile and a new note. One button saves them all, another discards them. */
export const usePetDrafts = (id: number) => {
  const fields = usePetDraft(id);
  const profile = useProfileEditor(id);
  const note = useNoteEditor(id);
  const sent = useSentSave(id);
  const noteText = useNoteText(id);
  const fieldsTyped = fields.draft;
  const profileTyped = profile.draft;
  const noteTyped = note.draft;

  /** Ends the drafts that were saved or that change nothing. Text typed during the request stays. */
  const end = (made: FullPetChange): void => {
    const isDeleted = made.to === null;
    // Bringing an animal back saves neither the profile nor the note, so their drafts stay.
    const isBack = made.from === null;
    const isProfileDone = made.profile !== undefined || (!isBack && profile.edit === undefined && !profile.isWaiting);
    const isNoteDone = made.note !== undefined || (!isBack && note.note === undefined);
    if (fields.now(id) === fieldsTyped) fields.set(undefined, id);
    if (isDeleted || isProfileDone) profile.endDraft(profileTyped);
    if (isDeleted || isNoteDone) note.endDraft(noteTyped);
    sent.set(undefined, id);
  };

  /** Whether an existing note has a draft, which its own Save button saves. */
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
    /** Whether a draft exists at this moment, even if the drawer was not drawn since. */
    isTypedNow: () => [fields.now(id), profile.draftNow(), note.draftNow()].some((draft) => draft !== undefined),
    isNoteEdited,
    /** A text that is the same for two saves of the same changes. */
    text: JSON.stringify([fieldsTyped?.changes, profileTyped?.changes, noteTyped]),
    discard: () => {
      fields.set(undefined);
      profile.discard();
      note.discard();
      sent.set(undefined);
    },
    /** One notice covers all parts. */
    sayKept: (name: string) => fields.sayKept(t.petDrawer.draftKept(name)),
  };
};
