import { describe, expect, it } from "vitest";
import { writeRecord } from "./write-csv.js";

describe("writeRecord", () => {
  it("quotes only fields that need it", () => {
    expect(writeRecord(["a", "b,c", 'd"e', "f\ng"])).toBe('a,"b,c","d""e","f\ng"');
  });
});
