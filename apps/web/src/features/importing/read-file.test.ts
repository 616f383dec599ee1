import { rowOf, workbookParts, zipOf } from "@petstore/tables/test/workbook-parts";
import { describe, expect, it } from "vitest";
import { type CsvFile, isProblem, readFile, type Reading } from "./read-file.js";

const never = new AbortController().signal;
const read = async (content: BlobPart, chosen: Reading = {}): Promise<CsvFile> => {
  const file = await readFile(new File([content], "animals"), chosen, never);
  if (isProblem(file)) throw new Error(file);
  return file;
};
const problemOf = async (content: BlobPart, chosen: Reading = {}) => {
  const file = await readFile(new File([content], "animals"), chosen, never);
  return isProblem(file) ? file : "none";
};
const workbook = (sheets: Readonly<Record<string, string>>) => zipOf(workbookParts(sheets));

describe("a file", () => {
  it("is read with the delimiter, the encoding and the header that were found", async () => {
    const bytes = Buffer.from("Report\n\nName;Kind\nM\u00e4sli;Cat\n", "latin1");
    expect(await read(new Uint8Array(bytes))).toMatchObject({
      ...{ encoding: "windows-1252", delimiter: ";", headerLine: 3, header: ["Name", "Kind"], rows: 1 },
      ...{ sample: [["M\u00e4sli", "Cat"]], firstLines: [{ line: 1 }, { line: 3 }, { line: 4 }] },
    });
  });

  it("is read with the delimiter, the encoding and the header that a person chose", async () => {
    const bytes = new Uint8Array(Buffer.from("name,kind;x\nName;Kind\nM\u00c3\u00a4;Cat\n", "latin1"));
    const chosen = { encoding: "windows-1252", delimiter: ";", headerLine: 2 } as const;
    expect(await read(bytes, chosen)).toMatchObject({ header: ["Name", "Kind"], sample: [["M\u00c3\u00a4", "Cat"]] });
  });

  it.each([
    ["no-header-line", "x", { headerLine: 9 }],
    ["empty", "name\n", {}],
    ["empty", "", {}],
    ["too-large", new Uint8Array(16_777_217), {}],
    ["binary", "a\0b", {}],
    ["picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), {}],
    ["pdf", "%PDF-1.7", {}],
    ["old-workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), {}],
    ["workbook", new Uint8Array([0x50, 0x4b, 3, 4, 0]), {}],
    ["no-sheet", workbook({ Animals: rowOf("a") + rowOf("b") }), { sheet: "gone" }],
    ["encoding", new Uint8Array([0x6e, 0x0a, 0xfc, 0x0a]), { encoding: "utf-8" }],
    ["too-wide", `a${",b".repeat(1_000)}\n1\n`, {}],
  ] as const)("is refused with the reason: %s", async (problem, content, chosen) => {
    expect(await problemOf(content, chosen)).toBe(problem);
  });
});

describe("a workbook", () => {
  it("is handled like any other file once it has been read", async () => {
    const bytes = workbook({ Animals: rowOf("name", "kind") + rowOf("Rex, the dog", "Dog"), Hidden: rowOf("x") });
    expect(await read(bytes, { delimiter: ";" })).toMatchObject({
      delimiter: ",",
      workbook: { sheet: "Animals", sheets: ["Animals"], hiddenSheets: ["Hidden"], isSkippingHidden: false },
      header: ["name", "kind"],
      sample: [["Rex, the dog", "Dog"]],
    });
  });

  it("leaves out hidden rows if a person chooses that", async () => {
    const bytes = workbook({ Animals: `${rowOf("name")}<row hidden="1"><c><v>1</v></c></row>${rowOf("Rex")}` });
    expect(await read(bytes)).toMatchObject({ rows: 2, workbook: { hiddenRows: 1 } });
    expect(await read(bytes, { isSkippingHidden: true })).toMatchObject({ rows: 1, workbook: { hiddenRows: 1 } });
  });

  it("is accepted with an empty sheet if it has another sheet", async () => {
    expect(await problemOf(workbook({ One: "" }))).toBe("empty");
    expect(await read(workbook({ One: "", Two: rowOf("a") }))).toMatchObject({
      ...{ rows: 0, header: [] },
      workbook: { sheets: ["One", "Two"] },
    });
  });
});

describe("a wide workbook", () => {
  const cellOf = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const far = (value: string) => `<row>${cellOf("name")}<c r="XFD1">${value}</c></row>`;
  const wide = (first: string, cell: string, count = 300_000) =>
    workbook({ Animals: first + `<row>${cell}</row>`.repeat(count) });

  it("ignores an empty cell, however far to the right it is", async () => {
    const bytes = wide(far(""), `${cellOf("Rex")}<c r="XFD1" s="1"/>`);
    const expected = { header: ["name"], rows: 300_000, values: [[{ value: "Rex", count: 300_000 }]] };
    expect(await read(bytes)).toMatchObject(expected);
  });

  it("is refused if it has 300,000 rows and one named column far to the right", async () => {
    expect(await problemOf(wide(far("<v>1</v>"), cellOf("Rex")))).toBe("too-wide");
  });

  it("does not block the page while it is read, and reading can be stopped", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort());
    const file = new File([wide(far("<v>1</v>"), cellOf("Rex"))], "wide.xlsx");
    await expect(readFile(file, {}, stop.signal)).rejects.toThrow("aborted");
  });
});

describe("the values of a column", () => {
  it("count a row that ends early as an empty value of the later columns", async () => {
    const { values } = await read(["a,b,c", "1", "1,2", "1,,3", "1,2,3"].join("\n"));
    expect(values.map((all) => all?.find(({ value }) => value === "")?.count)).toEqual([undefined, 2, 2]);
  });
});
