import type { AuditEvent } from "@petstore/contract/client";
import { formatLongDate } from "../../lib/text/format";
import { dayOf, daysFrom } from "../../lib/text/local-days";
import { t } from "../../texts";

/** Returns the name of a day: today, yesterday, or its date. @param at - A moment of the day, ISO 8601. */
export const dayTitle = (at: string, now = Date.now()): string => {
  const days = daysFrom(new Date(now), new Date(at));
  if (days === 0) return t.history.today;
  return days === -1 ? t.history.yesterday : formatLongDate(at);
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
