import { inPageZone } from "./time-zone";

// The address holds moments, because the API takes moments. Staff choose and read days of the store's time zone, or of
// their browser's if the store has set none.

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

const MINUTE_MS = 60_000;
/** The length of a day without a change of the clocks. */
export const DAY_MS = 86_400_000;

// The language and the calendar are fixed, because the parts are read as numbers.
const clock = inPageZone("en-u-ca-gregory-nu-latn", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Returns what calendar and clock show at a moment, as if they were those of UTC. */
const wallClock = (date: Date): number => {
  const parts = Object.fromEntries(
    clock()
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
};

const toDay = (date: Date): string => new Date(wallClock(date)).toISOString().slice(0, 10);

/** How far the clock is ahead of UTC at a moment. */
const offsetAt = (ms: number): number => wallClock(new Date(ms)) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** People type a year digit by digit, so until the last digit the year is far in the past. */
const EARLIEST_YEAR = 2000;

const startOf = (text: string, daysLater: number): string | undefined => {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year === undefined || Number(year) < EARLIEST_YEAR) return undefined;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date) + daysLater);
  // The clock may change between midnight here and midnight in UTC, so the offset of a first guess is corrected. Where
  // it changes at midnight, the later of both moments is the one that exists on this day.
  const guess = midnight - offsetAt(midnight - offsetAt(midnight));
  const first = wallClock(new Date(guess)) < midnight ? midnight - offsetAt(midnight - DAY_MS) : guess;
  return new Date(first).toISOString();
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

/** Returns the calendar day that it is in the time zone of the page, as `2026-11-22`. */
export const today = (now = Date.now()): string => toDay(new Date(now));

/** Returns the last local day before `to`, or "" if there is none. */
export const dayBefore = (to: string | undefined): string =>
  to === undefined ? "" : toDay(new Date(Date.parse(to) - 1));

/** The number of the local day, counted without time zones, because a local day may have 23 or 25 hours. */
const dayNumber = (date: Date): number => Math.floor(wallClock(date) / DAY_MS);

/** Returns how many local days `to` lies after `from`: 0 on the same day, -1 on the day before. */
export const daysFrom = (from: Date, to: Date): number => dayNumber(to) - dayNumber(from);
