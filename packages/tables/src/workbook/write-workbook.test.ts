import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsvLines } from "../csv.js";
import { readSheetAsCsv } from "./workbook.js";
import {
  type CellValue,
  createSheetXml,
  MAX_CELL_LENGTH,
  MAX_SHEET_ROWS,
  type SheetColumn,
  writeWorkbook,
} from "./write-workbook.js";

const kinds = ["text", "number", "date", "boolean"] as const;
const columnsOf = (...given: readonly SheetColumn["kind"][]): SheetColumn[] =>
  given.map((kind, at) => ({ kind, label: `${kind} ${at}` }));

const write = async (columns: readonly SheetColumn[], ...batches: readonly (readonly CellValue[])[][]) => {
  const parts: Uint8Array[] = [];
  const sheet = createSheetXml(columns);
  await writeWorkbook(
    async (bytes) => void parts.push(bytes),
    "Pets",
    async (piece) => {
      await piece(sheet.head);
      for (const rows of batches) await piece(sheet.rowsOf(rows));
    },
  );
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
};

const never = new AbortController().signal;
const limits = { unpackedBytes: 1e9, length: 1e8, rows: MAX_SHEET_ROWS };

const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> => {
  const { text } = await readSheetAsCsv(bytes.buffer, {}, limits, never);
  return readCsvLines(text, { line: 1, delimiter: ",", isLast: true }).records.map(({ fields }) => fields);
};

describe("a workbook that is written", () => {
  it("has the names of its columns in the first row, and values as people see them", async () => {
    const bytes = await write(columnsOf(...kinds), [["000123", -12.5, "2024-02-29", true]], [[null, 0, null, false]]);
    expect(await read(bytes)).toEqual([
      ["text 0", "number 1", "date 2", "boolean 3"],
      ["000123", "-12.5", "2024-02-29", "true"],
      ["", "0", "", "false"],
    ]);
  });

  it("keeps every text unchanged, whatever it contains", async () => {
    const awkward = fc.constantFrom("_x0041_", "_x000D_", "_", "\r\n", "\r", "\n", "\t", " ", "<&>", "=1+1", "\u0007");
    const texts = fc
      .array(fc.oneof(awkward, fc.string({ unit: "grapheme" })), { minLength: 1 })
      .map((all) => all.join(""));
    // A cell of white space alone has no value, so each row has another cell.
    const rows = fc.array(fc.tuple(fc.constant("x"), texts), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const [, ...found] = await read(await write(columnsOf("text", "text"), all));
        expect(found.map(([first, text = ""]) => [first, text])).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });

  it.each(["985112000000001", "0000000", "1e5", "1.5E+10", "-1", "=A1", "TRUE", "2024-02-30", "12345678901234567890"])(
    "keeps the code %s in a cell of text",
    async (code) => {
      expect((await read(await write(columnsOf("text"), [[code]])))[1]).toEqual([code]);
    },
  );

  it.each([
    ["number", 1e12],
    ["number", 0.000001],
    ["number", 999999999999.9999],
    ["number", 9007199254740991],
    ["date", "1900-03-01"],
    ["date", "1900-02-28"],
    ["date", "0001-01-01"],
    ["date", "9999-12-31"],
  ] as const)("keeps the %s %s exactly", async (kind, value) => {
    const [, [found] = []] = await read(await write(columnsOf(kind), [[value]]));
    expect(kind === "number" ? Number(found) : found).toBe(value);
  });

  it("has many columns", async () => {
    const wide = columnsOf(...Array.from({ length: 80 }, () => "text" as const));
    const row = wide.map((_, at) => String(at));
    expect((await read(await write(wide, [row])))[1]).toEqual(row);
  });

  it("refuses one row or one character more than spreadsheet programs can show", async () => {
    const sheet = createSheetXml(columnsOf("text"));
    const full = Array.from({ length: MAX_SHEET_ROWS - 1 }, () => [null]);
    expect(sheet.rowsOf(full)).toContain(`<row r="${MAX_SHEET_ROWS}">`);
    expect(() => sheet.rowsOf([[null]])).toThrow("workbook-too-large");
    expect(() => createSheetXml(columnsOf("text")).rowsOf([["x".repeat(MAX_CELL_LENGTH + 1)]])).toThrow(RangeError);
  });

  it("writes nothing if the source of its rows fails before the first piece", async () => {
    const parts: Uint8Array[] = [];
    const failing = writeWorkbook(
      async (bytes) => void parts.push(bytes),
      "Pets",
      () => Promise.reject(new Error("no database")),
    );
    await expect(failing).rejects.toThrow("no database");
    expect(parts).toEqual([]);
  });

  it("fails if its reader fails, and does not wait for more rows", async () => {
    const sheet = createSheetXml(columnsOf("text"));
    const noise = () => Array.from({ length: 500 }, () => [String(Math.random())]);
    const failing = writeWorkbook(
      () => Promise.reject(new Error("left")),
      "Pets",
      async (piece) => {
        await piece(sheet.head);
        for (;;) await piece(sheet.rowsOf(noise()));
      },
    );
    await expect(failing).rejects.toThrow("left");
  });
});
