import type { NewPet, Pet } from "@petstore/contract/client";
import { ask } from "../../../lib/service/api";
import { isRefusal } from "../../../lib/service/api-error";
import { announceEdits } from "../../../lib/pets/pet-edits";
import { fieldsOf } from "../../../lib/pets/pet-fields";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";
import { useAccount } from "../../../lib/session/roles";
import { sendPhotosOfNew, type UploadPet } from "../photos/uploads";
import { nextAfter, useNewPetDraft } from "./drafts";
import { parseNote, useFirstNote } from "./use-note-editor";

const texts = t.petDrawer;

type After = {
  readonly onAdded: (pet: Pet) => void;
  readonly onFailed: (error: unknown) => void;
  /** Shows an animal that was added. */
  readonly onOpen: (id: number) => void;
};

/**
 * Adds the typed animal, then its note and its photos, which need its number. The key is stored with the draft, because
 * the answer may be lost and the drawer closed before "Try again".
 */
export const useAddPet = ({ onAdded, onFailed, onOpen }: After) => {
  const typed = useNewPetDraft();
  const { draft, set: setDraft } = typed;
  const photosOf: UploadPet = `new of ${useAccount().id}`;
  const writeNote = useFirstNote();
  const keyFor = (body: NewPet): string => {
    const text = JSON.stringify(body);
    const key = draft?.sent?.body === text ? draft.sent.key : crypto.randomUUID();
    setDraft({ ...draft, sent: { body: text, key } });
    return key;
  };
  const write = useWrite({
    send: ({ body, key }: { readonly body: NewPet; readonly key: string }) =>
      ask((api, options) =>
        api.pets.createPet({ body, headers: { "idempotency-key": key, "action-key": key }, ...options }),
      ),
    onSuccess: ({ body: pet }, { key }) => {
      announceEdits({
        title: texts.added(pet.name),
        edits: [{ id: pet.id, from: null, to: fieldsOf(pet) }],
        open: () => onOpen(pet.id),
        key,
      });
      const { note } = parseNote(typed.draft?.note);
      if (note !== undefined) writeNote(pet.id, { ...note, isWarning: note.isWarning ?? false }, key);
      void sendPhotosOfNew(photosOf, pet, { actionKey: key, onOpen: () => onOpen(pet.id) });
      typed.end(nextAfter(fieldsOf(pet)));
      onAdded(pet);
    },
    onError: (error) => {
      if (isRefusal(error) && draft !== undefined) setDraft({ ...draft, sent: undefined });
      onFailed(error);
    },
  });
  return { ...typed, photosOf, write, add: (body: NewPet) => write.mutate({ body, key: keyFor(body) }) };
};
