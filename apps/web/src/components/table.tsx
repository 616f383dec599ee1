import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

/** A table that scrolls sideways in its own box, never the page. @param label - Names it for screen readers. */
export const Table = ({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  // A scrolling box must be reachable by keyboard (WCAG 2.1.1).
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className="overflow-x-auto rounded-xl border border-line bg-surface"
  >
    <table className={classNames("w-full border-collapse text-left text-sm", className)}>{children}</table>
  </div>
);

export const HeaderCell = ({ className, ...rest }: ComponentProps<"th">) => (
  <th
    scope="col"
    {...rest}
    className={classNames("border-b border-line px-3 py-2 font-medium whitespace-nowrap text-muted", className)}
  />
);

export const Cell = ({ className, ...rest }: ComponentProps<"td">) => (
  <td {...rest} className={classNames("border-b border-line px-3 py-1.5 align-middle", className)} />
);
