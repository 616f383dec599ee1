import type { ReactNode } from "react";

type RadioRowProps<Value extends string> = {
  readonly label: string;
  readonly name: string;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  /** Help or an error below. */
  readonly children?: ReactNode;
};

/** A field of a form: one of three, all in sight. */
export const RadioRow = <Value extends string>(props: RadioRowProps<Value>) => (
  <fieldset disabled={props.isDisabled} className="flex min-w-0 flex-col gap-1">
    <legend className="mb-1 text-sm font-medium wrap-anywhere">{props.label}</legend>
    <div className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-md border border-control-line bg-surface text-sm">
      {props.options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-9 cursor-pointer items-center justify-center border-r border-control-line px-2 last:border-r-0 has-checked:font-medium has-disabled:cursor-not-allowed has-[:checked:enabled]:chosen has-[:checked:disabled]:chosen-inactive has-[:disabled:not(:checked)]:inactive has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={props.name}
            className="sr-only"
            checked={props.value === option.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
    {props.children}
  </fieldset>
);
