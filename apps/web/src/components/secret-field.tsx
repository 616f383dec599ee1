import { Check, Copy, Download } from "lucide-react";
import { type FocusEvent, useId, useRef, useState } from "react";
import { copyField } from "../lib/page/clipboard";
import { saveFile } from "../lib/service/download";
import { t } from "../texts";
import { Button } from "./button";
import { classNames } from "./class-names";
import { controlClass } from "./native-select";

type Field = HTMLInputElement | HTMLTextAreaElement;

type SecretFieldProps = {
  readonly label: string;
  /** A value of several lines is shown on several lines. */
  readonly value: string;
  /** A file name, if the text can also be saved as a file. */
  readonly fileName?: string | undefined;
  /** Called after the text was copied or saved. */
  readonly onCopied?: () => void;
  /** False if there are other fields. The copy button then does not take the focus. */
  readonly isMain?: boolean;
};

/** A text that is shown once, with a button that copies it. */
export const SecretField = ({ label, value, fileName, onCopied, isMain = true }: SecretFieldProps) => {
  const field = useRef<Field>(null);
  const id = useId();
  const [outcome, setOutcome] = useState("");

  const copy = async () => {
    if (field.current === null) return;
    const isCopied = await copyField(field.current);
    setOutcome(isCopied ? t.common.copied : t.common.copyFailed);
    if (isCopied) onCopied?.();
  };
  const save = (name: string) => {
    saveFile(new Blob([`${value}\n`], { type: "text/plain" }), name);
    onCopied?.();
  };
  const isCopied = outcome === t.common.copied;
  const lines = value.split("\n").length;
  const control = {
    id,
    ref: (element: Field | null) => {
      field.current = element;
    },
    readOnly: true,
    translate: "no",
    autoComplete: "off",
    spellCheck: false,
    value,
    onFocus: ({ target }: FocusEvent<Field>) => target.select(),
    onCopy: () => onCopied?.(),
    className: classNames(controlClass, "font-mono"),
  } as const;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex flex-col gap-2 sm:flex-row">
        {lines === 1 ? <input {...control} /> : <textarea rows={lines} {...control} />}
        <div className="flex shrink-0 flex-col gap-2">
          <Button
            variant={isMain ? "primary" : "secondary"}
            // This replaces the form whose button had the focus, so the copy button takes it.
            autoFocus={isMain}
            icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            onClick={() => void copy()}
            className="sm:min-w-24"
          >
            {isCopied ? t.common.copied : t.common.copy}
          </Button>
          {fileName !== undefined && (
            <Button icon={<Download aria-hidden size={16} />} onClick={() => save(fileName)}>
              {t.common.download}
            </Button>
          )}
        </div>
      </div>
      <p role="status" className={isCopied ? "sr-only" : "text-sm text-muted empty:hidden"}>
        {outcome}
      </p>
    </div>
  );
};
