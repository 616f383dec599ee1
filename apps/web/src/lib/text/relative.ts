import { locale } from "../../texts/page-language";
import { lazily } from "./format";
import { daysFrom } from "./local-days";

const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/**
 * Returns a text such as "3 hours ago" or "in 2 days". From 24 hours on it counts days of the calendar, because
 * "yesterday" is the day before today, however many hours ago it was.
 *
 * @param moment - ISO 8601.
 */
export const formatRelative = (moment: string, now = Date.now()): string => {
  const seconds = (Date.parse(moment) - now) / 1_000;
  const days = daysFrom(new Date(now), new Date(moment));
  // A day on which the clocks go back has 25 hours, and its last one is still today.
  if (Math.abs(seconds) >= DAY_S && days !== 0) return relative().format(days, "day");
  if (Math.abs(seconds) >= HOUR_S) return relative().format(Math.trunc(seconds / HOUR_S), "hour");
  return relative().format(Math.trunc(seconds / 60), "minute");
};
