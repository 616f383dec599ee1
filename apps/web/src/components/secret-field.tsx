import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { copyField } from "../lib/clipboard";
import { t } from "../texts";
import { Button } from "./button";
import { classNames } from "./class-names";
import { controlClass } from "./field";

type SecretFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onCopied: () => void;
};

/** A text that is shown once, with a button that copies it. */
export const SecretField = ({ label, value, onCopied }: SecretFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [outcome, setOutcome] = useState("");

  const copy = async () => {
    if (field.current === null) return;
    const isCopied = await copyField(field.current);
    setOutcome(isCopied ? t.common.copied : t.common.copyFailed);
    if (isCopied) onCopied();
  };
  const isCopied = outcome === t.common.copied;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex flex-col gap-2 sm:flex-row">
        <input
          ref={field}
          id={id}
          readOnly
          translate="no"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onFocus={({ target }) => target.select()}
          onCopy={onCopied}
          className={classNames(controlClass, "font-mono")}
        />
        <Button
          variant="primary"
          // What had the focus, the form's button, has made way for this.
          autoFocus
          icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
          onClick={() => void copy()}
          className="shrink-0 sm:min-w-24"
        >
          {isCopied ? t.common.copied : t.common.copy}
        </Button>
      </div>
      <p role="status" className={isCopied ? "sr-only" : "text-sm text-muted empty:hidden"}>
        {outcome}
      </p>
    </div>
  );
};
