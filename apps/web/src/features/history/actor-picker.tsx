import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { buttonClass } from "../../components/button";
import { classNames } from "../../components/class-names";
import { SearchablePicker } from "../../components/searchable-picker";
import { LoadError } from "../../components/states";
import { t } from "../../texts";
import { type ActorChoice, hasText, toChoice, useChosenActor, useFixedActors } from "./actors";
import { actorsQuery } from "./queries";

const texts = t.history;

type ActorPickerProps = {
  readonly id: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
};

/** Chooses a person or a key by typing. The service searches, because a clerk may not list accounts. */
export const ActorPicker = ({ id, value = "", onChange }: ActorPickerProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const fixed = useFixedActors();
  const chosen = useChosenActor(value, fixed);
  const typed = text.trim();
  const asked = useDeferredValue(typed);
  const query = useQuery({ ...actorsQuery(asked === "" ? {} : { q: asked }), enabled: isOpen });
  const found = (query.data ?? []).map(toChoice).filter((choice) => hasText(choice.label, typed));
  const isFixed = (choice: ActorChoice) => fixed.some((one) => one.key === choice.key);
  const choices = [
    ...fixed.filter(({ label }) => hasText(label, typed)),
    ...found.filter((choice) => !isFixed(choice)),
  ];
  return (
    <SearchablePicker
      label={texts.who}
      look="button"
      choices={choices}
      chosen={chosen}
      onPick={({ key }) => onChange(key || undefined)}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      text={text}
      onTextChange={setText}
      areFound
      searchLabel={texts.searchActor}
      empty={query.error === null && !query.isPending && !query.isPlaceholderData ? texts.noActor : null}
      above={
        query.error !== null && (
          <div className="p-2">
            <LoadError query={query} isInline />
          </div>
        )
      }
    >
      <Combobox.Trigger
        id={id}
        className={classNames(buttonClass(), "min-w-28 justify-between! font-normal sm:max-w-56")}
      >
        <span translate={chosen.isData ? "no" : "yes"} className="truncate">
          {chosen.label}
        </span>
        <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Combobox.Trigger>
    </SearchablePicker>
  );
};
