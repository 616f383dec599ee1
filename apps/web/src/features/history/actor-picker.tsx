import { Combobox } from "@base-ui/react/combobox";
import type { HistoryActor } from "@petstore/contract/client";
import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { buttonClass } from "../../components/button";
import { classNames } from "../../components/class-names";
import { popupClass } from "../../components/menu-parts";
import { usePortalContainer } from "../../components/portal-container";
import { LoadError } from "../../components/states";
import { useAccount } from "../../lib/roles";
import { t } from "../../texts";
import { actorsQuery } from "./queries";

const texts = t.history;

/** `value` is the filter: `account:3`, `key:5`, `system`; "" is everybody. */
type Choice = { readonly value: string; readonly label: string; readonly detail?: string };

const toChoice = ({ kind, id, name }: HistoryActor): Choice => ({
  value: `${kind}:${id}`,
  label: name,
  // Several may have one name.
  detail: texts.actorDetail[kind](id),
});

/** The choices without a name of their own. */
const useFixed = (): readonly Choice[] => {
  const { id } = useAccount();
  return [
    { value: "", label: texts.anybody },
    { value: `account:${id}`, label: texts.me },
    { value: "system", label: texts.system },
  ];
};

const has = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase());

const useChosen = (value: string, fixed: readonly Choice[]): Choice => {
  const known = fixed.find((choice) => choice.value === value);
  const named = useQuery({ ...actorsQuery({ actor: value }), enabled: known === undefined }).data?.map(toChoice);
  return known ?? named?.find((choice) => choice.value === value) ?? { value, label: value };
};

const Row = ({ choice }: { readonly choice: Choice }) => (
  <Combobox.Item
    value={choice}
    className="grid min-h-9 cursor-default grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
  >
    <Combobox.ItemIndicator className="col-start-1">
      <Check aria-hidden size={16} />
    </Combobox.ItemIndicator>
    <span translate={choice.detail === undefined ? "yes" : "no"} className="col-start-2 truncate">
      {choice.label}
    </span>
    <span className="col-start-3 text-muted">{choice.detail}</span>
  </Combobox.Item>
);

type ActorPickerProps = {
  readonly id: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
};

/** One of all people and keys, found by typing: the service searches, for a clerk may list no accounts. */
export const ActorPicker = ({ id, value = "", onChange }: ActorPickerProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const fixed = useFixed();
  const chosen = useChosen(value, fixed);
  const typed = text.trim();
  const asked = useDeferredValue(typed);
  const query = useQuery({ ...actorsQuery(asked === "" ? {} : { name: asked }), enabled: isOpen });
  const found = (query.data ?? []).map(toChoice).filter((choice) => has(choice.label, typed));
  const isFixed = (choice: Choice) => fixed.some((one) => one.value === choice.value);
  const choices = [...fixed.filter(({ label }) => has(label, typed)), ...found.filter((choice) => !isFixed(choice))];
  return (
    <Combobox.Root
      open={isOpen}
      onOpenChange={setIsOpen}
      items={choices}
      filter={null}
      value={chosen}
      onValueChange={(choice: Choice | null) => choice !== null && onChange(choice.value || undefined)}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={({ label }: Choice) => label}
      isItemEqualToValue={(a: Choice, b: Choice) => a.value === b.value}
      autoHighlight
    >
      <Combobox.Trigger
        id={id}
        className={classNames(buttonClass(), "w-full min-w-36 justify-between! font-normal sm:max-w-56")}
      >
        <span translate={chosen.detail === undefined ? "yes" : "no"} className="truncate">
          {chosen.label}
        </span>
        <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Combobox.Trigger>
      <Combobox.Portal container={usePortalContainer()}>
        <Combobox.Positioner align="start" sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup
            aria-label={texts.who}
            className={classNames(popupClass, "w-80 max-w-(--available-width) p-0!")}
          >
            <Combobox.Input
              placeholder={texts.searchActor}
              aria-label={texts.searchActor}
              maxLength={MAX_NAME_LENGTH}
              className="h-11 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-muted pointer-coarse:text-base"
            />
            {query.error !== null && (
              <div className="p-2">
                <LoadError query={query} isInline />
              </div>
            )}
            <Combobox.Empty>
              <p className="p-3 text-sm text-muted empty:hidden">
                {query.error === null && !query.isPending && !query.isPlaceholderData ? texts.noActor : null}
              </p>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(choice: Choice) => <Row key={choice.value} choice={choice} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};
