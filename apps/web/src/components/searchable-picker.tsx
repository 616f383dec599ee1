import { Combobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { classNames } from "./class-names";
import { controlClass } from "./native-select";
import { popupClass } from "./menu-parts";
import { usePortalContainer } from "./portal-container";

export type PickerChoice = {
  /** Identifies the choice. */
  readonly key: string | number;
  readonly label: string;
  /** True if people typed the label, so it is not a text of the admin. */
  readonly isData: boolean;
  readonly detail?: string | undefined;
  /** The icon that is shown in the place where the chosen option has its mark. */
  readonly icon?: ReactNode;
};

/** The picker looks different in the popup of a button and in a form. */
const looks = {
  button: {
    positioner: "z-50",
    popup: "w-80 max-w-(--available-width) p-0!",
    input:
      "h-11 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-muted pointer-coarse:text-base",
    empty: "p-3 text-sm text-muted empty:hidden",
    list: "max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 empty:p-0",
  },
  field: {
    positioner: "z-60",
    popup: "flex max-h-[min(20rem,var(--available-height))] w-(--anchor-width) flex-col",
    input: controlClass,
    empty: "p-2 text-sm text-muted empty:hidden",
    list: "min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain pt-1 outline-none empty:hidden",
  },
} as const;

const Row = ({ choice }: { readonly choice: PickerChoice }) => (
  <Combobox.Item
    value={choice}
    className="grid min-h-9 cursor-default grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:highlighted pointer-coarse:min-h-11"
  >
    {choice.icon ?? (
      <Combobox.ItemIndicator className="col-start-1">
        <Check aria-hidden size={16} />
      </Combobox.ItemIndicator>
    )}
    <span
      translate={choice.isData ? "no" : "yes"}
      title={choice.label}
      className={choice.icon === undefined ? "col-start-2 truncate" : "col-start-2 wrap-anywhere"}
    >
      {choice.label}
    </span>
    {choice.detail !== undefined && <span className="col-start-3 text-muted">{choice.detail}</span>}
  </Combobox.Item>
);

type SearchablePickerProps<Choice extends PickerChoice> = {
  readonly label: string;
  readonly look: keyof typeof looks;
  readonly choices: readonly Choice[];
  readonly chosen: Choice | null;
  readonly onPick: (choice: Choice) => void;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Whether the choices are already filtered by the typed text. */
  readonly areFound?: boolean;
  /**
   * The maximum number of choices that are shown. A list of thousands would be slow to open, and typing finds the
   * others.
   */
  readonly limit?: number;
  readonly searchLabel: string;
  /** Says why there is no choice. */
  readonly empty: ReactNode;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  /** The trigger, and anything beside it. */
  readonly children: ReactNode;
};

/** Lets a person choose one of many choices by typing. Enter takes the first match. */
export const SearchablePicker = <Choice extends PickerChoice>(props: SearchablePickerProps<Choice>) => {
  const { label, look, areFound = false, limit = -1, searchLabel, onPick } = props;
  const classes = looks[look];
  return (
    <Combobox.Root
      open={props.isOpen}
      onOpenChange={props.onOpenChange}
      items={props.choices}
      {...(areFound && { filter: null })}
      limit={limit}
      value={props.chosen}
      onValueChange={(choice: Choice | null) => choice !== null && onPick(choice)}
      inputValue={props.text}
      onInputValueChange={props.onTextChange}
      itemToStringLabel={(choice: Choice) => choice.label}
      isItemEqualToValue={(one: Choice, other: Choice) => one.key === other.key}
      autoHighlight
    >
      {props.children}
      <Combobox.Portal container={usePortalContainer()}>
        <Combobox.Positioner align="start" sideOffset={4} className={classNames(classes.positioner, "outline-none")}>
          <Combobox.Popup aria-label={label} className={classNames(popupClass, classes.popup)}>
            <Combobox.Input
              autoFocus={look === "button"}
              placeholder={searchLabel}
              aria-label={searchLabel}
              maxLength={MAX_NAME_LENGTH}
              className={classes.input}
            />
            {props.above}
            <Combobox.Empty>
              <p className={classes.empty}>{props.empty}</p>
            </Combobox.Empty>
            <Combobox.List className={classes.list}>
              {(choice: Choice) => <Row key={choice.key} choice={choice} />}
            </Combobox.List>
            {props.below}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};
