import { expect, it } from "vitest";
import {
  formatCalendarDay,
  formatDate,
  formatDay,
  formatLongDate,
  formatMoment,
  formatNumber,
  formatTime,
} from "./format";

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
