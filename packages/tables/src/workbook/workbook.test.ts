import { describe, expect, it } from "vitest";
import { rowOf, workbookParts, zipOf } from "../../test/workbook-parts.js";
import { TableError } from "../table-error.js";
import { readSheetAsCsv, type SheetChoice, type WorkbookLimits } from "./workbook.js";

const never = new AbortController().signal;
const MEBIBYTE = 1_048_576;
const large: WorkbookLimits = { unpackedBytes: 128 * MEBIBYTE, length: 16 * MEBIBYTE, rows: 300_001 };
const read = (bytes: Uint8Array<ArrayBuffer>, choice: SheetChoice = {}, limits = large) =>
  readSheetAsCsv(bytes.buffer, choice, limits, never);
const problemOf = (bytes: Uint8Array<ArrayBuffer>, choice: SheetChoice = {}, limits = large) =>
  read(bytes, choice, limits).then(
    ({ text }) => text.length,
    (error: unknown) => (error instanceof TableError ? error.problem : error),
  );
const csvOf = async (rows: string, options: Parameters<typeof workbookParts>[1] = {}) => {
  const { text } = await read(zipOf(workbookParts({ Animals: rows }, options)));
  return text;
};

const number = (serial: number | string, style = 0) => `<row><c s="${style}"><v>${serial}</v></c></row>`;
const styled = (...codes: readonly (string | number)[]) => ({
  styles: `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join("")}</numFmts><cellXfs>${codes.map((code, at) => `<xf numFmtId="${typeof code === "number" ? code : 200 + at}"/>`).join("")}</cellXfs>`,
});

describe("a workbook", () => {
  it("returns texts of every kind as the sheet shows them", async () => {
    const texts = `<si><t>Rex</t></si><si><r><t>Ma</t></r><r><t xml:space="preserve">x </t></r><rPh><t>no</t></rPh></si><si/>`;
    const rows = `<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c><c r="D1" t="s"><v>2</v></c></x:row>
      <row r="2"><c t="str"><f>A1&amp;"x"</f><v>a&lt;b_x0041_</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-03-17T00:00:00</v></c></row>
      <row r="3"><c t='inlineStr'><is><r><t>é&#228;&#x1F415;&amp;amp;</t></r></is></c><c r="C3" t="s"><v>9</v></c></row>`;
    expect(await csvOf(rows, { texts })).toBe("Rex,Max \na<bA,true,#N/A,2026-03-17\néä🐕&amp;\n");
  });

  it("keeps the line number of each row, and ignores rows that only have a format", async () => {
    const rows =
      '<row r="2"><c><v>1</v></c></row><row r="3"><c s="1"/></row><row r="4" ht="15"/><row r="6"><c><v>2</v></c></row>';
    expect(await csvOf(rows)).toBe("\n1\n\n\n\n2\n");
  });

  it("returns numbers as they were typed", async () => {
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

  it("counts the days of its dates from 1904 if it declares that", async () => {
    const options = { ...styled(14), properties: '<workbookPr date1904="1"/>' };
    expect(await csvOf(number(0), options)).toBe("1904-01-01\n");
  });

  it("is read from its first visible sheet, or from the chosen one", async () => {
    const bytes = zipOf(workbookParts({ Hidden: rowOf("h"), "A &amp; B": rowOf("a"), Other: rowOf("o") }), 0);
    const sheets = { sheets: ["A & B", "Other"], hiddenSheets: ["Hidden"], hiddenRows: 0 };
    expect(await read(bytes)).toEqual({ ...sheets, text: "a\n", sheet: "A & B" });
    expect(await read(bytes, { sheet: "Other" })).toEqual({ ...sheets, text: "o\n", sheet: "Other" });
    expect(await read(bytes, { sheet: "Hidden" })).toEqual({ ...sheets, text: "h\n", sheet: "Hidden" });
    expect(await problemOf(bytes, { sheet: "gone" })).toBe("no-sheet");
  });

  it("is read from its first sheet if all are hidden", async () => {
    const bytes = zipOf(workbookParts({ Hidden: rowOf("h") }));
    expect(await read(bytes)).toMatchObject({ text: "h\n", sheets: [], hiddenSheets: ["Hidden"] });
  });

  it.each([
    ["000000", 123, "000123"],
    ["000 000 000 000 000", 985_112_000_000_002, "985112000000002"],
    ["00", 1_234, "1234"],
    ["0000", -5, "-5"],
    ["0000", 1.5, "1.5"],
    ["0", 5, "5"],
  ])("keeps the zeros that the format %s shows before %d", async (code, value, shown) => {
    expect(await csvOf(number(value), styled(code))).toBe(`${shown}\n`);
  });

  it("counts hidden rows, and leaves them out if the caller chooses that", async () => {
    const rows = `${rowOf("name")}<row r="2" hidden="1"><c><v>1</v></c></row><row r="3" hidden="true"/><row r="4"><c><v>2</v></c></row>`;
    const bytes = zipOf(workbookParts({ Animals: rows }));
    expect(await read(bytes)).toMatchObject({ text: "name\n1\n\n2\n", hiddenRows: 1 });
    expect(await read(bytes, { isSkippingHidden: true })).toMatchObject({ text: "name\n\n\n2\n", hiddenRows: 1 });
  });

  it("gives the value of merged cells to each row that they cover, and to no other", async () => {
    const cell = (place: string, value: string) => `<c r="${place}" t="str"><v>${value}</v></c>`;
    const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.join("")}</row>`;
    const rows = [
      row(1, cell("A1", "kennel"), cell("B1", "name")),
      row(2, cell("A2", "K, 1"), cell("B2", "Rex")),
      row(3, cell("B3", "Max")),
      row(5, cell("A5", ""), cell("B5", "Tom")),
      row(6, cell("A6", "K2"), cell("B6", "Lea")),
      row(7, cell("B7", "Mia"), cell("C7", "own")),
    ].join("");
    const merges = `<mergeCell ref="A2:A5"/><mergeCell ref="A6:A7"/><mergeCell ref="C6:C7"/><mergeCell ref="B1:C1"/>`;
    expect(await csvOf(rows, { merges })).toBe(
      'kennel,name\n"K, 1",Rex\n"K, 1",Max\n\n"K, 1",Tom\nK2,Lea\nK2,Mia,own\n',
    );
  });
});

describe("a hostile workbook", () => {
  const broken = (changes: Readonly<Record<string, string | undefined>>) => {
    const parts = { ...workbookParts({ Animals: rowOf("a") }), ...changes };
    return zipOf(
      Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Record<string, string>,
    );
  };
  const rows = (count: number, cell: string, options = {}) =>
    zipOf(workbookParts({ Animals: `<row>${cell}</row>`.repeat(count) }, options));
  const limits = { unpackedBytes: 3 * MEBIBYTE, length: 100_000, rows: 100 };
  const readWithin = (bytes: Uint8Array<ArrayBuffer>) => problemOf(bytes, {}, limits);

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
    expect(await problemOf(bytes())).toBe("workbook");
  });

  it("is too large if merged cells would repeat a long text too often", async () => {
    const long = `<c t="str"><v>${"a".repeat(1_100)}</v></c>`;
    const filled = `<row>${long}</row>${'<row><c r="B2"><v>1</v></c></row>'.repeat(99)}`;
    const parts = workbookParts({ Animals: filled }, { merges: '<mergeCell ref="A1:A100"/>' });
    expect(await readWithin(zipOf(parts))).toBe("workbook-too-large");
  });

  it.each(["A1:A1048576", "A0:A5", "A5:A1", "XFD1:XFD9", "A:A", "x"])("may merge %s", async (range) => {
    const parts = workbookParts({ Animals: rowOf("", "b") }, { merges: `<mergeCell ref="${range}"/>` });
    expect((await read(zipOf(parts))).text).toBe(",b\n");
  });

  it("is not read further after the caller has stopped", async () => {
    const stop = new AbortController();
    const reading = readSheetAsCsv(broken({}).buffer, {}, large, stop.signal);
    stop.abort();
    await expect(reading).rejects.toThrow("aborted");
  });
});
