import type { PetFields } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronUp, Printer, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Button, buttonClass, IconButton } from "../../../components/button";
import { classNames } from "../../../components/class-names";
import { Data } from "../../../components/data";
import { Drawer } from "../../../components/dialog";
import { LoadError, Skeleton } from "../../../components/states";
import { PetWarnings } from "../../../components/warnings";
import { warningsQuery } from "../../../lib/pets/notes";
import { profileErrors, refusalAt } from "../../../lib/service/field-errors";
import { useShortcut } from "../../../lib/page/shortcuts";
import { submitForm } from "../../../lib/page/submit-form";
import { useOwnClose } from "../../../lib/page/use-own-close";
import { t } from "../../../texts";
import { usePetEditor, type PetEditor } from "./use-pet-editor";
import { Editors } from "./editors";
import { DraftNote, Gone, Meanwhile } from "./notes";
import { isOpenOrder, petOrdersQuery } from "./queries";
import { PetForm } from "./pet-form";
import { PetHistory } from "./pet-history";
import { noteFormId } from "./note-form";
import { PetNotes } from "./pet-notes";
import { PetOrders } from "./pet-orders";
import { PetPhotos } from "../photos/pet-photos";
import { ProfileSection, savedProfile } from "./profile-section";

export { NewPetDrawer } from "./new-pet-drawer";

const texts = t.petDrawer;

/**
 * Where the request of a Save contains the animal's fields and the note. The errors of the service name these places.
 */
const savedFields = "body.0.to";
const savedNote = "body.0.note";

const FormSkeleton = () => (
  <div role="status" aria-label={t.common.loading} className="flex flex-col gap-4">
    {[1, 2, 3].map((field) => (
      <div key={field} className="flex flex-col gap-1">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-9 w-full" />
      </div>
    ))}
  </div>
);

type PartProps = {
  readonly id: number;
  readonly formId: string;
  readonly editor: PetEditor;
  readonly onSubmit: () => void;
  readonly onSave: (to: PetFields) => void;
};

const EditForm = ({
  id,
  formId,
  editor,
  onSubmit,
  onSave,
  isReserved,
}: PartProps & { readonly isReserved: boolean }) => {
  const { pet, edit, draft, profile, error } = editor;
  const ofProfile = Object.keys(profileErrors(error, savedProfile)).length > 0;
  const ofNote = refusalAt(error, savedNote);
  if (edit === undefined || !pet.data) return <FormSkeleton />;
  const isMeanwhile = edit.taken.length + edit.clashes.length > 0;
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="empty:hidden">
        {draft !== undefined && isMeanwhile && <Meanwhile edit={edit} now={pet.data} onDiscard={editor.discard} />}
      </div>
      <PetForm
        key={id}
        id={formId}
        fields={edit.fields}
        isReserved={isReserved}
        onChange={editor.change}
        onSubmit={onSave}
        // The form shows every failure that neither the profile nor the note shows.
        error={refusalAt(error, savedFields) ?? (ofProfile || ofNote !== null ? null : error)}
      />
      <ProfileSection
        key={`profile-${id}`}
        editor={profile}
        categoryId={edit.fields.categoryId}
        hasLeft={pet.data.status === "sold"}
        onSubmit={onSubmit}
        error={ofProfile ? error : null}
      />
    </div>
  );
};

const Content = (props: PartProps) => {
  const { id, editor } = props;
  const orders = useQuery(petOrdersQuery(id));
  const warnings = useQuery(warningsQuery([id]));
  const { pet } = editor;
  if (pet.data === undefined && pet.isError) {
    return <LoadError query={pet} />;
  }
  return (
    <div className="flex flex-col gap-5">
      <Editors key={`editors-${id}`} petId={id} isEditing={editor.isTyped} />
      <PetWarnings petId={id} query={warnings} />
      <LoadError query={pet} />
      {pet.data && <PetPhotos key={`photos-${id}`} petId={id} />}
      {pet.data === null ? (
        <Gone id={id} draft={editor.draft} onBringBack={editor.bringBack} isBusy={editor.isBusy} error={editor.error} />
      ) : (
        <EditForm {...props} isReserved={orders.data?.some(isOpenOrder) ?? false} />
      )}
      {pet.data && (
        <PetNotes key={id} petId={id} isSaving={editor.isBusy} saveError={refusalAt(editor.error, savedNote)} />
      )}
      <PetOrders petId={id} orders={orders} canOrder={pet.data?.status === "available"} />
      <PetHistory petId={id} />
    </div>
  );
};

const Actions = ({ id, formId, editor, onClose }: PartProps & { readonly onClose: () => void }) => {
  const orders = useQuery(petOrdersQuery(id));
  const isReserved = orders.data?.some(isOpenOrder) ?? false;
  if (editor.edit === undefined) return <Button onClick={onClose}>{t.common.close}</Button>;
  const { taken, clashes } = editor.edit;
  const { isBusy } = editor;
  const isDraft = editor.isTyped && taken.length + clashes.length === 0;
  return (
    <>
      {isDraft && (
        // This is next to its buttons, because above the form it would move everything down.
        <div data-draft-note className="basis-full">
          <DraftNote text={texts.draft} onDiscard={editor.discard} />
        </div>
      )}
      {!isReserved && (
        <Button
          variant="quiet"
          className="mr-auto text-danger!"
          icon={<Trash2 aria-hidden size={16} />}
          isBusy={isBusy}
          onClick={editor.remove}
        >
          {t.common.delete}
        </Button>
      )}
      <Button onClick={onClose}>{t.common.close}</Button>
      <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
        {isBusy ? t.common.saving : t.common.save}
      </Button>
    </>
  );
};

const space = " ";

/** The title keeps the number, because two animals may have the same name. */
const Title = ({ id, name }: { readonly id: number; readonly name: string | undefined }) =>
  name === undefined ? (
    texts.title(id)
  ) : (
    <>
      <Data className="wrap-anywhere">{name}</Data>
      {space}
      <span className="text-sm font-normal whitespace-nowrap text-muted">{texts.title(id)}</span>
    </>
  );

type PetDrawerProps = {
  readonly id: number;
  readonly onClose: () => void;
  /** Goes to the animal before (-1) or after (1) this one in the list. */
  readonly onStep: (step: -1 | 1) => void;
};

/** The drawer of an animal, with its fields, details, orders and history. Typed text is kept when the drawer closes. */
export const PetDrawer = ({ id, onClose, onStep }: PetDrawerProps) => {
  const formId = `pet-${id}`;
  const close = useOwnClose(onClose, id);
  const editor = usePetEditor(id, close);
  const body = useRef<HTMLDivElement>(null);
  const leave = () => {
    editor.leave();
    onClose();
  };
  const submit = () => submitForm(formId);
  const save = (to: PetFields) => {
    // Submitting the form of the note shows what is wrong with it.
    if (editor.note.isInvalid) submitForm(noteFormId(id));
    editor.save(to);
  };
  const step = (by: -1 | 1) => {
    // The focused element may be gone after the step.
    body.current?.focus();
    onStep(by);
  };
  useShortcut("[", texts.previous, () => step(-1), { inDialog: true });
  useShortcut("]", texts.next, () => step(1), { inDialog: true });
  useShortcut("mod+enter", t.common.save, submit, { inDialog: true, inFields: true });
  return (
    <Drawer
      isOpen
      onClose={leave}
      title={<Title id={id} name={editor.pet.data?.name} />}
      name={editor.pet.data?.name}
      initialFocus={body}
      tools={
        <>
          {editor.pet.data && (
            <Link
              to="/cards"
              search={{ id: [id] }}
              aria-label={t.print.cards.openOne}
              title={t.print.cards.openOne}
              className={classNames(buttonClass("quiet"), "min-w-9 px-0! pointer-coarse:min-w-11")}
            >
              <Printer aria-hidden size={18} />
            </Link>
          )}
          <IconButton label={texts.previous} onClick={() => onStep(-1)}>
            <ChevronUp aria-hidden size={18} />
          </IconButton>
          <IconButton label={texts.next} onClick={() => onStep(1)}>
            <ChevronDown aria-hidden size={18} />
          </IconButton>
        </>
      }
      actions={<Actions id={id} formId={formId} editor={editor} onSubmit={submit} onSave={save} onClose={leave} />}
    >
      <div ref={body} tabIndex={-1} className="scroll-mt-4 outline-none">
        <Content id={id} formId={formId} editor={editor} onSubmit={submit} onSave={save} />
      </div>
    </Drawer>
  );
};
