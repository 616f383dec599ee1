import type { Statistics } from "@petstore/contract/client";
import { formatDay } from "../../lib/text/format";
import { firstMomentOf, momentAfter } from "../../lib/text/local-days";
import { t } from "../../texts";

export type ActivityDay = Statistics["days"][number];
/** The height of the chart, its placeholder and its table: nothing moves between them. */
export const chartHeight = "h-52 sm:h-72";

type Totals = Omit<ActivityDay, "date">;

export const totalsOf = (days: readonly ActivityDay[]): Totals => ({
  added: days.reduce((sum, { added }) => sum + added, 0),
  imported: days.reduce((sum, { imported }) => sum + imported, 0),
  sold: days.reduce((sum, { sold }) => sum + sold, 0),
  ordered: days.reduce((sum, { ordered }) => sum + ordered, 0),
});

/** The moments between which the days are, in the time zone that they were asked for. */
export const momentsOf = (days: readonly ActivityDay[]) => ({
  from: firstMomentOf(days[0]?.date ?? ""),
  to: momentAfter(days.at(-1)?.date ?? ""),
});

/** The first day with the highest value; undefined if there is none. */
const highestDay = (
  days: readonly ActivityDay[],
  name: "added" | "sold",
): { readonly date: string; readonly value: number } | undefined => {
  const value = Math.max(0, ...days.map((day) => day[name]));
  const found = days.find((day) => day[name] === value);
  return value === 0 || found === undefined ? undefined : { date: found.date, value };
};

/** What the chart shows, as a sentence or two. */
export const inWords = (days: readonly ActivityDay[]): string => {
  const { added, sold } = totalsOf(days);
  const highest = (["added", "sold"] as const).flatMap((name) => {
    const day = highestDay(days, name);
    return day === undefined ? [] : [t.today.activity.most[name](day.value, formatDay(day.date))];
  });
  return [t.today.activity.sums(added, sold), ...highest].join(" ");
};

/** One day, for example a delivery of a hundred animals, must not make all others look alike. */
const OUTLIER = 4;
const MIN_TOP = 4;

/** The highest value that bars are drawn to: those of an outlier are cut, and have their number. */
export const topOf = (days: readonly ActivityDay[]): number => {
  const [highest = 0, next = 0] = days.flatMap(({ added, sold }) => [added, sold]).toSorted((a, b) => b - a);
  const top = Math.max(MIN_TOP, 2 * next);
  return highest > OUTLIER * Math.max(1, next) && highest > top ? top : Math.max(1, highest);
};
