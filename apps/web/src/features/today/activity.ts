import type { Statistics } from "@petstore/contract/client";
import { firstMomentOf, momentAfter } from "../../lib/local-days";

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

/** The day with the highest value of either line. */
export const highestDay = (days: readonly ActivityDay[]): { readonly date: string; readonly value: number } =>
  days.reduce(
    (highest, { date, added, sold }) => {
      const value = Math.max(added, sold);
      return value > highest.value ? { date, value } : highest;
    },
    { date: days.at(-1)?.date ?? "", value: 0 },
  );
