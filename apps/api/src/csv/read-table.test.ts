import type { CsvRecord } from "@petstore/tables";
import { rowOf, workbookParts, zipOf } from "@petstore/tables/test/workbook-parts";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTable } from "./read-table.js";

const inChunks = async function* (bytes: Buffer, size = bytes.length): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const open = (content: string | Uint8Array, chunkSize?: number, choice: Parameters<typeof openTable>[2] = {}) =>
  openTable(inChunks(Buffer.from(content as string), chunkSize), "pets.csv", choice, {
    signal: new AbortController().signal,
  });

const read = async (...given: Parameters<typeof open>): Promise<CsvRecord[]> => {
  const records: CsvRecord[] = [];
  for await (const some of (await open(...given)).records) {
    for (const record of some) records.push(record);
  }
  return records;
};

const values = async (...given: Parameters<typeof open>) => (await read(...given)).map(({ fields }) => fields);

describe("reading CSV", () => {
  it("returns the same records as csv-parse, however the text is cut into chunks", async () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r\n", "é", "🐈", " ") }),
      fc.string(),
    );
    const table = fc.array(fc.array(value, { minLength: 2, maxLength: 3 }), { minLength: 1 });
    const shape = fc.record({ quoted: fc.boolean(), record_delimiter: fc.constantFrom("\n", "\r\n") });
    await fc.assert(
      fc.asyncProperty(table, shape, fc.integer({ min: 1, max: 20 }), async (rows, options, chunkSize) => {
        const clean = rows.map((row) => row.map((text) => text.replaceAll("\0", "").replaceAll(/\r(?!\n)/g, "")));
        const content = stringify(clean, { ...options, quoted_match: /[\r\n]/ });
        const expected = parse(content, { relax_column_count: true, record_delimiter: options.record_delimiter });
        // The text of a few records may fit another delimiter better.
        expect(await values(content, chunkSize, { delimiter: "," })).toEqual(expected);
      }),
    );
  });

  it("ignores a byte order mark, even split across chunks", async () => {
    expect(await values("\uFEFFname,kind\nRex,Dog\n", 2)).toEqual([
      ["name", "kind"],
      ["Rex", "Dog"],
    ]);
  });

  it("reads a last line without a line break", async () => {
    expect(await values('a,b\nc,"d"')).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("skips blank lines and counts them", async () => {
    expect(await read("a,b\n\n\r\nc,d\n")).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 4, fields: ["c", "d"] },
    ]);
  });

  it("reports the line where a record starts, after line breaks in quotes", async () => {
    const records = await read('a,b\n"x\ny\r\nz",1\nlast,2\n', 3);
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it.each([
    ['Rex "the" dog,Dog', "stray_quote"],
    ['"Rex" the dog,Dog', "stray_quote"],
    ['"Rex,Dog', "unclosed_quote"],
  ])("reports only %s, whose quotes are faulty (%s), and continues with the next line", async (broken, problem) => {
    const records = await read(`a,b\n${broken}\nLuna,Cat\n`, 7);
    expect(records).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 2, fields: [broken], problem: { code: problem } },
      { line: 3, fields: ["Luna", "Cat"] },
    ]);
  });

  it("does not read the whole file into memory for an unclosed quote", async () => {
    const rows = "Luna,Cat\n".repeat(300_000);
    const records = await read(`"Rex,Dog\n${rows}`, 65_536);
    expect(records).toHaveLength(300_001);
    expect(records.filter(({ problem }) => problem !== undefined).map(({ line }) => line)).toEqual([1]);
  });

  it("waits up to 1 MiB for the end of a quote", async () => {
    const problemsOf = async (length: number) =>
      (await read(`"${"x\n".repeat(length / 2 - 1)}x\n",Dog\n`, length + 1)).filter(
        ({ problem }) => problem !== undefined,
      );
    expect(await problemsOf(1_048_574)).toEqual([]);
    expect((await problemsOf(1_048_576))[0]).toMatchObject({ line: 1, problem: { code: "unclosed_quote" } });
  });

  it("ignores a byte order mark only at the beginning", async () => {
    expect(await values("a\n\uFEFFb\n", 2)).toEqual([["a"], ["\uFEFFb"]]);
  });

  it("refuses a line of over 1 MiB", async () => {
    await expect(read("x".repeat(3_000_000), 65_536)).rejects.toThrow(
      "pets.csv has a line of over 1 MiB (at or soon after line 1); check its line breaks and quotes.",
    );
  });

  it.each([
    ["Windows-1252", Buffer.from("name\nZo\u00eb\n", "latin1"), "windows-1252"],
    ["UTF-16 with a byte order mark", Buffer.from("\uFEFFname\nZo\u00eb\n", "utf16le"), "utf-16le"],
    ["UTF-16 without one", Buffer.from("name\nZo\u00eb\n", "utf16le"), "utf-16le"],
  ])("reads %s, and says so", async (_, content, encoding) => {
    const table = await open(content);
    const records = [];
    for await (const some of table.records) records.push(...some);
    expect(records.map(({ fields }) => fields)).toEqual([["name"], ["Zo\u00eb"]]);
    expect(table.reading()).toEqual({ encoding, delimiter: ",", workbook: null });
  });

  it("reads a workbook, and reports its sheets and hidden rows", async () => {
    const bytes = zipOf(workbookParts({ Animals: rowOf("name") + rowOf("Rex, the dog"), Hidden: rowOf("x") }));
    expect(await values(bytes, 7)).toEqual([["name"], ["Rex, the dog"]]);
    expect((await open(bytes)).reading()).toEqual({
      ...{ encoding: null, delimiter: null },
      workbook: { sheet: "Animals", sheets: ["Animals"], hiddenSheets: ["Hidden"], hiddenRows: 0 },
    });
  });

  it.each([
    [
      "a damaged character",
      Buffer.from("name\nZo\u00eb\n\u00ff").subarray(0, -1),
      "is neither UTF-8, nor UTF-16, nor Windows-1252 text (at or soon after line ",
    ],
    ["zeros", Buffer.from("name\nZ\0\n"), "is not a text file (at or soon after line "],
    ["a picture", Buffer.from([0xff, 0xd8, 0xff]), "is a picture"],
    ["a PDF", Buffer.from("%PDF-1.7 "), "is a PDF"],
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), "is an older workbook, or has a password"],
    ["a damaged workbook", Buffer.from([0x50, 0x4b, 3, 4, 0]), "is not an .xlsx workbook that can be read"],
  ])("refuses %s", async (_, content, problem) => {
    for (const size of [2, content.length]) await expect(read(content, size)).rejects.toThrow(`pets.csv ${problem}`);
  });
});
