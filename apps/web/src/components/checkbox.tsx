import type { ComponentProps } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "className" | "onChange" | "aria-label"> & {
  readonly label: string;
  /** Indeterminate: only some of the items of the box are selected. */
  readonly isMixed?: boolean;
  readonly onCheckedChange: (isChecked: boolean) => void;
};

/** A checkbox without a visible label, for rows of a table. Its whole cell can be clicked. */
export const Checkbox = ({ label, isMixed = false, onCheckedChange, ...rest }: CheckboxProps) => (
  <label className="-m-2 inline-flex cursor-pointer p-2 print:hidden">
    <input
      {...rest}
      ref={(input) => {
        if (input !== null) input.indeterminate = isMixed;
      }}
      type="checkbox"
      aria-label={label}
      onChange={(event) => onCheckedChange(event.target.checked)}
      className="size-4.5 accent-accent"
    />
  </label>
);
