import { describe, expect, it, onTestFinished } from "vitest";
import { formatAge, formatDaysSince } from "./age";
import { setTimeZone } from "./time-zone";

const noon = Date.parse("2026-11-30T12:00:00Z");

describe("the age of an animal", () => {
  it.each([
    ["2026-11-30", "0 days"],
    ["2026-11-29", "1 day"],
    ["2026-11-17", "13 days"],
    ["2026-11-16", "2 weeks"],
    ["2026-09-01", "12 weeks"],
    ["2026-08-30", "3 months"],
    ["2026-06-30", "5 months"],
    ["2024-12-01", "23 months"],
    ["2024-11-30", "2 years"],
    ["2011-12-01", "14 years"],
  ])("of one born on %s is %s", (day, age) => {
    expect(formatAge(day, noon)).toBe(age);
  });

  it("counts a month of 31 days as whole only on the same date of a later month", () => {
    expect(formatAge("2026-05-31", Date.parse("2026-11-30T12:00:00Z"))).toBe("5 months");
    expect(formatAge("2024-02-29", Date.parse("2026-02-28T12:00:00Z"))).toBe("23 months");
  });

  it("is unknown for a day to come and for a text that is no day", () => {
    expect([formatAge("2026-12-02", noon), formatAge("soon", noon), formatDaysSince("soon", noon)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("counts the calendar days of the store's time zone", () => {
    onTestFinished(() => setTimeZone(null));
    setTimeZone("Pacific/Auckland");
    expect([formatAge("2026-11-30", noon), formatDaysSince("2026-11-30", noon)]).toEqual(["1 day", "1 day"]);
    setTimeZone("America/New_York");
    expect([formatAge("2026-11-30", noon), formatDaysSince("2026-11-01", noon)]).toEqual(["0 days", "29 days"]);
  });
});
