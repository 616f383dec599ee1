import { describe, expect, it } from "vitest";
import {
  formatCalendarDay,
  formatDate,
  formatDay,
  formatLongDate,
  formatMoment,
  formatNumber,
  formatRelative,
  formatTime,
} from "./format";

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

it("groups the digits of numbers from 1,000", () => {
  expect([0, 999, 1_000, 1_234_567].map(formatNumber)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

it("shows a calendar day as the same day in every time zone", () => {
  expect([formatDay("2026-11-22"), formatCalendarDay("2026-11-22")]).toEqual(["22 Nov", "22 Nov 2026"]);
});

it.each([
  [0, 5, "00:05"],
  [23, 55, "23:55"],
])("shows a moment at %i:%i of the local clock by the local day and time", (hour, minute, time) => {
  const moment = new Date(2026, 10, 22, hour, minute).toISOString();
  expect([formatDate(moment), formatTime(moment)]).toEqual(["22 Nov 2026", time]);
  expect([formatMoment(moment), formatLongDate(moment)]).toEqual([
    `22 Nov 2026, ${time}`,
    expect.stringMatching(/^Sunday,? 22 November 2026$/),
  ]);
});
