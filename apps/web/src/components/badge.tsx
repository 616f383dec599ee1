import type { ReactNode } from "react";
import { classNames } from "./class-names";

const tones = {
  accent: "bg-accent-soft text-on-accent-soft",
  warning: "bg-warning-soft text-on-warning-soft",
  info: "bg-info-soft text-on-info-soft",
  danger: "bg-danger-soft text-on-danger-soft",
  neutral: "bg-neutral-soft text-on-neutral-soft",
} as const;

export type Tone = keyof typeof tones;

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span
    className={classNames(
      "inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap",
      tones[tone],
    )}
  >
    {children}
  </span>
);

/** A status has the same colour on every page. */
export const statusTones = {
  available: "accent",
  pending: "warning",
  sold: "neutral",
  placed: "info",
  approved: "warning",
  delivered: "accent",
  cancelled: "neutral",
} as const satisfies Record<string, Tone>;
