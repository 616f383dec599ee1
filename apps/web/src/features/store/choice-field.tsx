import { Combobox } from "@base-ui/react/combobox";
import { ChevronsUpDown } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { buttonClass } from "../../components/button";
import { classNames } from "../../components/class-names";
import { type PickerChoice, SearchablePicker } from "../../components/searchable-picker";
import { rankMatches } from "../../lib/text/rank-matches";

/** The key of the choice of nothing. */
const NONE = "";

type ChoiceFieldProps = {
  readonly label: string;
  readonly value: string | null;
  /** The label of the choice of nothing, which is first in the list. */
  readonly none: string;
  /** Returns the choice of one value. It is called before the list is opened, so it must be cheap. */
  readonly choiceOf: (value: string) => PickerChoice;
  /** Returns all choices, when the list is opened. */
  readonly readChoices: () => readonly PickerChoice[];
  readonly searchLabel: string;
  readonly empty: string;
  readonly onChange: (value: string | null) => void;
  readonly isDisabled: boolean;
  readonly help: ReactNode;
};

/** A field of a form for one of hundreds of values, which people find by typing. */
export const ChoiceField = (props: ChoiceFieldProps) => {
  const { label, value, none, choiceOf, readChoices, searchLabel, empty, onChange, isDisabled, help } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [isOpened, setIsOpened] = useState(false);
  const helpId = useId();
  const listed = useMemo(() => (isOpened ? readChoices() : []), [isOpened, readChoices]);
  const nothing: PickerChoice = { key: NONE, label: none, isData: false };
  const chosen = value === null ? nothing : choiceOf(value);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-sm font-medium">{label}</span>
      <SearchablePicker
        label={label}
        look="button"
        choices={rankMatches([nothing, ...listed], text, (choice) => choice.label)}
        chosen={chosen}
        onPick={({ key }) => onChange(key === NONE ? null : String(key))}
        isOpen={isOpen}
        onOpenChange={(open) => {
          setIsOpen(open);
          if (open) setIsOpened(true);
        }}
        text={text}
        onTextChange={setText}
        searchLabel={searchLabel}
        empty={empty}
      >
        <Combobox.Trigger
          aria-label={`${label}: ${chosen.label}`}
          aria-describedby={helpId}
          disabled={isDisabled}
          className={classNames(buttonClass(), "w-full justify-between! font-normal")}
        >
          <span title={chosen.label} className="truncate">
            {chosen.label}
          </span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
        </Combobox.Trigger>
      </SearchablePicker>
      <p id={helpId} className="text-sm text-muted">
        {help}
      </p>
    </div>
  );
};
