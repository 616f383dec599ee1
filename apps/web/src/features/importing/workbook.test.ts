import { describe, expect, it } from "vitest";
import { rowOf, workbookParts, zipOf } from "../../../test/support/workbook";
import { type CsvFile, readFile } from "./read-file.js";
import { readSheetAsCsv } from "./workbook.js";

const never = new AbortController().signal;
const read = (bytes: Uint8Array<ArrayBuffer>, sheet?: string) => readSheetAsCsv(bytes.buffer, sheet, never);
const csvOf = async (rows: string, options: Parameters<typeof workbookParts>[1] = {}) => {
  const sheet = await read(zipOf(workbookParts({ Animals: rows }, options)));
  return typeof sheet === "string" ? sheet : sheet.text;
};

const number = (serial: number | string, style = 0) => `<row><c s="${style}"><v>${serial}</v></c></row>`;
const styled = (...codes: readonly (string | number)[]) => ({
  styles: `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join("")}</numFmts><cellXfs>${codes.map((code, at) => `<xf numFmtId="${typeof code === "number" ? code : 200 + at}"/>`).join("")}</cellXfs>`,
});

describe("a workbook", () => {
  it("yields texts of every kind as they show in the sheet", async () => {
    const texts = `<si><t>Rex</t></si><si><r><t>Ma</t></r><r><t xml:space="preserve">x </t></r><rPh><t>no</t></rPh></si><si/>`;
    const rows = `<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c><c r="D1" t="s"><v>2</v></c></x:row>
      <row r="2"><c t="str"><f>A1&amp;"x"</f><v>a&lt;b_x0041_</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-03-17T00:00:00</v></c></row>
      <row r="3"><c t='inlineStr'><is><r><t>é&#228;&#x1F415;&amp;amp;</t></r></is></c><c r="C3" t="s"><v>9</v></c></row>`;
    expect(await csvOf(rows, { texts })).toBe("Rex,Max \na<bA,true,#N/A,2026-03-17\néä🐕&amp;\n");
  });

  it("keeps rows on their lines, and ignores rows that only have a format", async () => {
    const rows =
      '<row r="2"><c><v>1</v></c></row><row r="3"><c s="1"/></row><row r="4" ht="15"/><row r="6"><c><v>2</v></c></row>';
    expect(await csvOf(rows)).toBe("\n1\n\n\n\n2\n");
  });

  it("yields numbers as they were typed", async () => {
    const rows = ["985112003456789", "4.2000000000000002", "0.30000000000000004", "-7", "1e3", "x"].map((one) =>
      number(one),
    );
    expect(await csvOf(rows.join(""))).toBe("985112003456789\n4.2\n0.3\n-7\n1000\nx\n");
  });

  it.each([
    [14, 46_100, "2026-03-19"],
    [22, 46_100.5, "2026-03-19T12:00:00"],
    [22, 46_100, "2026-03-19"],
    [20, 0.75, "18:00:00"],
    ["dd\\.mm\\.yyyy", 46_100.5, "2026-03-19"],
    ["[$-409]d/m/yy h:mm AM/PM;@", 46_100.25, "2026-03-19T06:00:00"],
    ["mmm", 46_100, "2026-03-19"],
    ["[h]:mm", 0.5, "12:00:00"],
    ["yyyy", 1, "1900-01-01"],
    ["yyyy", 61, "1900-03-01"],
    ["General", 46_100, "46100"],
    ["0.00 &quot;days&quot;", 3, "3"],
    ["[Red]#,##0", 1234567, "1234567"],
    ["yyyy", -1, "-1"],
    ["yyyy", 2_958_466, "2958466"],
    [`yyyy${" ".repeat(2_000)}`, 46_100, "46100"],
  ])("writes a number in the format %s as a day or a time if it is one", async (code, serial, shown) => {
    expect(await csvOf(number(serial), styled(code))).toBe(`${shown}\n`);
  });

  it("counts days from 1904 if it declares that", async () => {
    const options = { ...styled(14), properties: '<workbookPr date1904="1"/>' };
    expect(await csvOf(number(0), options)).toBe("1904-01-01\n");
  });

  it("is read from its first visible sheet, or from the chosen one", async () => {
    const bytes = zipOf(workbookParts({ Hidden: rowOf("h"), "A &amp; B": rowOf("a"), Other: rowOf("o") }), 0);
    const sheets = ["A & B", "Other"];
    expect(await read(bytes)).toEqual({ text: "a\n", sheet: "A & B", sheets });
    expect(await read(bytes, "Other")).toEqual({ text: "o\n", sheet: "Other", sheets });
    expect(await read(bytes, "gone")).toMatchObject({ sheet: "A & B" });
  });

  it("is handled like any other file after it is read", async () => {
    const bytes = zipOf(workbookParts({ Animals: rowOf("name", "kind") + rowOf("Rex, the dog", "Dog") }));
    expect(await readFile(new File([bytes], "animals.xlsx"), { delimiter: ";" }, never)).toMatchObject({
      name: "animals.xlsx",
      delimiter: ",",
      sheet: "Animals",
      header: ["name", "kind"],
      sample: [["Rex, the dog", "Dog"]],
    });
  });

  it("is accepted with an empty sheet if it has another sheet", async () => {
    const reading = (sheets: Record<string, string>) =>
      readFile(new File([zipOf(workbookParts(sheets))], "a.xlsx"), {}, never);
    expect(await reading({ One: "" })).toBe("empty");
    expect(await reading({ One: "", Two: rowOf("a") })).toMatchObject({ rows: 0, header: [], sheets: ["One", "Two"] });
  });
});

describe("a hostile workbook", () => {
  const MEBIBYTE = 1_048_576;
  const broken = (changes: Readonly<Record<string, string | undefined>>) => {
    const parts = { ...workbookParts({ Animals: rowOf("a") }), ...changes };
    return zipOf(
      Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Record<string, string>,
    );
  };
  const rows = (count: number, cell: string, options = {}) =>
    zipOf(workbookParts({ Animals: `<row>${cell}</row>`.repeat(count) }, options));
  const limits = { unpackedBytes: 3 * MEBIBYTE, length: 100_000, rows: 100 };
  const readWithin = async (bytes: Uint8Array<ArrayBuffer>) => {
    const sheet = await readSheetAsCsv(bytes.buffer, undefined, never, limits);
    return typeof sheet === "string" ? sheet : sheet.text.length;
  };

  it("may have as many rows and characters as an import accepts", async () => {
    expect(await readWithin(rows(100, "<c><v>1</v></c>"))).toBe(200);
    const texts = `<si><t>${"a".repeat(49_999)}</t></si>`;
    expect(await readWithin(rows(2, '<c t="s"><v>0</v></c>', { texts }))).toBe(100_000);
    expect(await readWithin(rows(3, '<c t="s"><v>0</v></c>', { texts }))).toBe("workbook-too-large");
  });

  it.each([
    [
      "unpacks to more, and says that it is empty",
      () => broken({ "xl/sharedStrings.xml": `<a ${"b".repeat(99_999)}>`.repeat(32) }),
    ],
    ["has one text for ever", () => broken({ "xl/sharedStrings.xml": `<si><t>${"a".repeat(2 * MEBIBYTE)}` })],
    [
      "has a text of many pieces",
      () => broken({ "xl/sharedStrings.xml": `<si>${`<t>${"a".repeat(10_000)}</t>`.repeat(120)}</si>` }),
    ],
    ["has wide rows of one cell", () => rows(7, '<c r="XFD1"><v>1</v></c>')],
    ["has more rows than an import", () => rows(101, "<c><v>1</v></c>")],
  ])("is too large if it %s", async (_, bytes) => {
    expect(await readWithin(bytes())).toBe("workbook-too-large");
  });

  it.each([
    ["has no directory", () => new Uint8Array([0x50, 0x4b, 3, 4, ...Buffer.alloc(100)])],
    ["is cut off", () => broken({}).slice(200)],
    ["has no relations", () => broken({ "_rels/.rels": undefined })],
    ["has no workbook", () => broken({ "_rels/.rels": "<Relationships/>" })],
    ["has no sheet", () => broken({ "xl/workbook.xml": "<workbook/>" })],
    ["lacks its sheet", () => broken({ "xl/worksheets/s0.xml": undefined })],
    [
      "has a cell beyond the last column",
      () => broken({ "xl/worksheets/s0.xml": '<row><c r="ZZZ1"><v>1</v></c></row>' }),
    ],
    ["has rows out of order", () => broken({ "xl/worksheets/s0.xml": '<row r="9"/><row r="3"/>' })],
    ["has a row without a number", () => broken({ "xl/worksheets/s0.xml": '<row r="x"/>' })],
    ["has damaged bytes", () => broken({}).fill(0xff, 40, 90)],
  ])("is refused if it %s", async (_, bytes) => {
    expect(await read(bytes())).toBe("no-workbook");
  });

  const far = (value: string) => `<row>${cellOf("name")}<c r="XFD1">${value}</c></row>`;
  const cellOf = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const wide = (first: string, cell: string, count = 300_000) =>
    new File([zipOf(workbookParts({ Animals: first + `<row>${cell}</row>`.repeat(count) }))], "wide.xlsx");

  it("ignores an empty cell, however far to the right it is", async () => {
    const file = wide(far(""), `${cellOf("Rex")}<c r="XFD1" s="1"/>`);
    const expected = { header: ["name"], rows: 300_000, values: [[{ value: "Rex", count: 300_000 }]] };
    expect(await readFile(file, {}, never)).toMatchObject(expected);
  });

  it("is too wide if it has one far cell and 300,000 rows", async () => {
    expect(await readFile(wide(far("<v>1</v>"), cellOf("Rex")), {}, never)).toBe("too-wide");
  });

  it("lets the page react while it is read, and can be stopped", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort());
    const reading = readFile(wide(far("<v>1</v>"), cellOf("Rex")), {}, stop.signal);
    await expect(reading).rejects.toThrow("aborted");
  });

  it("counts a row that ends early as an empty value of the later columns", async () => {
    const rows = ["a,b,c", "1", "1,2", "1,,3", "1,2,3"].join("\n");
    const { values } = (await readFile(new File([rows], "a.csv"), {}, never)) as CsvFile;
    expect(values.map((all) => all?.find(({ value }) => value === "")?.count)).toEqual([undefined, 2, 2]);
  });

  it("is read no further after it was stopped", async () => {
    const stop = new AbortController();
    const reading = readSheetAsCsv(broken({}).buffer, undefined, stop.signal);
    stop.abort();
    await expect(reading).rejects.toThrow("aborted");
  });
});
