import { expect, it } from "vitest";
import { expiryAfter, overlapOf } from "./duration.js";

it("reads an overlap in minutes, hours, days or weeks, up to a week", () => {
  expect(["1m", "90m", "12h", "7d", "1w"].map(overlapOf)).toEqual([60, 5_400, 43_200, 604_800, 604_800]);
  for (const text of ["8d", "10081m", "2w", "0m", "1", "1.5h", "1y", " 1d"]) {
    expect(() => overlapOf(text)).toThrow("and at most a week.");
  }
});

it("reads an expiry of up to ten years", () => {
  const days = (text: string) => Math.round((expiryAfter(text).getTime() - Date.now()) / 86_400_000);
  expect(["90d", "52w", "3652d"].map(days)).toEqual([90, 364, 3_652]);
  expect(() => expiryAfter("3654d")).toThrow("and at most 10 years.");
});
