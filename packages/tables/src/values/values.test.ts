import { describe, expect, it } from "vitest";
import { isBooleanWord, readBoolean } from "./booleans.js";
import { createDateEvidence, type DateOrder, isDayOfCalendar, needsDateOrder, readDate } from "./dates.js";
import { createNumberEvidence, type DecimalSign, readNumber } from "./numbers.js";

describe("yes and no", () => {
  it.each(["true", "Yes", " Y ", "1", "x", "X", "JA", "wahr", "Sí", "si\u0301", "oui", "VRAI", "✓"])(
    "%j is yes",
    (text) => {
      expect(readBoolean(text)).toBe(true);
    },
  );

  it.each(["false", "No", "n", "0", "nein", "falsch", "falso", "non", "faux", "-"])("%j is no", (text) => {
    expect(readBoolean(text)).toBe(false);
  });

  it("are unknown for some words, and other words are neither yes nor no", () => {
    expect(["unknown", "U", "?", "n/a", "Unbekannt"].map(readBoolean)).toEqual(Array(5).fill(null));
    expect(["maybe", "2", "yes!", ""].map(readBoolean)).toEqual(Array(4).fill(undefined));
  });

  it("are recognised in a column only by words, because signs may also be numbers or codes", () => {
    expect(["yes", "Nein", "oui", "FALSE"].every(isBooleanWord)).toBe(true);
    expect(["1", "0", "x", "y", "-", ""].some(isBooleanWord)).toBe(false);
  });
});

describe("a date", () => {
  it.each([
    ["2023-08-17", "2023-08-17"],
    [" 2023-08-17 00:00:00 ", "2023-08-17"],
    ["2014-04-10T00:00:00.000", "2014-04-10"],
    ["2014-04-10T23:30:00Z", "2014-04-10"],
    ["2014-04-10 14:05 +02:00", "2014-04-10"],
    ["2023-8-7", "2023-08-07"],
    ["2023/08/07", "2023-08-07"],
    ["20230601", "2023-06-01"],
    ["12-Aug-2020", "2020-08-12"],
    ["12. August 2020", "2020-08-12"],
    ["1 août 2021", "2021-08-01"],
    ["3 ene 2021", "2021-01-03"],
    ["24. Dez. 2021", "2021-12-24"],
    ["Mar 5, 2021", "2021-03-05"],
    ["March 5 2021 1:05 PM", "2021-03-05"],
  ])("is read without an order of day and month if it can be read in only one way: %j", (text, day) => {
    expect(readDate(text)).toBe(day);
    expect(needsDateOrder(text)).toBe(false);
  });

  it.each([
    ["6/21/2019", undefined, "2019-06-21"],
    ["24.12.2023", "2023-12-24", undefined],
    ["03/04/2022 12:00:00 AM", "2022-04-03", "2022-03-04"],
    ["31-01-2020", "2020-01-31", undefined],
  ])("that can be read in two ways is read only with an order of day and month: %j", (text, dayFirst, monthFirst) => {
    const read = (order?: DateOrder) => readDate(text, order);
    expect([read(), read("ymd"), read("dmy"), read("mdy")]).toEqual([undefined, undefined, dayFirst, monthFirst]);
    expect(needsDateOrder(text)).toBe(true);
  });

  it.each(["43637", "2023-02-30", "20231301", "12-Xyz-2020", "1/2/23", "2023-8/7", "31/04/2020", "yesterday", "", "0"])(
    "is not %j",
    (text) => {
      for (const order of ["dmy", "mdy", "ymd"] as const) expect(readDate(text, order)).toBeUndefined();
    },
  );

  it.each([
    [["03/04/2022", "21/08/2023"], "dmy"],
    [["03/04/2022", "8/21/2023"], "mdy"],
    [["03/04/2022"], undefined],
    [["21/08/2023", "8/21/2023"], undefined],
    [["2023-08-21", "Dog", ""], undefined],
    [["99/99/2023"], undefined],
  ])("shows the order of day and month for all dates of its column: %j", (texts, order) => {
    const evidence = createDateEvidence();
    for (const text of texts) evidence.add(text);
    expect(evidence.order()).toBe(order);
  });

  it("exists exactly if a calendar has it", () => {
    const differing: string[] = [];
    for (const year of [0, 1, 1600, 1899, 1900, 2000, 2023, 2024, 2100, 9999])
      for (let month = 0; month <= 13; month += 1)
        for (let day = 0; day <= 32; day += 1) {
          const date = new Date(0);
          date.setUTCFullYear(year, month - 1, day);
          const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
          if (isDayOfCalendar(year, month, day) !== isSame) differing.push(`${year}-${month}-${day}`);
        }
    expect(differing).toEqual([]);
  });

  it("is read in linear time, however long the text is", () => {
    expect(readDate(`1${" ".repeat(1_000_000)}x`)).toBeUndefined();
  });
});

describe("a number", () => {
  it.each([
    ["4.5", ".", 4.5],
    ["4,5", ",", 4.5],
    ["-3", ".", -3],
    ["−3,25", ",", -3.25],
    ["1.250,50", ",", 1250.5],
    ["1,250.50", ".", 1250.5],
    ["1 250,50 €", ",", 1250.5],
    ["€60", ".", 60],
    ["60.- ", ".", 60],
    ["CHF 1’250.50", ".", 1250.5],
    ["$1,250", ".", 1250],
    ["4,5 kg", ",", 4.5],
    ["12KG", ".", 12],
  ] as const)("is read with its currency or its unit: %j", (text, decimal, value) => {
    expect(readNumber(text, decimal, "kg")).toBe(value);
  });

  it.each([
    ["4,5", "."],
    ["1.250", undefined, 1.25],
    ["1,25.0", "."],
    ["12 lb", "."],
    ["1e5", "."],
    ["0x10", "."],
    ["", "."],
    ["€", "."],
    ["1.2.3", "."],
    ["12345678901234", "."],
  ] as const)(
    "is refused if it is not written as a number, or needs the decimal sign: %j",
    (text, decimal, value?: number) => {
      expect(readNumber(text, decimal as DecimalSign, "kg")).toBe(value);
    },
  );

  it.each([
    [["4,5", "3"], ","],
    [["4.5", "1,250"], "."],
    [["1.250,50", "25,00"], ","],
    [["1,250.50"], "."],
    [["1,250,000"], "."],
    [["1.250.000"], ","],
    [["1,250", "2,000"], undefined],
    [["4,5", "4.5"], undefined],
    [["1", "2", "Dog", "3.5.x"], "."],
    [["0,125"], ","],
  ])("shows the decimal sign for all numbers of its column: %j", (texts, sign) => {
    const evidence = createNumberEvidence();
    for (const text of texts) evidence.add(text);
    expect(evidence.sign()).toBe(sign);
  });
});
