import { DAY_MS } from "../../../lib/text/local-days";
import type { ReportSearch } from "./search";

/** Returns the calendar day that is some days after another one. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export type ReportRange = {
  readonly days: number;
  readonly firstDay: string;
  readonly lastDay: string;
  /** The month, of which the range has the days up to today; undefined for a number of days. */
  readonly month: string | undefined;
};

/** Returns the month that is `by` months after another one. */
export const monthAfter = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
};

/** @param today - The calendar day of the store, such as `2026-11-22`. */
export const rangeOf = ({ days, month: given }: ReportSearch, today: string): ReportRange => {
  if (days !== undefined) return { days, firstDay: dayAfter(today, 1 - days), lastDay: today, month: undefined };
  const current = today.slice(0, 7);
  // Nothing has happened in a month that has not begun.
  const month = given === undefined || given > current ? current : given;
  const firstDay = `${month}-01`;
  const lastDay = month === current ? today : dayAfter(`${monthAfter(month, 1)}-01`, -1);
  return { days: (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1, firstDay, lastDay, month };
};
