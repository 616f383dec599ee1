import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { Search, X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useShortcut } from "../lib/page/shortcuts";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { controlClass } from "./native-select";

/** What the results below the field can do with it. */
export type FieldState = {
  readonly text: string;
  /** Searches at once. */
  readonly send: () => void;
  readonly select: () => void;
  readonly clear: () => void;
};

/** Results below the field, as a combobox of ARIA has them. */
export type SearchResults = {
  /** The attributes of the field that belong to its results. */
  readonly input: ComponentProps<"input">;
  readonly onType: (text: string) => void;
  /** Handles a key. @returns whether it did, so that the field ignores the key */
  readonly onKey: (key: string, field: FieldState) => boolean;
  readonly onBlur: () => void;
  /** @param clear - Empties the field. */
  readonly popup: (clear: () => void) => ReactNode;
};

type SearchFieldProps = {
  readonly label: string;
  readonly placeholder?: string;
  /** The label in the list of shortcuts. */
  readonly shortcutLabel?: string;
  readonly value: string;
  /** The field calls this function when the person pauses typing. */
  readonly onChange: (value: string) => void;
  /**
   * Turns a typed text into a `value`. As long as `value` equals the result, the field keeps the text as it was typed.
   */
  readonly toValue?: (text: string) => string;
  /** The field calls this function for Enter and the down arrow, which move the focus to the list. */
  readonly onLeave?: () => void;
  /** The label of the button that empties the field. Without it the browser shows its own button. */
  readonly clearLabel?: string;
  readonly results?: SearchResults;
  readonly className?: string;
};

const PAUSE_MS = 200;

const asTyped = (text: string) => text;

type TextOptions = Pick<SearchFieldProps, "value" | "onChange"> & { readonly toValue: (text: string) => string };

/** Holds the text of the field. While a person types, the text is newer than the address. */
const useSearchText = ({ value, onChange, toValue }: TextOptions) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // If the value differs from what this field sent itself, the address was changed, and the new value replaces the
  // text.
  if (value !== seen) {
    setSeen(value);
    if (value !== toValue(sent)) {
      setText(value);
      setSent(value);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  // The pause ends in a later render. The callback of the render in which the typing began would restore an old
  // address.
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });

  const send = (next: string) => {
    clearTimeout(timer.current);
    setSent(next);
    if (toValue(next) !== latest.current.value) latest.current.onChange(next);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(send, next === "" ? 0 : PAUSE_MS, next);
  };
  return { text, type, send };
};

/** A search field that searches when typing pauses. The key `/` moves the focus to it. */
export const SearchField = (props: SearchFieldProps) => {
  const {
    label,
    value,
    placeholder = label,
    shortcutLabel = label,
    onLeave,
    clearLabel,
    className,
    toValue = asTyped,
    results,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const { text, type: typeText, send } = useSearchText({ ...props, toValue });
  useShortcut("/", shortcutLabel, () => (onLeave === undefined ? input.current?.focus() : input.current?.select()));

  const type = (next: string) => {
    typeText(next);
    results?.onType(next);
  };
  const empty = () => type("");
  const clear = () => {
    empty();
    input.current?.focus();
  };
  const field = { text, send: () => send(text), select: () => input.current?.select(), clear };
  const leave = (event: KeyboardEvent) => {
    // A key that confirms a text of an input method is not meant for the search.
    if (event.nativeEvent.isComposing) return;
    if (results?.onKey(event.key, field) !== true) {
      if (clearLabel !== undefined && event.key === "Escape" && text !== "") clear();
      else if (onLeave !== undefined && (event.key === "Enter" || event.key === "ArrowDown")) {
        send(text);
        onLeave();
      } else return;
    }
    event.preventDefault();
  };
  const kind: ComponentProps<"input"> =
    clearLabel === undefined ? { type: "search" } : { type: "text", inputMode: "search", enterKeyHint: "search" };
  return (
    <div role="search" className={classNames("relative", value === "" && "print:hidden", className)}>
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
      />
      <input
        {...kind}
        {...results?.input}
        ref={input}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={leave}
        onBlur={results?.onBlur}
        className={classNames(controlClass, "pl-8", clearLabel !== undefined && "pr-9")}
      />
      {clearLabel !== undefined && text !== "" && (
        <IconButton label={clearLabel} onClick={clear} className="absolute! top-0 right-0">
          <X aria-hidden size={16} />
        </IconButton>
      )}
      {results?.popup(empty)}
    </div>
  );
};
