import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import { useMemo, useState } from "react";
import { rankMatches } from "../lib/rank-matches";
import { t } from "../texts";
import { buttonClass } from "./button";
import { classNames } from "./class-names";
import { popupClass } from "./menu-parts";
import { usePortalContainer } from "./portal-container";

export type CategoryPickerProps = {
  readonly label: string;
  readonly value: number | undefined;
  /** In any order. */
  readonly options: readonly { readonly id: number; readonly name: string }[];
  /** They could not be loaded. */
  readonly isMissing?: boolean;
  /** The choice of no category, first in the list: "Any category". */
  readonly none?: string;
  readonly onChange: (id: number | undefined) => void;
  readonly className?: string;
};

/** A list of thousands would be slow to open; typing finds the others. */
const MAX_SHOWN = 100;

type Choice = { readonly id: number | null; readonly name: string };

const itemClass =
  "grid min-h-9 cursor-default grid-cols-[1rem_minmax(0,1fr)] items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:highlighted pointer-coarse:min-h-11";

const CategoryCombobox = ({ label, value, options, isMissing, none, onChange, className }: CategoryPickerProps) => {
  // It is loaded by the click that opens it.
  const [isOpen, setIsOpen] = useState(true);
  const [text, setText] = useState("");
  // As people look for them. Not by those who show the button: the first collator takes the browser 20 ms.
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator();
    return options.toSorted((a, b) => compare(a.name, b.name));
  }, [options]);
  const all: readonly Choice[] = none === undefined ? sorted : [{ id: null, name: none }, ...sorted];
  // Enter takes the first.
  const choices = rankMatches(all, text, ({ name }) => name);
  const chosen = all.find(({ id }) => id === (value ?? null)) ?? null;
  return (
    <Combobox.Root
      open={isOpen}
      onOpenChange={setIsOpen}
      items={choices}
      limit={MAX_SHOWN}
      inputValue={text}
      onInputValueChange={setText}
      value={chosen}
      onValueChange={(choice: Choice | null) => choice !== null && onChange(choice.id ?? undefined)}
      itemToStringLabel={({ name }: Choice) => name}
      isItemEqualToValue={(a: Choice, b: Choice) => a.id === b.id}
      autoHighlight
    >
      <Combobox.Trigger
        aria-label={chosen === null ? label : `${label}: ${chosen.name}`}
        className={classNames(buttonClass(), "justify-between! font-normal", className)}
      >
        <span translate={chosen?.id == null ? "yes" : "no"} title={chosen?.name ?? label} className="truncate">
          {chosen?.name ?? label}
        </span>
        <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Combobox.Trigger>
      <Combobox.Portal container={usePortalContainer()}>
        <Combobox.Positioner align="start" sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup aria-label={label} className={classNames(popupClass, "w-80 max-w-(--available-width) p-0!")}>
            <Combobox.Input
              autoFocus
              placeholder={t.pets.filters.searchCategory}
              aria-label={t.pets.filters.searchCategory}
              className="h-11 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-muted pointer-coarse:text-base"
            />
            <Combobox.Empty>
              <p className="p-3 text-sm text-muted">
                {isMissing === true ? t.pets.filters.noCategories : t.pets.filters.noCategory}
              </p>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(choice: Choice) => (
                <Combobox.Item key={choice.id ?? "none"} value={choice} className={itemClass}>
                  <Combobox.ItemIndicator className="col-start-1">
                    <Check aria-hidden size={16} />
                  </Combobox.ItemIndicator>
                  <span
                    translate={choice.id === null ? "yes" : "no"}
                    title={choice.name}
                    className="col-start-2 truncate"
                  >
                    {choice.name}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
            {options.length > MAX_SHOWN && (
              <p className="border-t border-line px-3 py-2 text-sm text-muted">{t.pets.filters.moreCategories}</p>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default CategoryCombobox;
