import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShortcut } from "../lib/shortcuts";
import { classNames } from "./class-names";
import { controlClass } from "./field";

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  /** Called when typing pauses. */
  readonly onChange: (value: string) => void;
  readonly className?: string;
};

const PAUSE_MS = 200;

/** `/` goes to it. */
export const SearchField = ({ label, value, onChange, className }: SearchFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // A value that this field did not send itself replaces what is in it: the address was changed.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  // A pause ends in a later render: the one that typing began in would put its own address back.
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useShortcut("/", label, () => input.current?.focus());

  const send = (next: string) => {
    setSent(next);
    latestOnChange.current(next);
  };
  return (
    <div role="search" className={classNames("relative", className)}>
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(send, target.value === "" ? 0 : PAUSE_MS, target.value);
        }}
        className={classNames(controlClass, "pl-8")}
      />
    </div>
  );
};
