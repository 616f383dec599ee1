import type { Statistics } from "@petstore/contract/client";
import { BYTE_ORDER_MARK, spreadsheetSafe, writeRecord } from "@petstore/tables";
import { t } from "../../../texts";
import { report as texts } from "../../../texts/report";
import { averageStay, currenciesOf, isByWeek, type Numbers, periodsOf, sumOf } from "./numbers";
import { categoryText } from "./report-tables";

/**
 * Writes the tables of the report one below the other, with a column that tells them apart. Amounts are plain numbers
 * with a column for each currency, so that a spreadsheet can add them up.
 */
export const writeReport = ({ days, categories = [] }: Statistics, firstWeekday: number): string => {
  const total = sumOf(days);
  const currencies = currenciesOf(total);
  const [first = "", last = ""] = [days[0]?.date, days.at(-1)?.date];
  const cellsOf = (numbers: Numbers) => [
    String(numbers.added),
    String(numbers.imported),
    String(numbers.sold),
    String(numbers.ordered),
    ...currencies.map((currency) =>
      String(numbers.sales?.paid.find((paid) => paid.currency === currency)?.amount ?? 0),
    ),
    String(averageStay(numbers) ?? ""),
  ];
  const { added, imported, sold, ordered, day } = t.today.activity;
  const header = [
    texts.table,
    texts.from,
    texts.to,
    t.today.stock.category,
    added,
    imported,
    sold,
    ordered,
    ...currencies.map(texts.paidIn),
    texts.stay,
  ];
  const rows = [
    ...periodsOf(days, firstWeekday).map((period) => [
      isByWeek(days) ? texts.week : day,
      period.date,
      period.lastDate,
      "",
      ...cellsOf(period),
    ]),
    ...categories.map((one) => [t.today.stock.category, first, last, categoryText(one), ...cellsOf(one)]),
    [t.today.stock.total, first, last, "", ...cellsOf(total)],
  ];
  const lines = [header, ...rows].map((row) => writeRecord(row.map((cell) => spreadsheetSafe(cell))));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
};
