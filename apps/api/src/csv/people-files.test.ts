import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PetImportDryRun } from "@petstore/contract/routes";
import { createTextDecoding } from "@petstore/tables";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { createTestShell } from "../../test/support/test-shell.js";

const folder = join(import.meta.dirname, "../../test/cases/import");
const options = ["Male", "Female"].map((label) => ({ value: label.toLowerCase(), label }));
const definitions = [
  { name: "born_on", label: "Born on", type: "date" },
  { name: "price", label: "Price", type: "number", decimals: 2, unit: "€" },
  { name: "sex", label: "Sex", type: "choice", options },
  { name: "neutered", label: "Neutered", type: "boolean" },
  { name: "microchip", label: "Microchip", type: "text" },
  { name: "intake_on", label: "Intake", type: "date" },
];

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await createTestApi();
  key = await api.makeKey("admin");
  for (const body of definitions) expect((await api.send("POST /v1/attributes", { body, key })).status).toBe(201);
});
afterAll(() => api.close());

const check = async (name: string, rest: object = {}): Promise<PetImportDryRun> => {
  const bytes = readFileSync(join(folder, name));
  const file = name.endsWith(".xlsx")
    ? { workbook: bytes.toString("base64") }
    : { csv: createTextDecoding().decode(bytes, true) };
  const body = { ...file, source: name, columns: {}, ...rest };
  const answer = await api.send("POST /v1/pets/import?dryRun=true", { body, key });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as PetImportDryRun;
};

const asm = {
  columns: { name: "ANIMALNAME", category: "ANIMALSPECIES", externalId: "ANIMALCODE" },
  attributeColumns: {
    ...{ sex: "ANIMALSEX", born_on: "ANIMALDOB", intake_on: "ANIMALENTRYDATE" },
    ...{ neutered: "ANIMALNEUTERED", microchip: "ANIMALMICROCHIP" },
  },
};

it.each([
  ["01-bom.csv", 1, {}],
  ["02-utf16le.csv", 1, {}],
  ["03-semicolon.csv", 1, {}],
  ["05-duplicate-headers.csv", 1, { columns: ["name", "category", "Notes", "Notes (2)"] }],
  ["06-quoted-linebreak.csv", 2, {}],
  ["07-trailing-columns.csv", 2, { columns: ["name", "category"] }],
  ["07b-short-rows.csv", 3, {}],
  ["08-blank-rows.csv", 1, {}],
  ["13-title-rows.csv", 1, { headerLine: 4 }],
  ["15-nfc-nfd.csv", 2, {}],
  ["19-leading-zeros.csv", 2, {}],
  ["22-status.csv", 3, {}],
  ["x2-title-merged.xlsx", 2, { headerLine: 3 }],
  ["x7-title-rows.xlsx", 1, { headerLine: 4 }],
  ["x8-own-template.xlsx", 2, { headerLine: 1 }],
] as const)("imports every row of %s: %i rows", async (name, rows, table) => {
  expect(await check(name)).toMatchObject({ rows, imported: rows, bad: 0, badRows: [], table });
});

it.each([
  ["14-total-row.csv", 1, 3, "category is required"],
  ["x1-short-rows.xlsx", 3, 5, 'has "stray note" in column 5, but the header has 4 columns'],
  ["x5-linebreak-hiddenrow.xlsx", 2, 2, expect.stringContaining("name must not contain control characters")],
] as const)(
  "imports %s except for one row, and names the problem of that row",
  async (name, imported, line, problem) => {
    expect(await check(name)).toMatchObject({ imported, bad: 1, badRows: [{ line, problem }] });
  },
);

it("finds columns in each spelling, and mistakes no row with blank cells for the header", async () => {
  const text = "animal_name,Animal-Type,Sex (m/f),,\nRex,Dog,m,,\nAda,Cat,f,,\n";
  const body = { csv: text, source: "a.csv", columns: {}, attributeColumns: { price: "", microchip: "" } };
  const answer = await api.send("POST /v1/pets/import?dryRun=true", { body, key });
  expect(answer.body).toMatchObject({
    ...{ imported: 2, bad: 0, unknownColumns: [], table: { headerLine: 1 } },
    pets: [{ profile: { attributes: { sex: "male" } } }, { profile: { attributes: { sex: "female" } } }],
  });
});

it("refuses the number in 20-microchip.csv that a spreadsheet has shortened, and removes spaces from the others", async () => {
  const { pets, badRows } = await check("20-microchip.csv");
  const remedy = "format the column as text in the spreadsheet program, or use an .xlsx file";
  const problem = `microchip "9.85112E+14" was shortened by a spreadsheet program; ${remedy}`;
  expect(badRows).toMatchObject([2, 3].map((line) => ({ line, problem })));
  expect(pets.map(({ profile }) => profile?.attributes["microchip"])).toEqual(["985112000000001", "985112000000002"]);
});

it("a hidden row of a workbook is counted, and can be left out", async () => {
  const name = "x5-linebreak-hiddenrow.xlsx";
  expect(await check(name)).toMatchObject({ rows: 3, table: { workbook: { hiddenRows: 1 } } });
  expect(await check(name, { skipHiddenRows: true })).toMatchObject({
    rows: 2,
    table: { workbook: { hiddenRows: 1 } },
  });
});

it("words and letters for the sex set the sex, some also set neutered, and the dry run shows both", async () => {
  const { pets, bad, values } = await check("24-sex.csv");
  expect(bad).toBe(0);
  expect(pets.map(({ name, profile }) => [name, profile?.attributes])).toEqual([
    ["A", { sex: "male", neutered: true }],
    ["B", { sex: "male" }],
    ["C", { sex: "female" }],
    ["D", { sex: "female", neutered: true }],
    ["E", { sex: "female" }],
    ["F", { sex: "male", neutered: false }],
    ["G", {}],
    ["H", {}],
  ]);
  const once = (value: string, sets: object) => ({ value, count: 1, sets });
  expect(values).toEqual([
    {
      ...{ column: "sex", attribute: "sex", hasMore: false },
      values: [
        once("Neutered Male", { sex: "male", neutered: true }),
        once("M", { sex: "male" }),
        once("f", { sex: "female" }),
        once("Spayed Female", { sex: "female", neutered: true }),
        once("FEMALE", { sex: "female" }),
        once("Intact Male", { sex: "male", neutered: false }),
        once("U", {}),
      ],
    },
  ]);
});

it("a category name in composed and in decomposed form is one category", async () => {
  expect(await check("15-nfc-nfd.csv")).toMatchObject({ categories: { all: 1, new: 1 } });
});

it("a name that has only invisible characters is refused, and the error names the character", async () => {
  expect(await check("17-zwsp.csv")).toMatchObject({
    imported: 1,
    badRows: [
      {
        line: 3,
        problem: "name must have a visible character; it has only invisible ones such as U+200B ZERO WIDTH SPACE",
      },
    ],
  });
});

it("statuses are read in any case, with white space around them", async () => {
  const { pets } = await check("22-status.csv");
  expect(pets.map(({ status }) => status)).toEqual(["available", "sold", "pending"]);
});

it("dates are read in every usual form, and the import asks for their order if the column does not show it", async () => {
  const { pets, badRows } = await check("23-dates.csv");
  expect(pets.map(({ name, profile }) => [name, profile?.attributes["born_on"]])).toEqual([
    ["A", "2023-08-17"],
    ["B", "2023-08-17"],
    ["C", "2014-04-10"],
    ["F", "2020-08-12"],
    ["G", "2023-06-01"],
    ["H", "2023-08-07"],
  ]);
  const order = "; state the order of day, month and year (dates: dmy or mdy)";
  const rule = "born_on must be a date of the calendar as YYYY-MM-DD, not";
  expect(badRows).toMatchObject([
    { line: 5, problem: `${rule} "6/21/2019"${order}` },
    { line: 6, problem: `${rule} "24.12.2023"${order}` },
    { line: 10, problem: `${rule} "43637"` },
  ]);
});

it("every row of a German file in Windows-1252 is imported, with its headers, words and numbers", async () => {
  const { pets, bad, unknownColumns } = await check("37-german-excel.csv");
  expect(unknownColumns).toEqual([]);
  expect(bad).toBe(0);
  expect(pets).toMatchObject([
    {
      ...{ name: "Müsli", categoryName: "Katze", status: "available" },
      profile: { attributes: { sex: "female", born_on: "2023-12-24", neutered: true, price: 25 } },
    },
    {
      ...{ name: "Bärli", categoryName: "Hund", status: "sold" },
      profile: { attributes: { sex: "male", born_on: "2020-02-01", neutered: false, price: 1250.5 } },
    },
  ]);
});

it("the order of day and month is taken only from the dates of the same column", async () => {
  const { badRows } = await check("41-asm-like.csv", asm);
  expect(
    badRows.map(({ line, problem }) => [line, problem.includes("ANIMALDOB"), problem.includes("ENTRYDATE")]),
  ).toEqual([
    [2, true, false],
    [4, true, false],
  ]);
  const { pets } = await check("41-asm-like.csv", { ...asm, dates: "dmy" });
  expect(pets.map(({ profile }) => profile?.attributes)).toEqual([
    { sex: "male", born_on: "2022-04-03", intake_on: "2023-08-21", neutered: true, microchip: "985112000000009" },
    { sex: "female", born_on: "2021-12-11", intake_on: "2023-09-01", neutered: false },
  ]);
});

describe("from the command line", () => {
  const folderOfMapping = mkdtempSync(join(tmpdir(), "petstore-people-"));
  afterAll(() => rmSync(folderOfMapping, { recursive: true }));

  const dryRun = async (name: string, ...args: string[]): Promise<unknown> => {
    const run = createTestShell(api.database.url);
    const { stdout } = await run(["import", join(folder, name), "--dry-run", "--skip-bad", "--json", ...args]);
    return JSON.parse(stdout);
  };

  it.each(readdirSync(folder).filter((name) => /\.(csv|xlsx)$/.test(name) && !name.startsWith("41")))(
    "%s gives the same result as with the API",
    async (name) => {
      expect(await dryRun(name)).toEqual(await check(name));
    },
  );

  it("the command line imports 41-asm-like.csv with a mapping as the API does", async () => {
    const mapping = join(folderOfMapping, "asm.json");
    writeFileSync(mapping, JSON.stringify({ ...asm, dates: "dmy" }));
    const byApi = await check("41-asm-like.csv", { ...asm, dates: "dmy" });
    expect(await dryRun("41-asm-like.csv", "--mapping", mapping)).toEqual(byApi);
    expect(byApi).toMatchObject({ imported: 2, bad: 0 });
  });
});
