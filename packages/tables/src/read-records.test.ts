import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CSV_RECORD_LENGTH } from "./csv.js";
import type { Delimiter } from "./delimiter.js";
import { createRecordReader, readRecords } from "./read-records.js";
import { scanText } from "./scan-text.js";

const read = async (pieces: readonly string[], chosen?: Delimiter) => {
  const reader = createRecordReader(chosen);
  const records = [];
  for await (const some of readRecords(pieces, reader)) records.push(...some);
  return { records: records.map(({ line, fields }) => [line, ...fields]), delimiter: reader.delimiter() };
};

describe("the records of a text", () => {
  it("are the same wherever the text is cut into pieces", async () => {
    const part = fc.constantFrom("a", '"b\n""c"', ";", "\r\n", "\n", "", "é🐕", "sep=;\n");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (parts, size) => {
        const text = parts.join("");
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? [];
        expect(await read(pieces)).toEqual(await read([text]));
      }),
    );
  });

  it("begin after a first line such as sep=; that names the delimiter and that spreadsheet programs hide", async () => {
    expect(await read(["sep=;\r\na,b;c\r\n1;2\r\n"])).toEqual({
      records: [
        [2, "a,b", "c"],
        [3, "1", "2"],
      ],
      delimiter: ";",
    });
    expect(await read(["\uFEFFSEP=|\na|b\n"])).toEqual({ records: [[2, "a", "b"]], delimiter: "|" });
    expect(await read(["sep=;\na;b\n"], ",")).toMatchObject({ records: [[2, "a;b"]] });
    expect(await read(["sep=^\na;b\nc;d\n"])).toEqual({
      records: [
        [2, "a", "b"],
        [3, "c", "d"],
      ],
      delimiter: ";",
    });
  });

  it("may end with a lone CR if the file has no other line ends", async () => {
    expect(await read(["a,b\r1,2\r\r3,", "4\r", "5,6"])).toMatchObject({
      records: [
        [1, "a", "b"],
        [2, "1", "2"],
        [4, "3", "4"],
        [5, "5", "6"],
      ],
    });
    expect(await read(["a,b\n1\r1,2\n"])).toMatchObject({
      records: [
        [1, "a", "b"],
        [2, "1\r1", "2"],
      ],
    });
  });

  it("are separated by the delimiter that the first lines show, even in a long file", async () => {
    const rows = "Rex;Dog, large\n".repeat(20_000);
    const { records, delimiter } = await read(["name;kind\n", rows]);
    expect([delimiter, records.length, records.at(-1)]).toEqual([";", 20_001, [20_001, "Rex", "Dog, large"]]);
  });

  it("are refused if a line is over 1 MiB", async () => {
    const long = "x".repeat(MAX_CSV_RECORD_LENGTH);
    expect((await read([long, "\n"])).records).toHaveLength(1);
    await expect(read([long, "x", "\n"])).rejects.toMatchObject({ problem: "line-too-long", line: 1 });
  });
});

describe("scanText", () => {
  it("passes on all records, and can be stopped between two slices", async () => {
    const rows = "a,b,c\n".repeat(400_000);
    let count = 0;
    await scanText(rows, createRecordReader(), (records) => (count += records.length));
    expect(count).toBe(400_000);
    const stop = new AbortController();
    count = 0;
    const scan = scanText(rows, createRecordReader(), (records) => (count += records.length), stop.signal);
    stop.abort();
    await expect(scan).rejects.toThrow("aborted");
    expect(count).toBeLessThan(400_000);
  });
});
