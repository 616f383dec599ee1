import { classNames } from "./class-names";

type SegmentsProps<Value extends string> = {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
};

/** One of a few choices, all in sight. */
export const Segments = <Value extends string>({ className, ...props }: SegmentsProps<Value>) => (
  <fieldset
    className={classNames(
      "flex max-w-full overflow-x-auto rounded-md border border-control-line bg-surface p-0.5",
      className,
    )}
  >
    <legend className="sr-only">{props.label}</legend>
    {props.options.map((option) => (
      <label
        key={option.value}
        className="flex min-h-7.5 flex-1 items-center justify-center rounded px-2.5 text-sm font-medium whitespace-nowrap text-muted select-none hover:text-text has-checked:chosen has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
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
  </fieldset>
);
