import type { Pet, PetFields } from "@petstore/contract/client";
import { useId, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { Drawer } from "../../../components/dialog";
import { ask } from "../../../lib/api";
import { ApiError } from "../../../lib/api-error";
import { closeNotice, notify, notifyFailure } from "../../../lib/notices";
import { announceEdits } from "../../../lib/pet-edits";
import { fieldsOf, initialFields } from "../../../lib/pet-fields";
import { useShortcut } from "../../../lib/shortcuts";
import { useWrite } from "../../../lib/use-write";
import { t } from "../../../texts";
import { nextAfter, useNewPetDraft } from "./drafts";
import { DraftNote } from "./notes";
import { PetForm } from "./pet-form";

const texts = t.petDrawer;

type After = { readonly onAdded: (pet: Pet) => void; readonly onFailed: (error: unknown) => void };

/** Once the animal is saved, "not saved" must not stay beside it. */
let keptNotice = "";

const sayKept = () => {
  keptNotice = notify({ title: texts.newDraftKept });
};

/** The key is kept with the draft: an answer may be lost, and the drawer closed, before "Try again". */
const useAddPet = ({ onAdded, onFailed }: After) => {
  const [draft, setDraft] = useNewPetDraft();
  const keyFor = (body: PetFields): string => {
    const text = JSON.stringify(body);
    const key = draft?.sent?.body === text ? draft.sent.key : crypto.randomUUID();
    setDraft({ ...draft, sent: { body: text, key } });
    return key;
  };
  const write = useWrite({
    send: ({ body, key }: { readonly body: PetFields; readonly key: string }) =>
      ask((api, options) => api.pets.createPet({ body, headers: { "idempotency-key": key }, ...options })),
    onSuccess: ({ body: pet }) => {
      closeNotice(keptNotice);
      announceEdits({ title: texts.added(pet.name), edits: [{ id: pet.id, from: null, to: fieldsOf(pet) }] });
      setDraft(nextAfter(fieldsOf(pet)));
      onAdded(pet);
    },
    onError: (error) => {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused && draft !== undefined) setDraft({ ...draft, sent: undefined });
      onFailed(error);
    },
  });
  return { draft, setDraft, write, add: (body: PetFields) => write.mutate({ body, key: keyFor(body) }) };
};

/** A form for one animal after the other. */
export const NewPetDrawer = ({ onClose }: { readonly onClose: () => void }) => {
  const formId = useId();
  const name = useRef<HTMLInputElement>(null);
  const isAnother = useRef(false);
  const hasLeft = useRef(false);
  const { draft, setDraft, write, add } = useAddPet({
    onAdded: () => {
      setWasTyped(false);
      if (isAnother.current) name.current?.focus();
      else if (!hasLeft.current) onClose();
    },
    onFailed: (error) => {
      if (!hasLeft.current) return;
      // No form is there to show it.
      notifyFailure(error);
      sayKept();
    },
  });
  const [wasTyped, setWasTyped] = useState(draft?.name !== undefined && draft.name !== "");
  const fields = { ...initialFields, ...draft };
  const leave = () => {
    hasLeft.current = true;
    if (fields.name?.trim() && !write.isPending) sayKept();
    onClose();
  };
  const submit = (another: boolean) => {
    isAnother.current = another;
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement && !write.isPending) form.requestSubmit();
  };
  useShortcut("mod+enter", texts.save, () => submit(false), { inDialog: true, inFields: true });
  useShortcut("mod+shift+enter", texts.saveAndAdd, () => submit(true), { inDialog: true, inFields: true });
  return (
    <Drawer
      isOpen
      onClose={leave}
      title={texts.newTitle}
      initialFocus={name}
      actions={
        <>
          <Button onClick={leave}>{t.common.cancel}</Button>
          <Button isBusy={write.isPending} onClick={() => submit(true)}>
            {texts.saveAndAdd}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isBusy={write.isPending}
            onClick={() => {
              isAnother.current = false;
            }}
          >
            {write.isPending ? t.common.saving : texts.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {wasTyped && draft !== undefined && (
          <DraftNote
            text={texts.draftNew}
            onDiscard={() => {
              setWasTyped(false);
              setDraft(undefined);
              write.reset();
              name.current?.focus();
            }}
          />
        )}
        <PetForm
          id={formId}
          nameRef={name}
          fields={fields}
          onChange={(change) => setDraft({ ...draft, ...change })}
          onSubmit={add}
          error={write.error}
        />
      </div>
    </Drawer>
  );
};
