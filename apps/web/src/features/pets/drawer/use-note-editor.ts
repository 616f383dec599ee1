import type { Note } from "@petstore/contract/client";
import { NewNote } from "@petstore/contract/schemas";
import { useIsMutating } from "@tanstack/react-query";
import { useRef } from "react";
import { addNote } from "../../../lib/pets/notes";
import { useWrite } from "../../../lib/service/use-write";
import { useNoteDraft } from "./drafts";

const addingKey = (petId: number) => ["notes", "add", petId] as const;

/** Whether the note is being added alone. A Save at the same time would write it twice. */
const useIsAddingNote = (petId: number): boolean => useIsMutating({ mutationKey: addingKey(petId) }) > 0;

/** Adds the note alone, without the other changes in the drawer. */
export const useAddNote = (petId: number) => {
  const { now, set } = useNoteDraft(petId);
  const sent = useRef<ReturnType<typeof now>>(undefined);
  return useWrite({
    key: addingKey(petId),
    send: (note: Pick<Note, "petId" | "text" | "isWarning">, key) => {
      sent.current = now(note.petId);
      return addNote(note, key);
    },
    onSuccess: (_, { petId: of }) => {
      // Text typed during the request belongs to another note.
      if (now(of) === sent.current) set(undefined, of);
    },
  });
};

/** Returns the draft of a new note, which the drawer's Save button sends together with the other changes. */
export const useNoteEditor = (petId: number) => {
  const { draft, set, now } = useNoteDraft(petId);
  const isBlank = draft === undefined || draft.text.trim() === "";
  const parsed = draft === undefined || isBlank ? undefined : NewNote.safeParse(draft);
  return {
    draft,
    /** Undefined if there is nothing to write. */
    note: parsed?.data,
    /** True if the note is invalid. Its form then says why. */
    isInvalid: parsed?.success === false,
    isAdding: useIsAddingNote(petId),
    discard: () => set(undefined),
    draftNow: () => now(petId),
    /** Ends the draft unless it has changed since. */
    endDraft: (of: typeof draft) => {
      if (now(petId) === of) set(undefined, petId);
    },
  };
};

export type NoteEditor = ReturnType<typeof useNoteEditor>;
