import { Autocomplete } from "@base-ui/react/autocomplete";
import { Field } from "@base-ui/react/field";
import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { useEarlyEnter } from "../lib/search/use-early-enter";
import { controlClass } from "./native-select";
import { type Face, FoundRow, foundRowClass } from "./found";

export type Choice = Face & {
  readonly id: number;
  /** True if it shows only why it cannot be chosen. */
  readonly isDisabled?: boolean;
};

type PickerProps = {
  readonly label: string;
  readonly placeholder: string;
  /** The name of the field in the form and in the server's messages. */
  readonly name: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly choices: readonly Choice[];
  /** False while the choices for the text are loading. Enter waits for them. */
  readonly isCurrent?: boolean;
  readonly onPick: (choice: Choice) => void;
  /** A text that is shown below the choices, or instead of them. */
  readonly note?: string | undefined;
};

/** A search field whose matching choices are always visible below it. Arrow keys and Enter choose one. */
export const Picker = (props: PickerProps) => {
  const { choices, isCurrent = true, onPick } = props;
  const { onKeyDown } = useEarlyEnter(props.text, isCurrent, () => {
    const first = choices.find(({ isDisabled }) => isDisabled !== true);
    if (first !== undefined) onPick(first);
  });
  return (
    <Field.Root name={props.name} invalid={props.error !== undefined || undefined} className="flex flex-col gap-1">
      <Field.Label className="text-sm font-medium">{props.label}</Field.Label>
      <Autocomplete.Root
        open
        inline
        mode="none"
        items={choices}
        filter={null}
        value={props.text}
        onValueChange={props.onTextChange}
        itemToStringValue={({ label }: Choice) => label}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input
          placeholder={props.placeholder}
          maxLength={MAX_NAME_LENGTH}
          onKeyDown={onKeyDown}
          className={controlClass}
        />
        {props.help !== undefined && <Field.Description className="text-sm text-muted">{props.help}</Field.Description>}
        {props.error !== undefined && (
          <Field.Error match className="text-sm text-danger">
            {props.error}
          </Field.Error>
        )}
        <Autocomplete.List
          aria-busy={!isCurrent}
          className="mt-1 h-56 overflow-y-auto rounded-md border border-line p-1 empty:hidden"
        >
          {(choice: Choice) => (
            <Autocomplete.Item
              key={choice.id}
              value={choice}
              disabled={choice.isDisabled}
              onClick={() => onPick(choice)}
              className={foundRowClass}
            >
              <FoundRow {...choice} isData />
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      <p role="status" className="min-h-5 text-sm text-muted">
        {props.note}
      </p>
    </Field.Root>
  );
};
