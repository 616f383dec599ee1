import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

type TableProps = {
  /** Names the table for screen readers. */
  readonly label: string;
  /** True if the table fits the width of the page, so that its head can stay visible below a bar. */
  readonly isLong?: boolean;
  /** The least width in pixels. Below it, the box scrolls. */
  readonly leastWidth?: number;
  readonly className?: string;
  readonly children: ReactNode;
};

// With collapsed borders, the borders of a sticky head would scroll away.
const tableClass = "w-full border-separate border-spacing-0 text-left text-sm";

/**
 * A table that scrolls sideways inside its own box, so that the page never does. When it begins to fit, or no longer
 * fits, its elements stay the same, so that the focus stays where it is.
 */
export const Table = ({ label, isLong = false, leastWidth, className, children }: TableProps) => (
  <div
    // A scrolling box must be reachable by keyboard (WCAG 2.1.1).
    {...(!isLong && {
      role: "region",
      "aria-label": label,
      tabIndex: 0,
      className: "overflow-x-auto rounded-xl border border-line cut-edges",
    })}
  >
    <table
      {...(isLong && { "aria-label": label })}
      className={classNames(tableClass, isLong && "rounded-xl border border-line bg-surface", className)}
      {...(leastWidth !== undefined && { style: { minWidth: leastWidth } })}
    >
      {children}
    </table>
  </div>
);

export const HeaderCell = ({ className, ...rest }: ComponentProps<"th">) => (
  <th
    scope="col"
    {...rest}
    className={classNames("border-b border-line px-3 py-2 text-xs font-medium whitespace-nowrap text-muted", className)}
  />
);

export const Cell = ({ className, ...rest }: ComponentProps<"td">) => (
  <td {...rest} className={classNames("border-b border-line px-3 py-1.5 align-middle", className)} />
);
