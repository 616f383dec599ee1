import { describe, expect, it } from "vitest";
import { localDays } from "./local-days.js";

const of = (now: string, days: number, timeZone: string, lastDay?: string) => {
  const { dates, moments } = localDays(new Date(now), days, timeZone, lastDay);
  return { dates, moments: moments.map((moment) => moment.toISOString().replace(":00.000Z", "Z")) };
};

describe("the days of a time zone", () => {
  it("end with today and follow each other without a gap", () => {
    expect(of("2026-11-22T23:59:59.999Z", 2, "UTC")).toEqual({
      dates: ["2026-11-21", "2026-11-22"],
      moments: ["2026-11-21T00:00Z", "2026-11-22T00:00Z", "2026-11-23T00:00Z"],
    });
  });

  it("follow the time zone, where it may already be tomorrow or still be yesterday", () => {
    expect(of("2026-11-22T23:30:00Z", 1, "Asia/Tokyo")).toEqual({
      dates: ["2026-11-23"],
      moments: ["2026-11-22T15:00Z", "2026-11-23T15:00Z"],
    });
    expect(of("2026-11-22T03:00:00Z", 1, "America/Los_Angeles").dates).toEqual(["2026-11-21"]);
  });

  it("end with a given day, whatever the time is", () => {
    expect(of("2026-11-22T12:00:00Z", 2, "Europe/Berlin", "2026-03-29")).toEqual({
      dates: ["2026-03-28", "2026-03-29"],
      moments: ["2026-03-27T23:00Z", "2026-03-28T23:00Z", "2026-03-29T22:00Z"],
    });
  });

  it("have 25 or 23 hours when the clocks change", () => {
    expect(of("2026-10-25T12:00:00Z", 1, "Europe/Berlin").moments).toEqual(["2026-10-24T22:00Z", "2026-10-25T23:00Z"]);
    expect(of("2026-03-29T12:00:00Z", 1, "Europe/Berlin").moments).toEqual(["2026-03-28T23:00Z", "2026-03-29T22:00Z"]);
  });

  it("start correctly where midnight is skipped or occurs twice", () => {
    expect(of("2026-09-06T12:00:00Z", 1, "America/Santiago").moments).toEqual([
      "2026-09-06T04:00Z",
      "2026-09-07T03:00Z",
    ]);
    expect(of("2026-11-01T12:00:00Z", 1, "America/Havana").moments).toEqual(["2026-11-01T04:00Z", "2026-11-02T05:00Z"]);
  });
});
