import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../components/button";
import { classNames } from "../../../components/class-names";
import { controlClass } from "../../../components/field";
import { useShortcut } from "../../../lib/shortcuts";
import { t } from "../../../texts";
import { type PetFilters, searchFor, searchText } from "../search";

const PAUSE_MS = 200;

type SearchBoxProps = {
  readonly filters: PetFilters;
  readonly onSearch: (found: Pick<PetFilters, "name" | "id">) => void;
  /** Enter and the arrow down go on to the list. */
  readonly onLeave: () => void;
};

/** Searches when typing pauses; the address holds what was searched for. */
export const SearchBox = ({ filters, onSearch, onLeave }: SearchBoxProps) => {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = searchText(filters);
  const [text, setText] = useState(current);
  const [seen, setSeen] = useState(current);
  // The address was changed from elsewhere: by "clear", a view, or going back.
  if (current !== seen) {
    setSeen(current);
    if (current !== searchText(searchFor(text))) setText(current);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcut("/", t.pets.keys.search, () => input.current?.select());

  const search = (next: string) => {
    clearTimeout(timer.current);
    if (searchText(searchFor(next)) !== current) onSearch(searchFor(next));
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, PAUSE_MS, next);
  };
  const clear = () => {
    setText("");
    search("");
    input.current?.focus();
  };
  return (
    <div role="search" className="relative w-full sm:w-64">
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={t.pets.search.label}
        placeholder={t.pets.search.placeholder}
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") clear();
          else if (event.key === "Enter" || event.key === "ArrowDown") {
            search(text);
            onLeave();
          } else return;
          event.preventDefault();
        }}
        className={classNames(controlClass, "pr-9 pl-8")}
      />
      {text !== "" && (
        <IconButton label={t.pets.search.clear} onClick={clear} className="absolute! top-0 right-0">
          <X aria-hidden size={16} />
        </IconButton>
      )}
    </div>
  );
};
