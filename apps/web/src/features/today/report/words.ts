import type { Money } from "@petstore/contract/client";
import { formatMoney } from "../../../lib/store/money";
import { formatDay, lazily } from "../../../lib/text/format";
import { locale } from "../../../texts/page-language";
import type { Period } from "./numbers";
import type { ReportRange } from "./range";

const months = lazily(() => new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }));
const ranges = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
const days = lazily(() => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }));

/** Names a range: its month, or its first and last day. */
export const rangeText = ({ month, firstDay, lastDay }: ReportRange): string =>
  month === undefined
    ? ranges().formatRange(new Date(firstDay), new Date(lastDay))
    : months().format(new Date(firstDay));

/** Names a day or a week. */
export const periodText = ({ date, lastDate }: Pick<Period, "date" | "lastDate">): string =>
  date === lastDate ? formatDay(date) : days().formatRange(new Date(date), new Date(lastDate));

/** @param hasCode - Whether the report has several currencies, whose signs may be the same. */
export const moneyText = ({ amount, currency }: Money, hasCode: boolean): string =>
  hasCode ? `${formatMoney(amount, currency)} ${currency}` : formatMoney(amount, currency);

type WeekInfo = { readonly firstDay: number };
type WithWeeks = { readonly weekInfo?: WeekInfo; readonly getWeekInfo?: () => WeekInfo };

/** The day with which a week begins where the reader lives: 1 for Monday. Older browsers do not know it. */
export const firstWeekday = (): number => {
  const region = new Intl.Locale(locale) as WithWeeks;
  return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1;
};
