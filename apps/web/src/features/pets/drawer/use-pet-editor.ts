import type { FullPetChange } from "../../../lib/pets/full-pet-change";
import type { Pet, PetFields } from "@petstore/contract/client";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { fieldsOf } from "../../../lib/pets/pet-fields";
import type { PetSave } from "../../../lib/pets/save-pet";
import { queryClient } from "../../../lib/service/query-client";
import { t } from "../../../texts";
import { layOver, type PetDraft, type PetEdit, withChange } from "./edits";
import { petQuery } from "./queries";
import { profileQuery } from "./profile-query";
import type { NoteEditor } from "./use-note-editor";
import { usePetDrafts } from "./use-pet-drafts";
import { usePetWrite, useShown } from "./use-pet-write";
import type { ProfileEditor } from "./use-profile-editor";

const texts = t.petDrawer;

export type PetEditor = {
  readonly pet: UseQueryResult<Pet | null>;
  readonly draft: PetDraft | undefined;
  readonly profile: ProfileEditor;
  readonly note: NoteEditor;
  /** Whether there is a draft of the fields, the profile or a note. */
  readonly isTyped: boolean;
  /** Undefined until the animal is loaded, and after it was deleted. */
  readonly edit: PetEdit | undefined;
  readonly change: (change: Partial<PetFields>) => void;
  readonly discard: () => void;
  /** Saves all drafts of the drawer by one request. @param to - The typed fields. */
  readonly save: (to: PetFields) => void;
  readonly remove: () => void;
  readonly bringBack: (to: PetFields) => void;
  /** Called when the drawer closes. Says that the draft is kept, unless it is being saved. */
  readonly leave: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
};

/** One press of a button. @property key - The key of the first attempt, if its answer was lost. */
type Start = Pick<PetSave, "edit" | "title"> & { readonly key?: string; readonly whenDone: () => void };

/** The animal, its drafts and how they are saved. */
export const usePetEditor = (id: number, onSaved: () => void, onRemoved = onSaved): PetEditor => {
  const pet = useQuery(petQuery(id));
  const drafts = usePetDrafts(id);
  const { fields, profile, note, sent } = drafts;
  const now = pet.data ? fieldsOf(pet.data) : undefined;
  const edit = now && layOver(fields.draft ?? { base: now, changes: {} }, now);
  const shown = useShown(id);
  const sayKept = () => {
    if (drafts.isTypedNow() || drafts.isNoteEdited()) drafts.sayKept(fields.now(id)?.base.name ?? now?.name ?? "");
  };

  const write = usePetWrite(shown);
  const isBusy = write.isPending || note.isAdding;

  const start = ({ edit: change, key = crypto.randomUUID(), title, whenDone }: Start) => {
    const finish = (made: FullPetChange) => {
      drafts.end(made);
      const isTyped = drafts.isTypedNow();
      if (!isTyped) whenDone();
      // Save does not include an edited older note. Its draft is kept when the drawer closes.
      const closesOverNote = !isTyped && made.from !== null && made.to !== null && drafts.isNoteEdited();
      if (closesOverNote || (isTyped && shown.isLeft(id))) sayKept();
    };
    write.mutate({
      edit: change,
      key,
      title,
      sayKept,
      onAnswered: () => sent.set(undefined, id),
      onMade: async (made) => {
        if (made.profile !== undefined) await profile.showSaved();
        finish(made);
      },
      onDecided: (made) => {
        // If the person decides not to delete the animal, their draft stays.
        if (made !== undefined || change.to !== null) finish(made ?? change);
      },
      onProfileClash: async () => {
        await queryClient.refetchQueries({ queryKey: profileQuery(id).queryKey });
        if (shown.isLeft(id)) sayKept();
        else profile.askClashes();
      },
    });
  };

  const save = (to: PetFields) => {
    if (edit === undefined || isBusy || note.isInvalid) return;
    if (profile.clashes.length > 0) {
      profile.askClashes();
      return;
    }
    const isChanged = fields.draft !== undefined || profile.edit !== undefined || note.note !== undefined;
    const change = {
      id,
      from: edit.from,
      to: fields.draft === undefined ? edit.from : to,
      ...(profile.edit !== undefined && { profile: profile.edit }),
      ...(note.note !== undefined && { note: note.note }),
    };
    if (isChanged) {
      const known = sent.draft?.typed === drafts.text ? sent.draft : { edit: change, key: crypto.randomUUID() };
      sent.set({ ...known, typed: drafts.text });
      start({ ...known, title: texts.saved(change.to.name), whenDone: onSaved });
      return;
    }
    drafts.end(change);
    if (!drafts.isTypedNow()) onSaved();
  };

  return {
    pet,
    draft: fields.draft,
    profile,
    note,
    isTyped: drafts.isTyped,
    edit,
    change: (change) => {
      if (now !== undefined) fields.set(withChange(fields.draft, now, change));
    },
    discard: () => {
      drafts.discard();
      write.reset();
    },
    save,
    remove: () => {
      if (now !== undefined && !isBusy) {
        start({ edit: { id, from: now, to: null }, title: texts.deleted(now.name), whenDone: onRemoved });
      }
    },
    bringBack: (to) => {
      if (!isBusy) {
        start({ edit: { id, from: null, to }, title: texts.broughtBack(to.name), whenDone: () => undefined });
      }
    },
    leave: () => {
      shown.leave();
      if (!write.isPending) sayKept();
    },
    isBusy,
    // The error may belong to another animal, if the person has moved on to the next one.
    error: write.variables?.edit.id === id ? write.error : null,
  };
};
