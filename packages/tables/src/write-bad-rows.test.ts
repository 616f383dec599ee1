import { expect, it } from "vitest";
import { writeBadRows } from "./write-bad-rows.js";

const columns = ["Line", "Problem"] as const;

it("writes bad rows as they are, padded to the widest, with their lines and problems in the last columns", () => {
  const rows = [
    { line: 3, fields: ["Rex;"], problem: "status is required" },
    { line: 5, fields: [" Max", "b", "extra"], problem: "has a value; too many" },
  ];
  expect(writeBadRows({ header: ["name", "status"], delimiter: ";", added: 0, columns }, rows)).toBe(
    [
      "\uFEFFname;status;;Line;Problem",
      '"Rex;";;;3;status is required',
      ' Max;b;extra;5;"has a value; too many"',
      "",
    ].join("\r\n"),
  );
});

it("replaces the columns of an earlier file of bad rows", () => {
  const rows = [{ line: 2, fields: ["Rex", "3", "is bad", "extra"], problem: "is still bad" }];
  expect(writeBadRows({ header: ["name", "Zeile", "Problem"], delimiter: ",", added: 2, columns }, rows)).toBe(
    ["\uFEFFname,,Line,Problem", "Rex,extra,2,is still bad", ""].join("\r\n"),
  );
});

it("does not make all rows as wide as one with a million values", () => {
  const wide = { line: 2, fields: Array.from({ length: 1_000_000 }, () => "x"), problem: "is wide" };
  const others = Array.from({ length: 1_000 }, (_, at) => ({ line: at + 3, fields: ["a"], problem: "is bad" }));
  const text = writeBadRows({ header: ["name"], delimiter: ",", added: 0, columns }, [wide, ...others]);
  expect(text.length).toBeLessThan(2_100_000);
  expect(text.startsWith("\uFEFFname,Line,Problem\r\nx,x,")).toBe(true);
});
