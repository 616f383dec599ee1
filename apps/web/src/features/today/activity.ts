import type { Statistics } from "@petstore/contract/client";

export type ActivityDay = Statistics["days"][number];
/** Of the chart, its placeholder and its table: nothing moves between them. */
export const chartHeight = "h-52 sm:h-72";

type Totals = Pick<ActivityDay, "added" | "sold" | "ordered">;

export const totalsOf = (days: readonly ActivityDay[]): Totals => ({
  added: days.reduce((sum, { added }) => sum + added, 0),
  sold: days.reduce((sum, { sold }) => sum + sold, 0),
  ordered: days.reduce((sum, { ordered }) => sum + ordered, 0),
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
