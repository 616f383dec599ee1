import { describe, expect, it } from "vitest";
import { guessDelimiter, readCsv, scanCsv, withCommas, writeRecord } from "./csv.js";

const read = (text: string, delimiter = ",") =>
  [...readCsv(text, delimiter)].flat().map(({ line, fields }) => [line, ...fields]);

describe("readCsv", () => {
  it("reads quoted delimiters, quotes and line breaks, and counts the lines", () => {
    expect(read('a,b\r\n"x, ""y""","1\n2"\r\n,z\n')).toEqual([
      [1, "a", "b"],
      [2, 'x, "y"', "1\n2"],
      [4, "", "z"],
    ]);
  });

  it("skips empty lines, but counts them", () => {
    expect(read("a\n\n\r\nb")).toEqual([
      [1, "a"],
      [4, "b"],
    ]);
  });

  it.each(['x"y,z', '"x"y,z', '"x,z'])("treats %s as the end of a line", (line) => {
    expect(read(`a,b\n${line}\nc,d`)).toEqual([
      [1, "a", "b"],
      [2, line],
      [3, "c", "d"],
    ]);
  });

  it("reads a value in quotes at the end of the file", () => {
    expect(read('a,"b"')).toEqual([[1, "a", "b"]]);
  });
});

describe("scanCsv", () => {
  it("can be stopped between two slices", async () => {
    const rows = "a,b,c\n".repeat(400_000);
    let count = 0;
    const stop = new AbortController();
    const scan = scanCsv(rows, ",", () => (count += 1), stop.signal);
    stop.abort();
    await expect(scan).rejects.toThrow("aborted");
    expect(count).toBeLessThan(400_000);
  });
});

describe("guessDelimiter", () => {
  it.each([
    ["name,kind;of\n1;2;3", ","],
    ["name;kind\n", ";"],
    ["name\tkind\n", "\t"],
    ["name|kind\nRex, the dog|Dog\n", "|"],
    ["name", ","],
    ["", ","],
    // The commas are within values and in quotes.
    ["name;note\nRex;a, b\nMax;c, d, e\n", ";"],
    ['"a,b,c";d\n"1,2,3";4\n', ";"],
    ['name;"note\n, more"\nRex;"1\n,2"\n', ";"],
    // Both delimiters fit, so nobody can tell.
    ["name;price,net\nRex;3,50\n", ","],
    ["a;b\tc\n1;2\t3\n", ","],
    // The later lines tell what the first one does not.
    ["a;b,c\n1;2\n3;4\n", ";"],
    [`a;b\n${"1;2\n".repeat(30_000)}`, ";"],
  ])("finds the delimiter of %j", (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});

describe("withCommas", () => {
  it("keeps the values and the line of each record", async () => {
    const text = 'name;note\n\nRex;"a\n;b"\nA, B;c';
    const written = await withCommas(text, ";");
    expect(read(written)).toEqual(read(text, ";"));
  });
});

describe("writeRecord", () => {
  it("quotes only fields that need it", () => {
    expect(writeRecord(["a", "b,c", 'd"e', "f\ng"])).toBe('a,"b,c","d""e","f\ng"');
  });
});
