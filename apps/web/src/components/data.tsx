import type { ReactNode } from "react";
import { formatMoment, formatRelative } from "../lib/text/format";
import { classNames } from "./class-names";

/** What people or the store typed: no text of the admin, and nothing for a translator. */
export const Data = ({ children, className }: { readonly children: ReactNode; readonly className?: string }) => (
  <span translate="no" className={className}>
    {children}
  </span>
);

/** {@link Data} in one line, which ends in an ellipsis where the room is short; its tooltip has the whole text. */
export const DataLine = ({ children, className }: { readonly children: string; readonly className?: string }) => (
  <span translate="no" title={children} className={classNames("truncate", className)}>
    {children}
  </span>
);

/** "3 hours ago", with the exact time on hover. @param at - ISO 8601. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatMoment(at)} className="whitespace-nowrap">
    {formatRelative(at)}
  </time>
);
