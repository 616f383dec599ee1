import { MAX_IMPORT_ROWS } from "@petstore/contract/schemas";
import { MAX_COLUMNS } from "@petstore/tables";
import { writeWorkbook } from "@petstore/tables/write-workbook";

export const MANY_ROWS = 200_000;
const MIB = 2 ** 20;

const linesOf = (count: number, lineOf: (at: number) => string) => Array.from({ length: count }, (_, at) => lineOf(at));

const csvOf = (header: string, lines: readonly string[]) => `${header}\n${lines.join("\n")}\n`;

/** A file of 200,000 new pets. Some of its columns belong to an attribute, and some do not. Its statuses need a map. */
export const manyPets = {
  csv: csvOf(
    "name,category,externalId,story_0,outcome,weight",
    linesOf(
      MANY_ROWS,
      (at) => `Pet ${at},Imported,I-${at},a story of ${at % 5_000},${at % 2 ? "Adoption" : "Here"},${at % 40}.5`,
    ),
  ),
  source: "many.csv",
  columns: { status: "outcome" },
  statusMap: { Adoption: "sold", "*": "available" },
};

const wideHeader = ["name", "category", ...linesOf(MAX_COLUMNS - 2, (at) => `c${at}`)].join();
const wideRow = (at: number) => `Rex,Dog,${linesOf(MAX_COLUMNS - 2, (column) => `${at * 1_000 + column}`).join()}`;

/** Files with as many bad rows, ignored columns with values, long lines and unclosed quotes as a file may have. */
const hostileTables = (): readonly string[] => [
  csvOf(
    "name,category",
    linesOf(MAX_IMPORT_ROWS, () => ","),
  ),
  csvOf(
    "name,category",
    linesOf(MAX_IMPORT_ROWS, (at) => `${"\u0007".repeat(3)}${at},Dog`),
  ),
  csvOf(wideHeader, linesOf(1_500, wideRow)),
  csvOf(
    "name,category,story_0",
    linesOf(15, (at) => `Rex,Dog,"${"x".repeat(MIB - 20)}${at}"`),
  ),
  `name,category\nRex,"${"x".repeat(15 * MIB)}`,
];

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: readonly string[]) => `<row>${texts.map(cell).join("")}</row>`;
const head = `<worksheet><sheetData>${row("name", "category")}`;
const tail = "</sheetData></worksheet>";

/**
 * The sheets of workbooks that become very small when they are compressed. Each consists of a piece, the number of its
 * repetitions, and the end.
 */
const sheets: readonly (readonly [piece: string, count: number, end?: string])[] = [
  [" ".repeat(MIB), 128],
  [`<row>${cell("")}</row>`.repeat(1_000), 1_000],
  [row("Rex", "x".repeat(MIB)), 100],
  [row("Rex", "Dog"), 10, `</sheetData><mergeCells><mergeCell ref="A2:XFD1048576"/></mergeCells></worksheet>`],
  [row("Rex", "Dog").repeat(100), 2_000],
];

const workbookOf = async ([piece, count, end = tail]: (typeof sheets)[number]): Promise<string> => {
  const parts: Uint8Array[] = [];
  const write = (bytes: Uint8Array) => Promise.resolve(void parts.push(bytes));
  await writeWorkbook(write, "Pets", async (add) => {
    await add(head);
    // oxlint-disable-next-line no-await-in-loop -- The pieces must be written in order.
    for (let at = 0; at < count; at += 1) await add(piece);
    await add(end);
  });
  return Buffer.concat(parts).toString("base64");
};

/** Returns the bodies of imports that would take much memory if the service did not limit it. */
export const hostileImports = async (): Promise<readonly object[]> => {
  const workbooks = await Promise.all(sheets.map(workbookOf));
  const files = [...hostileTables().map((csv) => ({ csv })), ...workbooks.map((workbook) => ({ workbook }))];
  return files.map((file) => ({ ...file, source: "hostile", columns: {} }));
};
