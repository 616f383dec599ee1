import type { ReactNode } from "react";
import { useMinute } from "../lib/page/minutes";
import { formatMoment } from "../lib/text/format";
import { formatRelative } from "../lib/text/relative";
import type { Value } from "../lib/text/value";
import { classNames } from "./class-names";

/** Text that people typed or the store made. It is not a text of the admin, so a browser must not translate it. */
export const Data = ({ children, className }: { readonly children: ReactNode; readonly className?: string }) => (
  <span translate="no" className={className}>
    {children}
  </span>
);

type ValueTextProps = { readonly value: Value; readonly className?: string };

/** Shows a value, which may be {@link Data}. */
export const ValueText = ({ value: { text, isData }, className }: ValueTextProps) =>
  isData ? (
    <Data {...(className !== undefined && { className })}>{text}</Data>
  ) : (
    <span className={className}>{text}</span>
  );

/** {@link Data} in one line. It ends in an ellipsis if there is not enough room, and its tooltip has the whole text. */
export const DataLine = ({ children, className }: { readonly children: string; readonly className?: string }) => (
  <span translate="no" title={children} className={classNames("truncate", className)}>
    {children}
  </span>
);

/** Shows a time such as "3 hours ago", and the exact time on hover. @param at - ISO 8601. */
export const Moment = ({ at }: { readonly at: string }) => {
  useMinute();
  return (
    <time dateTime={at} title={formatMoment(at)} className="whitespace-nowrap">
      {formatRelative(at)}
    </time>
  );
};
