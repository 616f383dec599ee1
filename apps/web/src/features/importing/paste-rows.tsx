import { useEffect } from "react";
import { Button } from "../../components/button";
import { TextAreaField } from "../../components/field";
import { Section } from "../../components/page";
import { importing } from "../../texts/importing";
import { useRowsDraft } from "./drafts";

const texts = importing.paste;

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

type PasteRowsProps = { readonly onChoose: (file: File) => void };

/**
 * Accepts rows that were copied from a sheet, in a text field or anywhere else on the page. Elsewhere on the page, it
 * also accepts a pasted file.
 */
export const PasteRows = ({ onChoose }: PasteRowsProps) => {
  const { draft, set } = useRowsDraft("new");
  const rows = draft?.text ?? "";
  const read = (text: string) => onChoose(new File([text], texts.name(new Date().toISOString())));
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (isField(event.target)) return;
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      // The text comes first, because a copied sheet is also on the clipboard as a picture.
      if (text.trim() !== "") read(text);
      else if (file !== undefined) onChoose(file);
      else return;
      event.preventDefault();
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  });
  return (
    <Section title={texts.title}>
      <TextAreaField
        name="rows"
        label={texts.label}
        help={texts.help}
        rows={3}
        value={rows}
        onValueChange={(text) => set(text === "" ? undefined : { text })}
        autoComplete="off"
        spellCheck={false}
        translate="no"
      />
      <div>
        <Button disabled={rows.trim() === ""} onClick={() => read(rows)}>
          {texts.read}
        </Button>
      </div>
    </Section>
  );
};
