import { Combobox } from "@base-ui/react/combobox";
import type { HistoryActor } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { buttonClass } from "../../components/button";
import { classNames } from "../../components/class-names";
import { type PickerChoice, SearchablePicker } from "../../components/searchable-picker";
import { LoadError } from "../../components/states";
import { fold } from "../../lib/text/fold";
import { useAccount } from "../../lib/session/roles";
import { t } from "../../texts";
import { actorsQuery } from "./queries";

const texts = t.history;

/** The key of a choice is the filter: `account:3`, `key:5` or `system`. An empty text means everybody. */
type Choice = PickerChoice & { readonly key: string };

const toChoice = ({ kind, id, name }: HistoryActor): Choice => ({
  key: `${kind}:${id}`,
  label: name,
  isData: true,
  // Several accounts or keys may have the same name, so each shows its number as well.
  detail: texts.actorDetail[kind](id),
});

/** The choices that have no name in the store. */
const useFixed = (): readonly Choice[] => {
  const { id } = useAccount();
  return [
    { key: "", label: texts.anybody, isData: false },
    { key: `account:${id}`, label: texts.me, isData: false },
    { key: "system", label: texts.system, isData: false },
  ];
};

const has = (label: string, text: string) => fold(label).includes(fold(text));

const useChosen = (value: string, fixed: readonly Choice[]): Choice => {
  const known = fixed.find(({ key }) => key === value);
  const named = useQuery({ ...actorsQuery({ actor: value }), enabled: known === undefined }).data?.map(toChoice);
  return known ?? named?.find(({ key }) => key === value) ?? { key: value, label: value, isData: false };
};

type ActorPickerProps = {
  readonly id: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
};

/** Chooses a person or a key by typing. The service searches, because a clerk may not list accounts. */
export const ActorPicker = ({ id, value = "", onChange }: ActorPickerProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const fixed = useFixed();
  const chosen = useChosen(value, fixed);
  const typed = text.trim();
  const asked = useDeferredValue(typed);
  const query = useQuery({ ...actorsQuery(asked === "" ? {} : { q: asked }), enabled: isOpen });
  const found = (query.data ?? []).map(toChoice).filter((choice) => has(choice.label, typed));
  const isFixed = (choice: Choice) => fixed.some((one) => one.key === choice.key);
  const choices = [...fixed.filter(({ label }) => has(label, typed)), ...found.filter((choice) => !isFixed(choice))];
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
