import type { Note } from "@petstore/contract/client";
import { NewNote } from "@petstore/contract/schemas";
import { useIsMutating } from "@tanstack/react-query";
import { useRef } from "react";
import { addNote } from "../../../lib/pets/notes";
import { notifyFailure } from "../../../lib/page/notices";
import { useWrite } from "../../../lib/service/use-write";
import { type NoteDraft, useNoteDraft } from "./drafts";

const addingKey = (petId: number | "new") => ["notes", "add", petId] as const;

/** Whether the note is being added alone. A Save at the same time would write it twice. */
const useIsAddingNote = (petId: number): boolean => useIsMutating({ mutationKey: addingKey(petId) }) > 0;

type AddedNote = Pick<Note, "petId" | "text" | "isWarning"> & { readonly actionKey?: string };

type AddNoteOptions = { readonly onError?: (error: unknown, note: AddedNote) => void };

/** Adds the note alone, without the other changes in the drawer. */
export const useAddNote = (petId: number | "new", { onError }: AddNoteOptions = {}) => {
  const { now, set } = useNoteDraft(petId);
  const sent = useRef<ReturnType<typeof now>>(undefined);
  return useWrite({
    key: addingKey(petId),
    send: ({ actionKey, ...note }: AddedNote, key) => {
      sent.current = now(note.petId);
      return addNote(note, key, actionKey);
    },
    onSuccess: (_, { petId: of }) => {
      // Text typed during the request belongs to another note.
      if (now(of) === sent.current) set(undefined, of);
    },
    ...(onError && { onError }),
  });
};

/**
 * Returns a function that writes the note of an animal that was just added. Both are one action, with one notice. If the
 * note cannot be written, it stays as a draft in the animal's drawer.
 */
export const useFirstNote = () => {
  const { set } = useNoteDraft("new");
  const add = useAddNote("new", { onError: (error, note) => notifyFailure(error, () => add.mutate(note)) });
  return (petId: number, { text, isWarning }: NoteDraft, actionKey: string): void => {
    set({ text, isWarning }, petId);
    add.mutate({ petId, text, isWarning, actionKey });
  };
};

/** Reads what was typed. A text without words is not a note, and not a mistake either. */
export const parseNote = (draft: NoteDraft | undefined) => {
  if (draft === undefined || draft.text.trim() === "") return { note: undefined, isInvalid: false };
  const parsed = NewNote.safeParse(draft);
  return { note: parsed.data, isInvalid: !parsed.success };
};

/** Returns the draft of a new note, which the drawer's Save button sends together with the other changes. */
export const useNoteEditor = (petId: number) => {
  const { draft, set, now } = useNoteDraft(petId);
  return {
    draft,
    /** `note` is undefined if there is nothing to write. If `isInvalid` is true, the form says why. */
    ...parseNote(draft),
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
