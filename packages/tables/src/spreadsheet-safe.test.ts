import { describe, expect, it } from "vitest";
import { spreadsheetSafe } from "./spreadsheet-safe.js";

describe("spreadsheetSafe", () => {
  it.each([
    ["  =1", "'  =1"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["a\n=1", "a\n'=1"],
    ["a;@x;-1", "a;'@x;'-1"],
    ["", ""],
    ["a=b", "a=b"],
  ])("makes %j into %j", (value, safe) => {
    expect(spreadsheetSafe(value)).toBe(safe);
  });

  it("leaves null unchanged", () => {
    expect(spreadsheetSafe(null)).toBeNull();
  });
});
