import type { ReactNode } from "react";
import { classNames } from "./class-names";

type SegmentsProps<Value extends string> = {
  readonly label: string;
  /** True if it looks like a field of a form: the label is above the choices, which take the whole width. */
  readonly isField?: boolean;
  readonly name: string;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  readonly className?: string;
  /** A help text or an error below the choices. */
  readonly children?: ReactNode;
};

/** Lets a person choose one of a few options, which are all visible. */
export const Segments = <Value extends string>({ isField = false, className, ...props }: SegmentsProps<Value>) => (
  <fieldset disabled={props.isDisabled} className={classNames("flex max-w-full min-w-0 flex-col gap-1", className)}>
    <legend className={isField ? "mb-1 text-sm font-medium wrap-anywhere" : "sr-only"}>{props.label}</legend>
    <div className="flex overflow-x-auto rounded-md border border-control-line bg-surface p-0.5 text-sm font-medium">
      {props.options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-7.5 flex-1 items-center justify-center rounded px-1.5 whitespace-nowrap sm:px-2.5 text-muted select-none hover:text-text has-disabled:cursor-not-allowed has-[:checked:enabled]:chosen has-[:checked:disabled]:chosen-inactive has-[:disabled:not(:checked)]:inactive has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
        >
          <input
            type="radio"
            name={props.name}
            className="sr-only"
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
    {props.children}
  </fieldset>
);
