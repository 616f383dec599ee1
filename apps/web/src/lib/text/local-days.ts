// The address holds moments, because the API takes moments. Staff choose and read days of their browser's time zone: the
// settings of the store have none.

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

const twoDigits = (value: number) => String(value).padStart(2, "0");

const toDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, "0")}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** People type a year digit by digit, so until the last digit the year is far in the past. */
const EARLIEST_YEAR = 2000;

const startOf = (text: string, daysLater: number): string | undefined => {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year === undefined || Number(year) < EARLIEST_YEAR) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
};

/**
 * @param text - A local day such as `2026-11-22`.
 * @returns its first moment, in UTC; undefined for a day that is only half typed
 */
export const firstMomentOf = (text: string): string | undefined => startOf(text, 0);

/** @returns the first moment of the next local day, because `to` is exclusive */
export const momentAfter = (text: string): string | undefined => startOf(text, 1);

/** Returns the local day of `from`, or "" if there is none. */
export const dayOf = (from: string | undefined): string => (from === undefined ? "" : toDay(new Date(from)));

/** Returns the last local day before `to`, or "" if there is none. */
export const dayBefore = (to: string | undefined): string =>
  to === undefined ? "" : toDay(new Date(Date.parse(to) - 1));

const DAY_MS = 86_400_000;

/** The number of the local day, counted without time zones, because a local day may have 23 or 25 hours. */
const dayNumber = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

/** Returns how many local days `to` lies after `from`: 0 on the same day, -1 on the day before. */
export const daysFrom = (from: Date, to: Date): number => dayNumber(to) - dayNumber(from);
