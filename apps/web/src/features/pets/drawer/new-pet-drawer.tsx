import type { PetFields } from "@petstore/contract/client";
import { NewNote } from "@petstore/contract/schemas";
import { useId, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { ContractForm } from "../../../components/contract-form";
import { Drawer } from "../../../components/dialog";
import { notifyFailure } from "../../../lib/page/notices";
import { initialFields } from "../../../lib/pets/pet-fields";
import { useShortcut } from "../../../lib/page/shortcuts";
import { t } from "../../../texts";
import { DrawerSection } from "../../../components/drawer-section";
import { NewPetPhotos } from "../photos/new-pet-photos";
import { forgetPhotosOf, uploadsOf } from "../photos/uploads";
import { noNote, withNote } from "./drafts";
import { NoteInputs } from "./note-form";
import { DraftNote } from "./notes";
import { NewPetDetails, useNewDetails } from "./new-pet-details";
import { PetForm } from "./pet-form";
import { submitForm } from "../../../lib/page/submit-form";
import { useAddPet } from "./use-add-pet";
import { parseNote } from "./use-note-editor";

const texts = t.petDrawer;

type NewPetDrawerProps = { readonly onClose: () => void; readonly onOpen: (id: number) => void };

const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;

/** The drawer to add one animal after another, each with its photos, its details and a note. */
export const NewPetDrawer = ({ onClose, onOpen }: NewPetDrawerProps) => {
  const formId = useId();
  const noteFormId = useId();
  const name = useRef<HTMLInputElement>(null);
  const photos = useRef<HTMLDivElement>(null);
  const isAnother = useRef(false);
  const hasLeft = useRef(false);
  const { draft, isTyped, set, end, sayKept, photosOf, write, add } = useAddPet({
    onOpen,
    onAdded: () => {
      setWasTyped(false);
      if (isAnother.current) beginNext();
      else if (!hasLeft.current) onClose();
    },
    onFailed: (error) => {
      if (!hasLeft.current) return;
      // No form that could show the error is open.
      notifyFailure(error);
      sayKept(t.common.draftKept);
    },
  });
  const [wasTyped, setWasTyped] = useState(isTyped);
  const fields = { ...initialFields, ...draft };
  const details = useNewDetails({ fields, draft, setDraft: set, error: write.error });
  const note = parseNote(draft?.note);
  // On a touch screen, a focused field would open the keyboard over the button of the camera.
  const beginNext = () => {
    if (isTouch()) photos.current?.scrollIntoView();
    else name.current?.focus();
  };
  const leave = () => {
    hasLeft.current = true;
    if ((isTyped || uploadsOf(photosOf).length > 0) && !write.isPending) sayKept(t.common.draftKept);
    onClose();
  };
  const save = (pet: PetFields) => {
    if (note.isInvalid) submitForm(noteFormId);
    else add({ ...pet, ...details.toProfile() });
  };
  const submit = (another: boolean) => {
    isAnother.current = another;
    if (!write.isPending) submitForm(formId);
  };
  useShortcut("mod+enter", t.common.save, () => submit(false), { inDialog: true, inFields: true });
  useShortcut("mod+shift+enter", texts.saveAndAdd, () => submit(true), { inDialog: true, inFields: true });
  return (
    <Drawer
      isOpen
      onClose={leave}
      title={texts.newTitle}
      name={texts.newTitle}
      initialFocus={(by) => (by === "touch" ? true : (name.current ?? true))}
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
            {write.isPending ? t.common.saving : t.common.save}
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
              end();
              forgetPhotosOf(photosOf);
              write.reset();
              beginNext();
            }}
          />
        )}
        <div ref={photos}>
          <NewPetPhotos of={photosOf} />
        </div>
        <PetForm
          id={formId}
          nameRef={name}
          fields={fields}
          onChange={(change) => set({ ...draft, ...change })}
          onSubmit={save}
          error={details.isError ? null : write.error}
        />
        <NewPetDetails details={details} onSubmit={() => submit(false)} />
        <DrawerSection title={t.notes.title}>
          <ContractForm
            id={noteFormId}
            schema={NewNote}
            toInput={({ text }) => ({ text })}
            onSubmit={() => submit(false)}
            error={null}
          >
            <NoteInputs
              note={draft?.note ?? noNote}
              onChange={(change) => set({ ...draft, note: withNote(draft?.note ?? noNote, change) })}
            />
          </ContractForm>
        </DrawerSection>
      </div>
    </Drawer>
  );
};
