import { Autocomplete } from "@base-ui/react/autocomplete";
import { Field } from "@base-ui/react/field";
import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import type { ReactNode } from "react";
import { controlClass } from "./field";

export type Choice = { readonly id: number; readonly label: string; readonly detail: ReactNode };

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
  readonly onPick: (choice: Choice) => void;
  /** A text that is shown below the choices, or instead of them. */
  readonly note?: string | undefined;
};

/** A search field whose matching choices are always visible below it. Arrow keys and Enter choose one. */
export const Picker = (props: PickerProps) => (
  <Field.Root name={props.name} invalid={props.error !== undefined || undefined} className="flex flex-col gap-1">
    <Field.Label className="text-sm font-medium">{props.label}</Field.Label>
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={props.choices}
      filter={null}
      value={props.text}
      onValueChange={props.onTextChange}
      itemToStringValue={({ label }: Choice) => label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input placeholder={props.placeholder} maxLength={MAX_NAME_LENGTH} className={controlClass} />
      {props.help !== undefined && <Field.Description className="text-sm text-muted">{props.help}</Field.Description>}
      {props.error !== undefined && (
        <Field.Error match className="text-sm text-danger">
          {props.error}
        </Field.Error>
      )}
      <Autocomplete.List className="mt-1 h-56 overflow-y-auto rounded-md border border-line p-1 empty:hidden">
        {(choice: Choice) => (
          <Autocomplete.Item
            key={choice.id}
            value={choice}
            onClick={() => props.onPick(choice)}
            className="flex min-h-9 cursor-default items-center justify-between gap-4 rounded-md px-2.5 text-sm outline-none data-highlighted:highlighted pointer-coarse:min-h-11"
          >
            <span translate="no" title={choice.label} className="truncate">
              {choice.label}
            </span>
            <span className="max-w-1/2 shrink-0 py-1 text-right wrap-anywhere text-muted">{choice.detail}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
    <p role="status" className="min-h-5 text-sm text-muted">
      {props.note}
    </p>
  </Field.Root>
);
