import type { ComponentProps } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "className" | "onChange" | "aria-label"> & {
  readonly label: string;
  /** Some, not all, of what it stands for. */
  readonly isMixed?: boolean;
  readonly onCheckedChange: (isChecked: boolean) => void;
};

/** A box without a visible label, for rows of a table; its cell is the target. */
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
