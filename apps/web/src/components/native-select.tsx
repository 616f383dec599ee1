import type { ComponentProps } from "react";
import { classNames } from "./class-names";

const baseClass =
  "min-h-9 rounded-md border border-control-line bg-surface px-2.5 py-1 text-sm text-text placeholder:text-muted data-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-base";

/** The class of every text control. */
export const controlClass = `w-full ${baseClass}`;

type Option = {
  readonly value: string;
  readonly label: string;
  /** True if people typed the label, so it is not a text of the admin. */
  readonly isData?: boolean;
  /** True if the option only says that nothing is chosen yet, and cannot be chosen itself. */
  readonly isPlaceholder?: boolean;
};

export type NativeSelectProps = Omit<ComponentProps<"select">, "children" | "onChange"> & {
  readonly options: readonly Option[];
  readonly onValueChange?: (value: string) => void;
};

/** The browser's own select, which works well on every device and needs no code. */
export const NativeSelect = ({ options, onValueChange, className, ...rest }: NativeSelectProps) => (
  <select
    {...rest}
    onChange={(event) => onValueChange?.(event.target.value)}
    className={classNames(baseClass, className)}
  >
    {options.map(({ value, label, isData = false, isPlaceholder = false }) => (
      <option
        key={value}
        value={value}
        hidden={isPlaceholder}
        disabled={isPlaceholder}
        translate={isData ? "no" : undefined}
      >
        {label}
      </option>
    ))}
  </select>
);
