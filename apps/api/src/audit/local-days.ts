export const DAY_MS = 86_400_000;

/** Consecutive days of a time zone. `moments` has the start of each day, and then the end of the last one. */
export type LocalDays = { readonly dates: readonly string[]; readonly moments: readonly Date[] };

const clockOf = (timeZone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = [part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")] as const;
    return Date.UTC(...local);
  };
};

/**
 * Returns the first moment of a day. If the clocks change at midnight, midnight may occur twice; then the first one
 * counts. Or it may not occur at all; then the day begins with the change.
 * @param midnight - The local time of midnight, as if it were UTC.
 * @param readClock - Returns the local time of a moment in the same form.
 */
const startOf = (midnight: number, readClock: (at: number) => number): number => {
  const offsetAt = (at: number) => readClock(at) - at;
  const [early, late] = [midnight - offsetAt(midnight - DAY_MS), midnight - offsetAt(midnight + DAY_MS)];
  const found = [early, late].filter((at) => readClock(at) === midnight);
  return found.length === 0 ? early : Math.min(...found);
};

/**
 * @param timeZone - An IANA name.
 * @param lastDay - A date such as `2026-11-30`; the day of `now` by default.
 */
export const localDays = (now: Date, days: number, timeZone: string, lastDay?: string): LocalDays => {
  const readClock = clockOf(timeZone);
  const whole = now.getTime() - (now.getTime() % 1_000);
  const last = lastDay === undefined ? Math.floor(readClock(whole) / DAY_MS) * DAY_MS : Date.parse(lastDay);
  const midnights = Array.from({ length: days + 1 }, (_, at) => last + (at - days + 1) * DAY_MS);
  return {
    dates: midnights.slice(0, -1).map((midnight) => new Date(midnight).toISOString().slice(0, 10)),
    moments: midnights.map((midnight) => new Date(startOf(midnight, readClock))),
  };
};
