import type { Money, Statistics } from "@petstore/contract/client";
import { totalsOf } from "../activity";

type Day = Statistics["days"][number];
export type Numbers = Omit<Day, "date">;
/** Some days that follow each other, with their numbers. `date` is the first day. */
export type Period = Day & { readonly days: readonly Day[]; readonly lastDate: string };

/** Amounts have at most three decimals, and sums of fractions may have more. */
const rounded = (value: number): number => Number(value.toFixed(3));

const moneyOf = (all: readonly Numbers[]): Money[] => {
  const sums = new Map<string, number>();
  for (const { amount, currency } of all.flatMap(({ sales }) => sales?.paid ?? []))
    sums.set(currency, rounded((sums.get(currency) ?? 0) + amount));
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
};

/** Adds up the numbers of days or of categories. */
export const sumOf = (all: readonly Numbers[]): Numbers => {
  const stays = all.flatMap(({ sales }) => sales?.stays ?? []);
  const sum = (name: "pets" | "days") => stays.reduce((total, one) => total + one[name], 0);
  return { ...totalsOf(all), sales: { paid: moneyOf(all), stays: { pets: sum("pets"), days: sum("days") } } };
};

/** Returns how many days the sold animals were here on average; undefined if that is known of none. */
export const averageStay = ({ sales }: Numbers): number | undefined => {
  const { pets = 0, days = 0 } = sales?.stays ?? {};
  return pets === 0 ? undefined : Math.round((days / pets) * 10) / 10;
};

export const isNothing = ({ added, imported, sold, ordered, sales }: Numbers): boolean =>
  added + imported + sold + ordered + (sales?.paid.length ?? 0) === 0;

/** Up to this many days have a row each; more of them are shown by weeks. */
const MAX_ROWS_OF_DAYS = 7;

/** Tells whether the rows stand for weeks instead of days. */
export const isByWeek = (days: readonly Day[]): boolean => days.length > MAX_ROWS_OF_DAYS;

const SUNDAY = 7;
const weekday = (date: string): number => new Date(date).getUTCDay() || SUNDAY;

/**
 * Returns the days, or if they are many their weeks. The first and the last week may be cut by the range.
 * @param firstWeekday - The day with which a week begins: 1 for Monday, 7 for Sunday.
 */
export const periodsOf = (days: readonly Day[], firstWeekday: number): Period[] => {
  const groups: Day[][] = [];
  for (const day of days) {
    const last = groups.at(-1);
    const begins = last === undefined || !isByWeek(days) || weekday(day.date) === firstWeekday;
    if (begins) groups.push([day]);
    else last.push(day);
  }
  return groups.map((some) => ({
    ...sumOf(some),
    date: some[0]?.date ?? "",
    lastDate: some.at(-1)?.date ?? "",
    days: some,
  }));
};

/** Returns the currencies of all amounts, each once. */
export const currenciesOf = (numbers: Numbers): string[] => numbers.sales?.paid.map(({ currency }) => currency) ?? [];
