import { locale } from "../../texts/page-language";
import { inPageZone } from "./time-zone";

export { formatDecimal, formatNumber } from "../../texts/numbers";

/** Creates a format when it is first used, because the first one takes 20 ms, or 80 on a slow machine. */
export const lazily = <Format>(make: () => Format): (() => Format) => {
  let made: Format | undefined;
  return () => (made ??= make());
};

const moments = inPageZone(locale, { dateStyle: "medium", timeStyle: "short" });
const dates = inPageZone(locale, { dateStyle: "medium" });
const days = lazily(() => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }));
const calendarDays = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
const times = inPageZone(locale, { timeStyle: "short" });
const longDates = inPageZone(locale, { dateStyle: "full" });

/** @param moment - ISO 8601. */
export const formatMoment = (moment: string): string => moments().format(new Date(moment));

/** @param moment - ISO 8601. */
export const formatDate = (moment: string): string => dates().format(new Date(moment));

/** The time of day. @param moment - ISO 8601. */
export const formatTime = (moment: string): string => times().format(new Date(moment));

/** @param day - A calendar day such as `2026-11-22`, which is the same in every time zone. */
export const formatCalendarDay = (day: string): string => calendarDays().format(new Date(day));

/** Formats a date with the day of the week. @param moment - ISO 8601. */
export const formatLongDate = (moment: string): string => longDates().format(new Date(moment));

/** @param day - A day in UTC, such as `2026-11-22`. */
export const formatDay = (day: string): string => days().format(new Date(day));
