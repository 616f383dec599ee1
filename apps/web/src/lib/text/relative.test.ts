import { describe, expect, it } from "vitest";
import { formatRelative } from "./relative";

const now = Date.parse("2026-11-22T12:00:00Z");
const at = (seconds: number) => formatRelative(new Date(now + seconds * 1_000).toISOString(), now);

describe("formatRelative", () => {
  it.each([
    [-59, "this minute"],
    [-60, "1 minute ago"],
    [-3_599, "59 minutes ago"],
    [-3_600, "1 hour ago"],
    [-86_399, "23 hours ago"],
    [-86_400, "yesterday"],
    [-10 * 86_400, "10 days ago"],
    [86_400, "tomorrow"],
    [3 * 3_600 + 59, "in 3 hours"],
  ])("shows %i s as %s", (seconds, text) => {
    expect(at(seconds)).toBe(text);
  });
});

describe("formatRelative, from 24 hours on,", () => {
  const local = (...[month, day, hour]: readonly [number, number, number]) => new Date(2026, month, day, hour);
  const from = (now: Date, moment: Date) => formatRelative(moment.toISOString(), now.getTime());

  it.each([
    ["yesterday evening, read this evening", local(10, 22, 22), local(10, 21, 21), "yesterday"],
    ["the evening before yesterday, read in the morning", local(10, 22, 9), local(10, 20, 22), "2 days ago"],
    ["the morning of yesterday, read in the evening", local(10, 22, 22), local(10, 21, 6), "yesterday"],
    ["the last hours of the third day before", local(10, 22, 1), local(10, 19, 23), "3 days ago"],
    ["the evening of the day after tomorrow", local(10, 20, 9), local(10, 22, 22), "in 2 days"],
    ["tomorrow evening", local(10, 20, 9), local(10, 21, 22), "tomorrow"],
    ["across the night of 23 hours", local(2, 9, 9), local(2, 7, 22), "2 days ago"],
    ["across the night of 25 hours", local(10, 2, 9), local(9, 31, 22), "2 days ago"],
  ])("counts days of the calendar: %s", (_what, now, moment, text) => {
    expect(from(now, moment)).toBe(text);
  });

  it.each(Array.from({ length: 24 }, (_, hour) => hour))(
    "calls no day but the last one yesterday, at hour %i",
    (hour) => {
      const now = local(10, 22, hour);
      const called = Array.from({ length: 72 }, (_, hours) => new Date(now.getTime() - hours * 3_600_000))
        .filter((moment) => from(now, moment) === "yesterday")
        .map((moment) => moment.getDate());
      expect(new Set(called)).toEqual(new Set([21]));
    },
  );

  it("says hours in the last hour of a day of 25 hours", () => {
    const [begin, end] = [new Date(2026, 10, 1), new Date(2026, 10, 1, 23, 59)];
    const isLong = end.getTime() - begin.getTime() > 24 * 3_600_000;
    expect(from(end, begin)).toBe(isLong ? "24 hours ago" : "23 hours ago");
  });
});
