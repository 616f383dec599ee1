import { afterEach, describe, expect, it } from "vitest";
import { dayBefore, dayOf, daysFrom, firstMomentOf, momentAfter } from "./local-days";
import { setTimeZone } from "./time-zone";

describe("local days", () => {
  it("last from their first moment to the first moment of the next day", () => {
    expect(firstMomentOf("2026-11-22")).toBe(new Date(2026, 10, 22).toISOString());
    expect(momentAfter("2026-12-31")).toBe(new Date(2027, 0, 1).toISOString());
  });

  it("are the same when they are read from the address", () => {
    expect(dayOf(firstMomentOf("2026-03-29"))).toBe("2026-03-29");
    expect(dayBefore(momentAfter("2026-03-29"))).toBe("2026-03-29");
    expect([dayOf(undefined), dayBefore(undefined)]).toEqual(["", ""]);
  });

  it.each(["", "0002-11-22", "2026-1"])("ignore a half-typed day: %j", (text) => {
    expect([firstMomentOf(text), momentAfter(text)]).toEqual([undefined, undefined]);
  });
});

describe("the days of the store's time zone", () => {
  afterEach(() => setTimeZone(null));

  it.each([
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["America/New_York", "2026-11-22", "2026-11-22T05:00:00.000Z", "2026-11-23T05:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-11-22", "2026-11-21T10:00:00.000Z", "2026-11-22T10:00:00.000Z"],
    ["Asia/Kathmandu", "2026-11-22", "2026-11-21T18:15:00.000Z", "2026-11-22T18:15:00.000Z"],
    // The clock goes on from 0:00 to 1:00.
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z", "2026-03-29T21:00:00.000Z"],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    // The clock goes back from 1:00 to 0:00, so the day has two midnights.
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ])("in %s the day %s lasts from %s to %s", (timeZone, day, from, to) => {
    setTimeZone(timeZone);
    expect([firstMomentOf(day), momentAfter(day)]).toEqual([from, to]);
    expect([dayOf(from), dayBefore(to)]).toEqual([day, day]);
  });

  it("are counted by the calendar, across nights in which the clocks change", () => {
    setTimeZone("Europe/Berlin");
    expect(daysFrom(new Date("2026-03-28T22:30:00Z"), new Date("2026-03-29T21:30:00Z"))).toBe(1);
    expect(daysFrom(new Date("2026-10-25T22:30:00Z"), new Date("2026-10-24T22:30:00Z"))).toBe(0);
  });
});
