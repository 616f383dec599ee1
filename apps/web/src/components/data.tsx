import type { ReactNode } from "react";
import { formatMoment, formatRelative } from "../lib/format";

/** What people or the store typed: no text of the admin, and nothing for a translator. */
export const Data = ({ children, className }: { readonly children: ReactNode; readonly className?: string }) => (
  <span translate="no" className={className}>
    {children}
  </span>
);

/** "3 hours ago", with the exact time on hover. @param at - ISO 8601. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatMoment(at)} className="whitespace-nowrap">
    {formatRelative(at)}
  </time>
);
