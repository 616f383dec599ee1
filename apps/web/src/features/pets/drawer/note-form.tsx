import type { Note } from "@petstore/contract/client";
import { NewNote } from "@petstore/contract/schemas";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../components/button";
import { ContractForm } from "../../../components/contract-form";
import { TextAreaField } from "../../../components/field";
import { Switch } from "../../../components/switch";
import { changeNote } from "../../../lib/pets/notes";
import { keepFromDrawer } from "../../../lib/page/keep-from-drawer";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";
import { type NoteDraft, useNoteDraft, useNoteText } from "./drafts";
import { useAddNote } from "./use-note-editor";

const texts = t.notes;

const sendByKeys = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  keepFromDrawer(event);
  event.currentTarget.closest("form")?.requestSubmit();
};

export const noteFormId = (petId: number): string => `note-${petId}`;

type NoteInputsProps = {
  readonly note: NoteDraft;
  readonly onChange: (change: Partial<NoteDraft>) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** What follows the switch. */
  readonly children?: ReactNode;
};

/** The inputs of a new note. The switch appears once there is a text. */
export const NoteInputs = ({ note, onChange, onKeyDown, children }: NoteInputsProps) => (
  <div className="flex flex-col gap-2 print:hidden">
    <TextAreaField
      name="text"
      label={texts.text}
      rows={2}
      value={note.text}
      onValueChange={(text) => onChange({ text })}
      {...(onKeyDown && { onKeyDown })}
    />
    {note.text !== "" && (
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Switch
          label={texts.asWarning}
          help={texts.asWarningHelp}
          isOn={note.isWarning}
          onChange={(isWarning) => onChange({ isWarning })}
        />
        {children}
      </div>
    )}
  </div>
);

type NewNoteFormProps = {
  readonly petId: number;
  /** The state of the drawer's Save, which includes the note. */
  readonly isSaving?: boolean;
  readonly saveError?: unknown;
};

/** Writes a note, either alone or with the drawer's Save. The draft outlives the drawer and a reload. */
export const NewNoteForm = ({ petId, isSaving = false, saveError = null }: NewNoteFormProps) => {
  const { note: draft, change } = useNoteDraft(petId);
  const add = useAddNote(petId);
  const isBusy = add.isPending || isSaving;
  return (
    <ContractForm
      id={noteFormId(petId)}
      schema={NewNote}
      toInput={({ text }) => ({ text, isWarning: draft.isWarning })}
      onSubmit={({ text, isWarning = false }) => {
        // The keys work even while the note is being saved.
        if (!isBusy) add.mutate({ petId, text, isWarning });
      }}
      error={add.error ?? saveError}
    >
      <NoteInputs note={draft} onChange={change} onKeyDown={sendByKeys}>
        <Button type="submit" isBusy={isBusy}>
          {texts.add}
        </Button>
      </NoteInputs>
    </ContractForm>
  );
};

type NoteFormProps = { readonly note: Note; readonly isFocused?: boolean; readonly onClose: () => void };

/**
 * Edits the text of a note in its place: Ctrl/Cmd+Enter saves it, and Cancel restores the old text. Escape closes the
 * form, and the typed text is kept for the next time.
 */
export const NoteForm = ({ note, isFocused = true, onClose }: NoteFormProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) box.current?.querySelector("textarea")?.focus();
  }, [isFocused]);
  const { draft, set, now, sayKept } = useNoteText(note.id);
  const end = () => {
    set(undefined);
    onClose();
  };
  const change = useWrite({ send: (text: string) => changeNote(note, { text }), onSuccess: end });
  return (
    <ContractForm
      schema={NewNote}
      toInput={({ text }) => ({ text })}
      onSubmit={({ text }) => {
        if (text === note.text) end();
        else if (!change.isPending) change.mutate(text);
      }}
      error={change.error}
    >
      <div ref={box} className="flex flex-col gap-2">
        <TextAreaField
          name="text"
          label={texts.edited}
          rows={4}
          value={draft?.text ?? note.text}
          onValueChange={(text) => set(text === note.text ? undefined : { text })}
          readOnly={change.isPending}
          onKeyDown={(event) => {
            sendByKeys(event);
            if (event.key !== "Escape") return;
            keepFromDrawer(event);
            if (now() !== undefined) sayKept(t.common.draftKept);
            onClose();
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={end}>{t.common.cancel}</Button>
          <Button type="submit" isBusy={change.isPending}>
            {t.common.save}
          </Button>
        </div>
      </div>
    </ContractForm>
  );
};
