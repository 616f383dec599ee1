import type { PetImportDryRun } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { createTestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await createTestApi();
  key = await api.makeKey("admin");
  for (const [name, type] of [
    ["microchip", "text"],
    ["tag", "text"],
    ["story", "longText"],
  ])
    await api.send("POST /v1/attributes", { key, body: { name, label: name, type } });
});
beforeEach(() => emptyTables(api.database, "pet, category"));
afterAll(() => api.close());

const send = (csv: string, rest: object, query = "") =>
  api.send(`POST /v1/pets/import${query}`, { key, body: { csv, source: "pets.csv", columns: {}, ...rest } });
const check = async (csv: string, rest: object = {}) => (await send(csv, rest, "?dryRun=true")).body as PetImportDryRun;
const problems = async (csv: string, rest: object = {}) =>
  (await check(csv, rest)).badRows.map(({ line, problem }) => `${line}: ${problem}`);
const remedy = "; format the column as text in the spreadsheet program, or use an .xlsx file";

describe("a code that a spreadsheet program has shortened", () => {
  it.each(["9.85112E+14", "9,85112E+14", "9.85112E+014", "1E+15", "1e+21", " 9.8E+14 "])(
    "is refused in a text attribute: %s",
    async (code) => {
      expect(await problems(`name,category,tag\nRex,Dog,"${code}"\n`)).toEqual([
        `2: tag "${code.trim()}" was shortened by a spreadsheet program${remedy}`,
      ]);
    },
  );

  it("is refused in externalId and microchip, together with the other problems of its row", async () => {
    const csv = "name,category,externalId,microchip\n,Dog,1.2E+11,9.8E+14\n";
    const [problem = ""] = await problems(csv);
    expect(problem).toContain(`externalId "1.2E+11" was shortened`);
    expect(problem).toContain(`microchip "9.8E+14" was shortened`);
    expect(problem).toContain("name is required");
    expect((await send(csv, {})).status).toBe(400);
  });

  it.each(["1e5", "E+14", "12E+3", "9.85E-5", "A9.85E+14", "+49", "C+E"])("is not %s", async (text) => {
    expect(await problems(`name,category,tag,story\nRex,Dog,"${text}",9.8E+14\n`)).toEqual([]);
  });
});

describe("lost zeros", () => {
  it("are found with `update` in every text attribute, because the stored value still has them", async () => {
    await send("name,category,externalId,microchip,tag\nRex,Dog,A,040098100000001,007\nAda,Cat,B,12,1\n", {});
    const csv = "name,category,externalId,microchip,tag\nRex,Dog,A,40098100000001,7\nAda,Cat,B,0012,2\n";
    const lost = (label: string, short: string, code: string) =>
      `${label} "${short}" has lost leading zeros: the store has "${code}"${remedy}`;
    expect(await problems(csv, { update: true })).toEqual([
      `2: ${lost("microchip", "40098100000001", "040098100000001")}; ${lost("tag", "7", "007")}`,
    ]);
    const { body } = await send(csv, { update: true, skipBad: true });
    expect(body).toMatchObject({ updated: 1, bad: 1 });
    const { body: pets } = await api.send("GET /v1/pets?expand=profile", { key });
    expect(pets).toMatchObject([
      { profile: { attributes: { microchip: "040098100000001", tag: "007" } } },
      { profile: { attributes: { microchip: "0012", tag: "2" } } },
    ]);
  });

  it.each([true, false])("in an externalId never lead to a second pet (update: %s)", async (update) => {
    await send("name,category,externalId\nRex,Dog,000123\nAda,Cat,77\n", {});
    const csv = "name,category,externalId\nRex,Dog,123\nNew,Dog,456\nOther,Dog,x\n";
    expect(await problems(csv, { update })).toEqual([
      `2: externalId "123" has lost leading zeros: the store has "000123"${remedy}`,
    ]);
    expect((await check(csv, { update })).imported).toBe(2);
  });

  it("in an externalId are found in every batch of the file", async () => {
    await send("name,category,externalId\nRex,Dog,0009999\n", {});
    const rows = Array.from({ length: 10_500 }, (_, at) => `P,Dog,${at}`).join("\n");
    expect(await problems(`name,category,externalId\n${rows}\n`)).toEqual([
      `10001: externalId "9999" has lost leading zeros: the store has "0009999"${remedy}`,
    ]);
  });

  it("in an externalId are found in a database that sorts digits as numbers", async () => {
    const database = await createTestDatabase("template0", "und-u-kn-true");
    onTestFinished(() => database.drop());
    const run = createTestShell(database.url);
    const importIds = (...ids: readonly string[]) =>
      run(["import", "-", "--update"], {
        stdin: [`name,category,externalId\n${ids.map((id) => `Rex,Dog,${id}\n`).join("")}`],
      });
    expect((await importIds("007", "0012", "77")).stdout).toMatch(/^Imported 3 pets/);
    const { code, stderr } = await importIds("7", "77");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`2: externalId "7" has lost leading zeros: the store has "007"`),
    ]);
    expect((await importIds("007", "0012", "77")).stdout).toContain("updated 3 by externalId");
  });

  it("are found without a stored value if the other codes of the column have the same length, some with zeros", async () => {
    const codes = ["040098100000001", "40098100000002", "985112000000003", "985112000000004", "none"];
    const csvOf = (all: readonly string[]) =>
      `name,category,microchip\n${all.map((code, at) => `P${at},Dog,${code}\n`).join("")}`;
    expect(await problems(csvOf(codes.slice(0, 4)))).toEqual([
      `3: microchip "40098100000002" has lost leading zeros${remedy}`,
    ]);
    expect(await problems(csvOf(codes))).toEqual([]);
    expect(await problems(csvOf(["123", "4567", "89"]))).toEqual([]);
    expect(await problems(csvOf(["007", "0012", "5"]))).toEqual([]);
    expect(await problems(`name,category,tag\nA,Dog,0791112233\nB,Dog,0791112244\nC,Dog,1811\n`)).toEqual([]);
  });
});

describe("the spaces and hyphens of a code", () => {
  it("are removed from a microchip, but from no other text", async () => {
    const chips = [
      "985 112 000 000 001",
      "985\u00a0112\u202f000000002",
      "985-112-000-000-003",
      "not chipped",
      "AVID 12",
    ];
    const csv = `name,category,microchip,tag\n${chips.map((chip) => `Rex,Dog,${chip},${chip}\n`).join("")}`;
    const { pets } = await check(csv);
    expect(pets.map(({ profile }) => profile?.attributes["microchip"])).toEqual([
      ...["985112000000001", "985112000000002", "985112000000003", "not chipped", "AVID 12"],
    ]);
    expect(pets.map(({ profile }) => profile?.attributes["tag"])).toEqual(chips);
  });
});

describe("the changes that a dry run announces", () => {
  const first = "name,category,status,externalId,tag,story\nRex,Dog,pending,A-1,x,long\nMimi,Cat,sold,A-2,,short\n";

  it("are counted and listed in the order of the file, with the values before and after", async () => {
    await send(first, {});
    const csv = "name,category,externalId,tag,story\nMimi,Lynx,A-2,,short\nRexy,Cat,A-1,,long\nNew,Dog,A-3,y,\n";
    const { changes, imported, updated } = await check(csv, { update: true });
    const { body } = await api.send("GET /v1/pets", { key });
    const [rex, mimi] = body as { id: number }[];
    expect([imported, updated]).toEqual([1, 2]);
    expect(changes).toEqual({
      values: 4,
      pets: 2,
      first: [
        { line: 2, petId: mimi?.id, field: "category", before: "Cat", after: "Lynx" },
        { line: 3, petId: rex?.id, field: "name", before: "Rex", after: "Rexy" },
        { line: 3, petId: rex?.id, field: "category", before: "Dog", after: "Cat" },
        { line: 3, petId: rex?.id, field: "attributes.tag", before: "x", after: null },
      ],
    });
  });

  it("are empty if the file has the stored values, or if `update` is not set", async () => {
    await send(first, {});
    const none = { values: 0, pets: 0, first: [] };
    expect(await check(first, { update: true })).toMatchObject({ updated: 2, changes: none });
    expect(await check("name,category\nRexy,Dog\n")).toMatchObject({ imported: 1, changes: none });
  });

  it("are listed only up to the twentieth", async () => {
    const rows = (name: string) => Array.from({ length: 1_200 }, (_, at) => `${name},Dog,${at}\n`).join("");
    const header = "name,category,externalId\n";
    await send(header + rows("Rex"), {});
    const { changes } = await check(header + rows("Max"), { update: true });
    expect([changes.values, changes.pets, changes.first.map(({ line }) => line)]).toEqual([
      1_200,
      1_200,
      Array.from({ length: 20 }, (_, at) => at + 2),
    ]);
  });
});
