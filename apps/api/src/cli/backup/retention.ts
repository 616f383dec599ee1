import { InvalidArgumentError } from "commander";

const periods = { d: "days", w: "weeks", m: "months" } as const;
type Period = (typeof periods)[keyof typeof periods];

/** How many days, weeks and months keep their newest backup. */
export type Retention = Readonly<Record<Period, number>>;

const MAX_COUNT = 9_999;
const DAY_MS = 86_400_000;
/** The epoch began on a Thursday, and a week begins on a Monday. */
const DAYS_BEFORE_EPOCH = 3;
const DAYS_OF_WEEK = 7;

/** Parses a text such as `7d,4w,12m`. */
export const parseRetention = (text: string): Retention => {
  const retention: Record<Period, number> = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(",")) {
    const [, count = "", unit = ""] = /^([1-9][0-9]*)([dwm])$/.exec(part.trim()) ?? [];
    const period = periods[unit as keyof typeof periods];
    if (period === undefined || Number(count) > MAX_COUNT || retention[period] > 0) {
      throw new InvalidArgumentError(
        `It must be numbers of days, weeks and months from 1 to ${MAX_COUNT}, each once, for example 7d,4w,12m.`,
      );
    }
    retention[period] = Number(count);
  }
  return retention;
};

const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS);

const periodOf: Readonly<Record<Period, (time: Date) => number | string>> = {
  days: dayOf,
  weeks: (time) => Math.floor((dayOf(time) + DAYS_BEFORE_EPOCH) / DAYS_OF_WEEK),
  months: (time) => time.toISOString().slice(0, "2026-11".length),
};

type Dated = { readonly name: string; readonly time: Date };

/**
 * Finds the backups that are no longer kept. Each of the last days, weeks and months (in UTC) that have a backup keeps
 * its newest one, so an outage of the backups removes none. The newest of all is always kept.
 */
export const findExpired = <Backup extends Dated>(backups: readonly Backup[], retention: Retention): Backup[] => {
  const newestFirst = backups.toSorted((one, other) => other.time.getTime() - one.time.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [period, count] of Object.entries(retention) as [Period, number][]) {
    const seen = new Set<number | string>();
    for (const backup of newestFirst) {
      const key = periodOf[period](backup.time);
      if (!seen.has(key) && seen.size < count) kept.add(backup);
      seen.add(key);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
};
