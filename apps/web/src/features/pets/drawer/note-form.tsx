import type { Note } from "@petstore/contract/client";
import { NewNote } from "@petstore/contract/schemas";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "../../../components/button";
import { ContractForm } from "../../../components/contract-form";
import { TextAreaField } from "../../../components/field";
import { Switch } from "../../../components/switch";
import { addNote, changeNote } from "../../../lib/pets/notes";
import { keepFromDrawer } from "../../../lib/page/keep-from-drawer";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";
import { useNoteDraft } from "./drafts";

const texts = t.notes;

const sendByKeys = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  keepFromDrawer(event);
  event.currentTarget.closest("form")?.requestSubmit();
};

/** Writes a note. What is typed outlives the drawer and a reload. */
export const NewNoteForm = ({ petId }: { readonly petId: number }) => {
  const [draft, set] = useNoteDraft(petId);
  const add = useWrite({
    send: (note: Pick<Note, "petId" | "text" | "isWarning">, key) => addNote(note, key),
    onSuccess: (_, { petId: of }) => set({ text: "" }, of),
  });
  return (
    <ContractForm
      schema={NewNote}
      toInput={({ text }) => ({ text, isWarning: draft.isWarning })}
      onSubmit={({ text, isWarning = false }) => {
        // The keys work while it is being saved.
        if (!add.isPending) add.mutate({ petId, text, isWarning });
      }}
      error={add.error}
    >
      <div className="flex flex-col gap-2 print:hidden">
        <TextAreaField
          name="text"
          label={texts.text}
          rows={2}
          value={draft.text}
          onValueChange={(text) => set({ text })}
          onKeyDown={sendByKeys}
        />
        {draft.text !== "" && (
          <div className="flex flex-wrap items-start justify-between gap-2">
            <Switch
              label={texts.asWarning}
              help={texts.asWarningHelp}
              isOn={draft.isWarning}
              onChange={(isWarning) => set({ isWarning })}
            />
            <Button type="submit" isBusy={add.isPending}>
              {texts.add}
            </Button>
          </div>
        )}
      </div>
    </ContractForm>
  );
};

/** The text of a note in place: Ctrl/Cmd+Enter saves, Escape restores. */
export const NoteForm = ({ note, onClose }: { readonly note: Note; readonly onClose: () => void }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("textarea")?.focus(), []);
  const change = useWrite({ send: (text: string) => changeNote(note, { text }), onSuccess: onClose });
  return (
    <ContractForm
      schema={NewNote}
      toInput={({ text }) => ({ text })}
      onSubmit={({ text }) => {
        if (text === note.text) onClose();
        else if (!change.isPending) change.mutate(text);
      }}
      error={change.error}
    >
      <div ref={box} className="flex flex-col gap-2">
        <TextAreaField
          name="text"
          label={texts.edited}
          rows={4}
          defaultValue={note.text}
          readOnly={change.isPending}
          onKeyDown={(event) => {
            sendByKeys(event);
            if (event.key !== "Escape") return;
            keepFromDrawer(event);
            onClose();
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" isBusy={change.isPending}>
            {t.common.save}
          </Button>
        </div>
      </div>
    </ContractForm>
  );
};
