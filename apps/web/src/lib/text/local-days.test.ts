import { describe, expect, it } from "vitest";
import { dayBefore, dayOf, firstMomentOf, momentAfter } from "./local-days";

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
