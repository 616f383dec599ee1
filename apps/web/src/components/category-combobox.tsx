import { Combobox } from "@base-ui/react/combobox";
import { ChevronsUpDown } from "lucide-react";
import { useMemo, useState } from "react";
import { rankMatches } from "../lib/text/rank-matches";
import { t } from "../texts";
import { buttonClass } from "./button";
import { classNames } from "./class-names";
import { type PickerChoice, SearchablePicker } from "./searchable-picker";

export type CategoryPickerProps = {
  readonly label: string;
  readonly value: number | undefined;
  /** The options, in any order. */
  readonly options: readonly { readonly id: number; readonly name: string }[];
  /** True if the options could not be loaded. */
  readonly isMissing?: boolean;
  /** The label of the choice of no category, which is first in the list: "Any category". */
  readonly none?: string;
  readonly onChange: (id: number | undefined) => void;
  readonly className?: string;
};

const MAX_SHOWN = 100;

/** The key of the choice of no category. */
const NONE = "";

const CategoryCombobox = ({ label, value, options, isMissing, none, onChange, className }: CategoryPickerProps) => {
  // The click that opens the picker also loads this component, so it starts open.
  const [isOpen, setIsOpen] = useState(true);
  const [text, setText] = useState("");
  // Sorts the options as people look for them. The button does not do this, because the first collator takes the
  // browser 20 ms.
  const sorted = useMemo((): readonly PickerChoice[] => {
    const { compare } = new Intl.Collator();
    return options
      .toSorted((a, b) => compare(a.name, b.name))
      .map(({ id, name }) => ({ key: id, label: name, isData: true }));
  }, [options]);
  const all = none === undefined ? sorted : [{ key: NONE, label: none, isData: false }, ...sorted];
  const chosen = all.find(({ key }) => key === (value ?? NONE)) ?? null;
  return (
    <SearchablePicker
      label={label}
      look="button"
      choices={rankMatches(all, text, (choice) => choice.label)}
      chosen={chosen}
      onPick={({ key }) => onChange(typeof key === "number" ? key : undefined)}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      text={text}
      onTextChange={setText}
      limit={MAX_SHOWN}
      searchLabel={t.pets.filters.searchCategory}
      empty={isMissing === true ? t.common.categoriesMissing : t.pets.filters.noCategory}
      below={
        options.length > MAX_SHOWN && (
          <p className="border-t border-line px-3 py-2 text-sm text-muted">{t.pets.filters.moreCategories}</p>
        )
      }
    >
      <Combobox.Trigger
        aria-label={chosen === null ? label : `${label}: ${chosen.label}`}
        className={classNames(buttonClass(), "justify-between! font-normal", className)}
      >
        <span translate={chosen?.isData === true ? "no" : "yes"} title={chosen?.label ?? label} className="truncate">
          {chosen?.label ?? label}
        </span>
        <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Combobox.Trigger>
    </SearchablePicker>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default CategoryCombobox;
