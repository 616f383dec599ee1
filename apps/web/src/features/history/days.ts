import type { AuditEvent } from "@petstore/contract/client";
import { formatLongDate } from "../../lib/format";
import { dayOf } from "../../lib/local-days";
import { t } from "../../texts";

const DAY_MS = 86_400_000;

/** What a day is called: today, yesterday, or its date. */
export const dayTitle = (day: string, at: string, now = Date.now()): string => {
  if (day === dayOf(new Date(now).toISOString())) return t.history.today;
  return day === dayOf(new Date(now - DAY_MS).toISOString()) ? t.history.yesterday : formatLongDate(at);
};

type Day = { readonly day: string; readonly events: readonly AuditEvent[] };

/** The events under their local days, in their order. */
export const byDay = (events: readonly AuditEvent[]): readonly Day[] => {
  const days = new Map<string, AuditEvent[]>();
  for (const event of events) {
    const day = dayOf(event.at);
    const found = days.get(day);
    if (found === undefined) days.set(day, [event]);
    else found.push(event);
  }
  return [...days].map(([day, events]) => ({ day, events }));
};
