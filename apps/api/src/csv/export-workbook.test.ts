import { ATTRIBUTE_COLUMN, csvColumns, MAX_VALUES, textRules, WORKBOOK_TYPE } from "@petstore/contract/routes";
import { MAX_CELL_LENGTH } from "@petstore/tables/write-workbook";
import { readSheetAsCsv } from "@petstore/tables/workbook";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { queryOfPool } from "../database/query.js";
import { Prisma } from "../generated/client.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { definitionsOf } from "../pets/store/check-values.js";
import { storeProfiles } from "../pets/store/write-profiles.js";
import { exportCatalogue } from "./export-catalogue.js";
import { exportWorkbook } from "./export-workbook.js";

const options = [
  { value: "small", label: "Small; quiet" },
  { value: "Tiny", label: "large" },
  { value: "large", label: "Huge" },
  { value: "n/a", label: "Unknown" },
];
const definitions = [
  { name: "breed", label: "Breed", type: "text" },
  { name: "microchip", label: "Microchip", type: "text", isPublic: false },
  { name: "story", label: "Story", type: "longText" },
  { name: "weight", label: "Weight", type: "number", decimals: 6 },
  { name: "born_on", label: "Born on", type: "date" },
  { name: "mixed", label: "Mixed", type: "boolean" },
  { name: "size", label: "Size", type: "choice", options },
  { name: "coats", label: "Coats", type: "choices", options },
  { name: "tags", label: "Tags", type: "labels" },
];

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await createTestApi();
  key = await api.makeKey("admin");
  for (const body of definitions) expect((await api.send("POST /v1/attributes", { body, key })).status).toBe(201);
});
beforeEach(() => emptyTables(api.database, "pet, category"));
afterAll(() => api.close());

const exported = async (query = "expand=profile", by = key) => {
  const headers = { authorization: `Bearer ${by}`, accept: WORKBOOK_TYPE };
  const response = await fetch(`${api.origin}/v1/pets/export?${query}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};
const never = new AbortController().signal;
const sheetOf = async (bytes: Buffer) =>
  (await readSheetAsCsv(new Uint8Array(bytes).buffer, {}, { unpackedBytes: 1e9, length: 1e8, rows: 1e6 }, never)).text;
const imported = (bytes: Buffer, rest: object, query = "") =>
  api.send(`POST /v1/pets/import${query}`, {
    key,
    body: { workbook: bytes.toString("base64"), source: "pets.xlsx", columns: {}, ...rest },
  });

const codes = [
  "000123",
  "985112000000001",
  "1e5",
  "0",
  "-1",
  "=1+1",
  "+49",
  "@a",
  "TRUE",
  "1.50",
  "2024-01-01",
  "43637",
];
const parts = fc.constantFrom(...codes, ";", '"', " ", "\n", "\r\n", "🐕", "ß", "_x0041_", "<&>", ",", "null", "\t");
const texts = fc.oneof(
  fc.constantFrom(...codes),
  fc.array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join("")),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
);
// An import refuses numbers that a spreadsheet program has shortened, so no text of the sample looks like one.
const textOf = (type: keyof typeof textRules) =>
  texts.filter((text) => textRules[type].isMet(text) && !/^\s*$|E\+/i.test(text));
const values = options.map(({ value }) => value);
const profiles = fc.record(
  {
    breed: textOf("text"),
    microchip: fc.constantFrom("985112000000001", "000000000000123", "none", "AVID*012*345*678"),
    story: textOf("longText"),
    weight: fc.oneof(
      fc.integer({ min: -1e9, max: 1e9 }).map((millionths) => millionths / 1e6),
      fc.constantFrom(1e12, 999_999_999_999.9999, 0.000001, 0.1),
    ),
    born_on: fc.constantFrom("2024-02-29", "0001-01-01", "1899-12-31", "1900-02-28", "1900-03-01", "9999-12-31"),
    mixed: fc.boolean(),
    size: fc.constantFrom(...values),
    coats: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }),
    tags: fc.uniqueArray(textOf("labels"), { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: [] },
);

const store = async (samples: readonly Record<string, unknown>[]) => {
  const { pool } = api.database;
  await pool.query("INSERT INTO category (id, name) VALUES (1, 'Dog')");
  await pool.query("INSERT INTO pet (name, category_id) SELECT 'Pet ' || n, 1 FROM generate_series(1, $1) AS n", [
    samples.length,
  ]);
  const query = queryOfPool(pool);
  const rows = samples.map((attributes, at) => ({
    ...{ petId: at + 1, attributes },
    externalId: codes[at] ?? `${at}; "x"`,
  }));
  await storeProfiles(query, definitionsOf(await readDefinitions(query)), rows);
};

describe("GET /pets/export with Accept of a workbook", () => {
  it("returns a workbook with the columns of the CSV file", async () => {
    await store([
      { breed: "=1+1", microchip: "000123", weight: -2.5, born_on: "2024-02-29", mixed: true, size: "small" },
    ]);
    const { response, bytes } = await exported();
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        "content-type": WORKBOOK_TYPE,
        "content-disposition": 'attachment; filename="pets.xlsx"',
        "cache-control": "private, no-store",
      },
    ]);
    const own = definitions.map(({ name }) => ATTRIBUTE_COLUMN + name);
    expect(await sheetOf(bytes)).toBe(
      `${[...csvColumns, "externalId", ...own].join(",")}\n1,Pet 1,1,Dog,available,000123,=1+1,000123,,-2.5,2024-02-29,true,Small; quiet\n`,
    );
  });

  it("contains only what the key may see, and contains profiles only if the request asks for them", async () => {
    await store([{ breed: "Pug", microchip: "1" }]);
    const { bytes } = await exported("expand=profile", await api.makeKey("read"));
    expect(await sheetOf(bytes)).not.toContain("microchip");
    expect(await sheetOf((await exported("")).bytes)).toBe(`${csvColumns.join(",")}\n1,Pet 1,1,Dog,available\n`);
  });

  it("can be imported again with `update` without changing any value, whatever the values are", async () => {
    const samples = fc.sample(profiles, { numRuns: 400, seed: 50 });
    await store(samples);
    const { bytes } = await exported();
    const { status, body } = await imported(bytes, { update: true }, "?dryRun=true");
    expect([status, body]).toMatchObject([
      200,
      { badRows: [], imported: 0, updated: samples.length, changes: { values: 0, pets: 0, first: [] } },
    ]);
    const before = await sheetOf(bytes);
    expect((await imported(bytes, { update: true })).body).toMatchObject({ updated: samples.length, bad: 0 });
    expect(await sheetOf((await exported()).bytes)).toBe(before);
  });

  it("creates the same pets in an empty store", async () => {
    await store(fc.sample(profiles, { numRuns: 100, seed: 51 }));
    const before = (await exported()).bytes;
    await emptyTables(api.database, "pet, category");
    expect((await imported(before, {})).body).toMatchObject({ imported: 100, bad: 0 });
    expect(await sheetOf((await exported()).bytes)).toBe(await sheetOf(before));
  });

  it("returns CSV unless the workbook is preferred, and 406 for another type", async () => {
    const typeFor = async (accept: string) =>
      (await api.send("GET /v1/pets/export", { headers: { accept } })).headers.get("content-type");
    expect(await typeFor("*/*")).toBe("text/csv; charset=utf-8");
    expect(await typeFor(`text/csv;q=0.5, ${WORKBOOK_TYPE}`)).toBe(WORKBOOK_TYPE);
    expect((await api.send("GET /v1/pets/export", { headers: { accept: "image/png" } })).body).toEqual(
      errorBody(
        "not_acceptable",
        406,
        `header Accept must allow text/csv or ${WORKBOOK_TYPE}, the only media types available`,
      ),
    );
  });

  it("returns a JSON error if the query fails before the first row", async () => {
    await api.database.pool.query("ALTER TABLE category RENAME TO category_gone");
    const { response, bytes } = await exported();
    await api.database.pool.query("ALTER TABLE category_gone RENAME TO category");
    expect([response.status, JSON.parse(String(bytes))]).toEqual([500, errorBody("internal_error", 500)]);
    expect(response.headers.get("content-disposition")).toBeNull();
  });
});

describe("exportWorkbook", () => {
  const rows = (count: number) => (columns: Prisma.Sql) =>
    Prisma.sql`SELECT ${columns} FROM (
      SELECT n AS id, 'Rex' AS name, 1 AS category_id, 'sold' AS status FROM generate_series(1, ${Prisma.raw(String(count))}) AS n
    ) AS pet`;

  it("refuses more pets than a sheet has rows, before it writes anything", async () => {
    const written: Uint8Array[] = [];
    const write = async (bytes: Uint8Array) => void written.push(bytes);
    const refuse = () => new Error("too many");
    const run = exportWorkbook(api.database.pool, write, { signal: never, select: rows(1_048_576), refuse });
    await expect(run).rejects.toThrow("too many");
    expect(written).toEqual([]);
  });

  it("accepts as many rows as the limit of an export allows", async () => {
    const format = () => ({ head: "", linesOf: (all: readonly unknown[]) => ".".repeat(all.length) });
    const write = async () => {};
    const limited = (count: number) =>
      exportCatalogue(api.database.pool, write, {
        ...{ signal: never, select: rows(count), format: () => format() },
        limit: { rows: 5, refuse: () => new Error("too many") },
      });
    expect(await limited(5)).toBe(5);
    await expect(limited(6)).rejects.toThrow("too many");
  });
});

it("no value of a pet is too long for a cell", () => {
  const quoted = 2 * textRules.labels.maximum + 2;
  const longest = [2 * textRules.longText.maximum, 2 * MAX_VALUES * (quoted + 1)];
  expect(Math.max(...longest)).toBeLessThanOrEqual(MAX_CELL_LENGTH);
});
