import { expect, it } from "vitest";
import { printable } from "./printable.js";

it("shows at most the first 60 code units of a value, without control characters", () => {
  expect(printable("a\u001b[2J\tb\u0085")).toBe('"a\ufffd[2J\ufffdb\ufffd"');
  expect(printable("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
  expect(printable("x".repeat(61))).toBe(`"${"x".repeat(59)}…"`);
});

it("never cuts a character in two", () => {
  for (const text of [`${"x".repeat(59)}🐕y`, "🐕".repeat(40)]) expect(printable(text).isWellFormed()).toBe(true);
});
