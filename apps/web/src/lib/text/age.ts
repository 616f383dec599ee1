import { locale } from "../../texts/page-language";
import { lazily } from "./format";
import { DAY_MS, today } from "./local-days";

const DAYS_OF_A_WEEK = 7;
const MONTHS_OF_A_YEAR = 12;

const formatOf = (unit: string) =>
  lazily(() => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }));
const years = formatOf("year");
const months = formatOf("month");
const weeks = formatOf("week");
const days = formatOf("day");

const partsOf = (day: string) => day.split("-").map(Number) as [year: number, month: number, date: number];

/** How many whole months of the calendar lie between two days. */
const monthsBetween = (from: string, to: string): number => {
  const [fromYear, fromMonth, fromDate] = partsOf(from);
  const [year, month, date] = partsOf(to);
  return (year - fromYear) * MONTHS_OF_A_YEAR + month - fromMonth - (date < fromDate ? 1 : 0);
};

/** @returns how many days ago the day was; NaN if it is no day */
const daysSince = (day: string, now: number): number => Math.round((Date.parse(today(now)) - Date.parse(day)) / DAY_MS);

/**
 * Returns the age of an animal as staff say it: days, then weeks, months from the third one on, and years from the
 * second one on.
 *
 * @param day - The calendar day of birth, such as `2026-11-22`.
 * @returns undefined if the day is no day, or later than today
 */
export const formatAge = (day: string, now = Date.now()): string | undefined => {
  const count = daysSince(day, now);
  if (Number.isNaN(count) || count < 0) return undefined;
  const whole = monthsBetween(day, today(now));
  if (whole >= 2 * MONTHS_OF_A_YEAR) return years().format(Math.floor(whole / MONTHS_OF_A_YEAR));
  if (whole >= 3) return months().format(whole);
  if (count >= 2 * DAYS_OF_A_WEEK) return weeks().format(Math.floor(count / DAYS_OF_A_WEEK));
  return days().format(count);
};

/**
 * Returns how many days have passed since a calendar day, such as "12 days".
 *
 * @returns undefined if the day is no day, or later than today
 */
export const formatDaysSince = (day: string, now = Date.now()): string | undefined => {
  const count = daysSince(day, now);
  return Number.isNaN(count) || count < 0 ? undefined : days().format(count);
};
