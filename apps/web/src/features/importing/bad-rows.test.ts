import { describe, expect, it } from "vitest";
import { groupProblems, writeBadRows } from "./bad-rows.js";
import { type CsvFile, isProblem, readFile } from "./read-file.js";

const badRows = [
  { line: 3, problem: "name is required" },
  { line: 4, problem: 'status "a" is unknown' },
  { line: 6, problem: 'status "b" is unknown' },
];

describe("groupProblems", () => {
  it("joins problems that differ only in their value, the most frequent first", () => {
    expect(groupProblems(badRows)).toEqual([
      { problem: "status “…” is unknown", lines: [4, 6] },
      { problem: "name is required", lines: [3] },
    ]);
  });
});

describe("writeBadRows", () => {
  it("writes each bad row unchanged, with its line and problem", async () => {
    const given = new File(["name,status\nok,sold\n,sold\nRex;,a\n\nMax,b,extra\n"], "a.csv");
    const file = await readFile(given, {}, new AbortController().signal);
    if (isProblem(file)) throw new Error(file);
    const labels = { line: "line", problem: "problem" };
    expect(await writeBadRows(file satisfies CsvFile, badRows, labels)).toBe(
      '\uFEFFname,status,line,problem\r\n,sold,3,name is required\r\nRex;,a,4,"status ""a"" is unknown"\r\nMax,b,extra,6,"status ""b"" is unknown"\r\n',
    );
  });
});
