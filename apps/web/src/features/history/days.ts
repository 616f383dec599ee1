import type { AuditEvent } from "@petstore/contract/client";
import { formatLongDate } from "../../lib/text/format";
import { dayBefore, dayOf, firstMomentOf } from "../../lib/text/local-days";
import { t } from "../../texts";

/** Returns the name of a day: today, yesterday, or its date. */
export const dayTitle = (day: string, at: string, now = Date.now()): string => {
  const today = dayOf(new Date(now).toISOString());
  if (day === today) return t.history.today;
  // A day on which the clocks change has 23 or 25 hours.
  return day === dayBefore(firstMomentOf(today)) ? t.history.yesterday : formatLongDate(at);
};

type Day = { readonly day: string; readonly events: readonly AuditEvent[] };

/** Groups the events by their local days, and keeps their order. */
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
