import { useId, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { Drawer } from "../../../components/dialog";
import { notifyFailure } from "../../../lib/page/notices";
import { initialFields } from "../../../lib/pets/pet-fields";
import { useShortcut } from "../../../lib/page/shortcuts";
import { t } from "../../../texts";
import { DraftNote } from "./notes";
import { NewPetDetails, useNewDetails } from "./new-pet-details";
import { PetForm } from "./pet-form";
import { useAddPet } from "./use-add-pet";

const texts = t.petDrawer;

type NewPetDrawerProps = { readonly onClose: () => void; readonly onOpen: (id: number) => void };

/** The drawer to add one animal after another. */
export const NewPetDrawer = ({ onClose, onOpen }: NewPetDrawerProps) => {
  const formId = useId();
  const name = useRef<HTMLInputElement>(null);
  const isAnother = useRef(false);
  const hasLeft = useRef(false);
  const { draft, isTyped, set, end, sayKept, write, add } = useAddPet({
    onOpen,
    onAdded: () => {
      setWasTyped(false);
      if (isAnother.current) name.current?.focus();
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
  const leave = () => {
    hasLeft.current = true;
    if (isTyped && !write.isPending) sayKept(t.common.draftKept);
    onClose();
  };
  const submit = (another: boolean) => {
    isAnother.current = another;
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement && !write.isPending) form.requestSubmit();
  };
  useShortcut("mod+enter", t.common.save, () => submit(false), { inDialog: true, inFields: true });
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
              write.reset();
              name.current?.focus();
            }}
          />
        )}
        <PetForm
          id={formId}
          nameRef={name}
          fields={fields}
          onChange={(change) => set({ ...draft, ...change })}
          onSubmit={(pet) => add({ ...pet, ...details.toProfile() })}
          error={details.isError ? null : write.error}
        />
        <NewPetDetails details={details} onSubmit={() => submit(false)} />
      </div>
    </Drawer>
  );
};
