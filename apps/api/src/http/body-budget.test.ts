import { describe, expect, it } from "vitest";
import { returnBodyBytes, takeBodyBytes } from "./body-budget.js";

describe("takeBodyBytes", () => {
  it("limits a holder to a quarter of the budget, and takes back returned bytes", () => {
    const quarter = 8_388_608;
    expect(takeBodyBytes("a", quarter)).toBe(true);
    expect(takeBodyBytes("a", 1)).toBe(false);
    for (const holder of ["b", "c", "d"]) expect(takeBodyBytes(holder, quarter)).toBe(true);
    expect(takeBodyBytes("e", 1)).toBe(false);
    returnBodyBytes("a", quarter);
    expect(takeBodyBytes("e", quarter)).toBe(true);
    for (const holder of ["b", "c", "d", "e"]) returnBodyBytes(holder, quarter);
    expect(takeBodyBytes("a", quarter)).toBe(true);
    returnBodyBytes("a", quarter);
  });
});
