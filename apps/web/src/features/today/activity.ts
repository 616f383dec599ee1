import type { Statistics } from "@petstore/contract/client";
import { createPreference } from "../../lib/page/preferences";
import { formatDay } from "../../lib/text/format";
import { firstMomentOf, momentAfter } from "../../lib/text/local-days";
import { t } from "../../texts";

export type ActivityDay = Statistics["days"][number];

export const activityRanges = [7, 30, 90] as const;

/** How many days the panel shows, as this browser remembers it. */
export const activityDays = createPreference<(typeof activityRanges)[number]>(
  "activity-days",
  (stored) => activityRanges.find((days) => days === stored) ?? 30,
);

/** The height of the chart, of its placeholder and of its table, so that nothing moves when one replaces another. */
export const chartHeight = "h-52 sm:h-72";

type Totals = Omit<ActivityDay, "date" | "sales">;

export const totalsOf = (days: readonly Totals[]): Totals => ({
  added: days.reduce((sum, { added }) => sum + added, 0),
  imported: days.reduce((sum, { imported }) => sum + imported, 0),
  sold: days.reduce((sum, { sold }) => sum + sold, 0),
  ordered: days.reduce((sum, { ordered }) => sum + ordered, 0),
});

/** Returns the moments between which the days lie, in the time zone that was asked for. */
export const momentsOf = (days: readonly ActivityDay[]) => ({
  createdFrom: firstMomentOf(days[0]?.date ?? ""),
  createdTo: momentAfter(days.at(-1)?.date ?? ""),
});

/** Names the day with the highest value, or how many days share that value. There is none if all values are zero. */
const mostInWords = (days: readonly ActivityDay[], name: "added" | "sold"): readonly string[] => {
  const value = Math.max(0, ...days.map((day) => day[name]));
  const [first, ...others] = value === 0 ? [] : days.filter((day) => day[name] === value);
  if (first === undefined) return [];
  return others.length === 0
    ? [t.today.activity.most[name](value, formatDay(first.date))]
    : [t.today.activity.mostOften[name](value, others.length + 1)];
};

/** Describes the chart in a sentence or two. */
export const inWords = (days: readonly ActivityDay[]): string => {
  const { added, sold } = totalsOf(days);
  return [t.today.activity.sums(added, sold), ...mostInWords(days, "added"), ...mostInWords(days, "sold")].join(" ");
};

/**
 * A value is an outlier if it is this many times the next highest value. One such day, for example with a delivery of a
 * hundred animals, must not make all other bars look alike.
 */
const OUTLIER = 4;
/** The highest top of a chart in which the bar of a single animal is tall enough to tell it from the bar of two. */
const LEGIBLE_TOP = 40;

/** Returns the highest value that the bars are drawn to. The bars of an outlier are cut, and show their value. */
export const topOf = (days: readonly ActivityDay[]): number => {
  const [highest = 0, next = 0] = days.flatMap(({ added, sold }) => [added, sold]).toSorted((a, b) => b - a);
  const top = Math.max(LEGIBLE_TOP, 2 * next);
  const isOutlier = next > 0 && highest > OUTLIER * next;
  return isOutlier && highest > top ? top : Math.max(1, highest);
};
