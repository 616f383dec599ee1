import type { Statistics } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { linksOf, markupOf } from "../../../../test/support/markup";
import { averageStay, type Numbers, periodsOf, sumOf } from "./numbers";
import { monthAfter, rangeOf } from "./range";
import { writeReport } from "./report-csv";
import { CategoryTable, PeriodTable } from "./report-tables";
import { parseReportSearch } from "./search";
import { firstWeekday, moneyText, periodText, rangeText } from "./words";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const numbers = (sold: number, rest: Partial<Numbers["sales"]> = {}): Numbers => ({
  ...{ added: 1, imported: 0, sold, ordered: 2 },
  sales: { paid: [], stays: { pets: 0, days: 0 }, ...rest },
});
const dayOf = (at: number) => ({ date: `2026-11-${String(at).padStart(2, "0")}`, ...numbers(1) });
const november = Array.from({ length: 30 }, (_, at) => dayOf(at + 1));

describe("the address of the report", () => {
  it("has a month or a number of days, and leaves out what is invalid", () => {
    expect(parseReportSearch({ month: "2026-11" })).toEqual({ month: "2026-11" });
    expect(parseReportSearch({ days: "90", month: "2026-11" })).toEqual({ days: 90 });
    for (const month of ["2026-13", "1999-01", "11", ""]) expect(parseReportSearch({ month })).toEqual({});
    for (const days of ["8", "-7", "x"]) expect(parseReportSearch({ days })).toEqual({});
  });
});

describe("the range of the report", () => {
  it("is the current month up to today, if nothing is chosen", () => {
    expect(rangeOf({}, "2026-11-22")).toEqual({
      ...{ days: 22, firstDay: "2026-11-01", lastDay: "2026-11-22", month: "2026-11" },
    });
    expect(rangeOf({}, "2026-11-01").days).toBe(1);
  });

  it("is a whole month before, also in a leap year and across a year", () => {
    expect(rangeOf({ month: "2024-02" }, "2026-11-22")).toMatchObject({ days: 29, lastDay: "2024-02-29" });
    expect(rangeOf({ month: "2025-12" }, "2026-01-02")).toMatchObject({ days: 31, lastDay: "2025-12-31" });
    expect([monthAfter("2026-01", -1), monthAfter("2026-12", 1)]).toEqual(["2025-12", "2027-01"]);
  });

  it("is the current month instead of one that has not begun", () => {
    expect(rangeOf({ month: "2027-01" }, "2026-11-22").month).toBe("2026-11");
  });

  it("is a number of days that ends today", () => {
    expect(rangeOf({ days: 7 }, "2026-11-03")).toMatchObject({ firstDay: "2026-10-28", lastDay: "2026-11-03" });
  });

  it("has the name of its month, or of its days", () => {
    expect(rangeText(rangeOf({}, "2026-11-22"))).toBe("November 2026");
    expect(rangeText(rangeOf({ days: 7 }, "2026-11-03"))).toMatch(/^28 Oct\s?–\s?3 Nov 2026$/);
  });
});

describe("the rows of the report", () => {
  it("are weeks, the first and the last of which the range may cut", () => {
    const weeks = periodsOf(november, 1);
    expect(weeks.map(({ date, lastDate }) => [date, lastDate])).toEqual([
      ["2026-11-01", "2026-11-01"],
      ["2026-11-02", "2026-11-08"],
      ["2026-11-09", "2026-11-15"],
      ["2026-11-16", "2026-11-22"],
      ["2026-11-23", "2026-11-29"],
      ["2026-11-30", "2026-11-30"],
    ]);
    expect(weeks.map(({ sold }) => sold)).toEqual([1, 7, 7, 7, 7, 1]);
    expect(periodText({ date: "2026-11-02", lastDate: "2026-11-08" })).toMatch(/^2\s?–\s?8 Nov$/);
    expect(periodText({ date: "2026-11-01", lastDate: "2026-11-01" })).toBe("1 Nov");
  });

  it("begin a week on Sunday where people do", () => {
    expect(periodsOf(november, 7).map(({ date }) => date)).toEqual([
      ...["2026-11-01", "2026-11-08", "2026-11-15", "2026-11-22", "2026-11-29"],
    ]);
    expect(firstWeekday()).toBeGreaterThanOrEqual(1);
  });

  it("are days if there are seven or fewer", () => {
    expect(periodsOf(november.slice(0, 7), 1).map(({ date, lastDate }) => date === lastDate)).toEqual(
      Array.from({ length: 7 }, () => true),
    );
  });

  it("add up each currency by itself, and average over all stays", () => {
    const sum = sumOf([
      numbers(2, { paid: [euros(0.1), { amount: 5, currency: "USD" }], stays: { pets: 1, days: 10 } }),
      numbers(1, { paid: [euros(0.2)], stays: { pets: 3, days: 11.5 } }),
    ]);
    expect(sum).toMatchObject({ added: 2, sold: 3, ordered: 4 });
    expect(sum.sales?.paid).toEqual([euros(0.3), { amount: 5, currency: "USD" }]);
    expect(averageStay(sum)).toBe(5.4);
    expect(averageStay(numbers(3))).toBeUndefined();
  });

  it("name a currency by its code only beside other ones", () => {
    expect([moneyText(euros(3), false), moneyText(euros(3), true)]).toEqual(["€3.00", "€3.00 EUR"]);
  });

  it("link counts to their events, except imports and zeros", () => {
    const periods = periodsOf(november.slice(0, 2), 1);
    const table = <PeriodTable periods={periods} isWeeks={false} total={sumOf(periods)} hasCode={false} />;
    expect(linksOf(table).map((link) => /counted=(\w+)/.exec(link)?.[1])).toEqual([
      // The table of each row, and then its cards for narrow pages.
      ...["added", "sold", "ordered", "added", "sold", "ordered"],
      ...["added", "sold", "ordered", "added", "sold", "ordered"],
    ]);
  });

  it("sort categories by their sales, and link those that exist to their animals", () => {
    const categories = [
      { categoryId: 1, name: "Dogs", ...numbers(1) },
      { categoryId: 2, name: "Cats", ...numbers(4) },
      { categoryId: null, name: null, ...numbers(9) },
    ];
    const table = <CategoryTable categories={categories} total={sumOf(categories)} hasCode={false} />;
    expect(linksOf(table).map((link) => /categoryId=(\d)/.exec(link)?.[1])).toEqual(["2", "1", "2", "1"]);
    expect(markupOf(table)).toMatch(/No longer in a category.*Cats.*Dogs/);
  });
});

describe("the CSV file of the report", () => {
  const statistics: Statistics = {
    days: [
      { date: "2026-11-01", ...numbers(1, { paid: [euros(1.5)], stays: { pets: 1, days: 2 } }) },
      { date: "2026-11-02", ...numbers(2, { paid: [{ amount: 7, currency: "JPY" }] }) },
    ],
    categories: [
      { categoryId: 1, name: '=SUM("A")', ...numbers(3, { paid: [euros(1.5), { amount: 7, currency: "JPY" }] }) },
      { categoryId: null, name: null, ...numbers(0) },
    ],
    longPending: [],
  };

  it("has the days, the categories and the total, with plain numbers and a column for each currency", () => {
    const file = writeReport(statistics, 1);
    expect(file.split("\r\n")).toEqual([
      "\uFEFFTable,From,To,Category,Added,Imported,Sold,Ordered,Paid (EUR),Paid (JPY),Average days here",
      "Day,2026-11-01,2026-11-01,,1,0,1,2,1.5,0,2",
      "Day,2026-11-02,2026-11-02,,1,0,2,2,0,7,",
      `Category,2026-11-01,2026-11-02,"'=SUM(""A"")",1,0,3,2,1.5,7,`,
      "Category,2026-11-01,2026-11-02,No longer in a category,1,0,0,2,0,0,",
      "In all,2026-11-01,2026-11-02,,2,0,3,4,1.5,7,2",
      "",
    ]);
  });

  it("names weeks if there are more days", () => {
    const rows = writeReport({ days: november, longPending: [] }, 1).split("\r\n");
    expect(rows[2]).toBe("Week,2026-11-02,2026-11-08,,7,0,7,14,");
  });
});
