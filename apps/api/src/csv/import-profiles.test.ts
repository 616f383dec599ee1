import { MAX_ATTRIBUTES, type PetImportDryRun, textRules } from "@petstore/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { csvHeader, csvRest } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { queryOfPool } from "../database/query.js";
import { lockDefinitions, readDefinitions } from "../pets/store/attribute-table.js";
import { definitionsOf } from "../pets/store/check-values.js";
import { storeProfiles } from "../pets/store/write-profiles.js";

type Body = Record<string, unknown>;

const options = [
  { value: "small", label: "Small; quiet" },
  { value: "Tiny", label: "large" },
  { value: "large", label: "Huge" },
];
const definitions = [
  { name: "breed", label: "Race", type: "text" },
  { name: "story", label: "Story", type: "longText" },
  { name: "weight", label: "Weight (kg)", type: "number", minimum: -5, maximum: 200, decimals: 2 },
  { name: "born_on", label: "Born on", type: "date" },
  { name: "mixed", label: "Mixed", type: "boolean" },
  { name: "size", label: "Size", type: "choice", options },
  { name: "coats", label: "Coats", type: "choices", options },
  { name: "tags", label: "Tags", type: "labels" },
  { name: "status", label: "Name", type: "text" },
  { name: "price", label: "Price", type: "number", isPublic: false },
];

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await createTestApi();
  key = await api.makeKey("admin");
  for (const body of definitions) expect((await api.send("POST /v1/attributes", { body, key })).status).toBe(201);
});
beforeEach(async () => {
  await emptyTables(api.database, "pet, category");
  return async () => {
    const names = definitions.map(({ name }) => name);
    await api.database.pool.query("DELETE FROM attribute WHERE name <> ALL ($1)", [names]);
    await api.database.pool.query("UPDATE attribute SET is_archived = false");
  };
});
afterAll(() => api.close());

const importCsv = (csv: string, rest: Body = {}, query = "") =>
  api.send(`POST /v1/pets/import${query}`, { key, body: { csv, source: "pets.csv", columns: {}, ...rest } });
const check = async (csv: string, rest: Body = {}) =>
  (await importCsv(csv, rest, "?dryRun=true")).body as PetImportDryRun;
const problems = async (csv: string, rest: Body = {}) => (await check(csv, rest)).badRows.map(({ problem }) => problem);
const exported = async (query = "expand=profile", options = {}) =>
  (await api.send(`GET /v1/pets/export?${query}`, options)).text;

type Stored = { readonly name: string; readonly externalId: string | null; readonly attributes: Body };

const stored = async (): Promise<Stored[]> => {
  const query = queryOfPool(api.database.pool);
  const names = new Map((await readDefinitions(query)).map(({ id, name }) => [String(id), name]));
  const rows = await query<Stored>(
    `SELECT name, external_id AS "externalId", coalesce(attributes, '{}') AS attributes
     FROM pet LEFT JOIN pet_profile ON pet_id = id ORDER BY id`,
    [],
  );
  return rows.map(({ attributes, ...rest }) => ({
    ...rest,
    attributes: Object.fromEntries(Object.entries(attributes).map(([id, value]) => [names.get(id), value])),
  }));
};

const hostile = ['"', ";", ",", "'", "=1+1", "-", "@", "\n", "\r", "\r\n", "\t", " ", "\u00a0", "\ufeff", "\u2028"];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...hostile, "a", "ß", "🐕", "null", "true", "\\"), { minLength: 1, maxLength: 6 }),
  fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 }),
);
const textOf = (type: keyof typeof textRules) => texts.map((parts) => parts.join("")).filter(textRules[type].isMet);
const values = options.map(({ value }) => value);

const profiles = fc.record(
  {
    breed: textOf("text"),
    story: textOf("longText"),
    weight: fc.integer({ min: -500, max: 20_000 }).map((hundredths) => hundredths / 100),
    born_on: fc.constantFrom("2024-02-29", "0001-01-01", "1999-12-31"),
    mixed: fc.boolean(),
    size: fc.constantFrom(...values),
    coats: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }),
    tags: fc.uniqueArray(textOf("labels"), { minLength: 1, maxLength: 4 }),
    status: textOf("text"),
    price: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: [] },
);

describe("an export with profiles", () => {
  it("can be imported again unchanged, whatever its texts contain", async () => {
    const { pool } = api.database;
    const samples = fc.sample(profiles, { numRuns: 400, seed: 35 }) as Body[];
    await pool.query("INSERT INTO category (id, name) VALUES (1, 'Dog')");
    await pool.query("INSERT INTO pet (name, category_id) SELECT 'Pet ' || n, 1 FROM generate_series(1, $1) AS n", [
      samples.length,
    ]);
    const query = queryOfPool(pool);
    const known = definitionsOf(await readDefinitions(query));
    const rows = samples.map((attributes, at) => ({
      petId: at + 1,
      externalId: at % 3 ? `"${at};` : null,
      attributes,
    }));
    await storeProfiles(query, known, rows);
    const before = await stored();
    const csv = await exported("expand=profile", { key });
    await emptyTables(api.database, "pet, category");
    expect((await importCsv(csv)).body).toMatchObject({ imported: samples.length, bad: 0 });
    expect(await stored()).toEqual(before);
    expect(await exported("expand=profile", { key })).toBe(csv);
  });

  const header = `${csvHeader},externalId`;
  const own = ["breed", "story", "weight", "born_on", "mixed", "size", "coats", "tags", "status"];
  const publicHeader = `${header},${own.map((name) => `attributes.${name}`).join(",")}`;

  it("contains the attributes that the key may see, unlike an export without profiles", async () => {
    await importCsv("name,category,externalId,price,breed\nRex,Dog,A1,5,=Lab\nAda,Dog,,,\n");
    const reader = await api.makeKey("read");
    expect(await exported("expand=profile", { key: reader })).toBe(
      `${publicHeader}\n1,Rex,1,Dog,available${csvRest},A1,=Lab,,,,,,,,\n2,Ada,1,Dog,available${csvRest},,,,,,,,,,\n`,
    );
    expect((await exported("expand=profile&id=1")).split("\n").slice(0, 2)).toEqual([
      `${publicHeader},attributes.price`,
      `1,Rex,1,Dog,available${csvRest},A1,=Lab,,,,,,,,,5`,
    ]);
    expect(await exported("id=2", { key: reader })).toBe(`${csvHeader}\n2,Ada,1,Dog,available${csvRest}\n`);
  });

  it("guards formulas with spreadsheetSafe, but not negative numbers", async () => {
    await importCsv("name,category,externalId,breed,weight,tags\nRex,Dog,=A,=1+1,-2.5,a;=b\n");
    expect(await exported("expand=profile&spreadsheetSafe=true")).toContain(",'=A,'=1+1,,-2.5,,,,,a;'=b,");
  });

  it("returns 400 for another expand", async () => {
    expect((await api.send("GET /v1/pets/export?expand=orders")).body).toEqual(
      errorBody("invalid_request", 400, "query.expand must be profile"),
    );
  });
});

describe("the columns of attributes", () => {
  it("match attributes.name, then name, then label, ignoring case, after the pet's own fields", async () => {
    const csv = "name,category,status,BREED,attributes.status,weight (KG),Race\nRex,Dog,sold,Lab,ill,2,no\n";
    const { pets, unknownColumns } = await check(csv);
    expect(pets[0]).toMatchObject({
      status: "sold",
      profile: { externalId: null, attributes: { breed: "Lab", status: "ill", weight: 2 } },
    });
    expect(unknownColumns.map(({ column }) => column)).toEqual(["Race"]);
  });

  it("are chosen with attributeColumns, in which an empty text ignores the column of an attribute", async () => {
    const attributeColumns = { breed: "kind", size: "" };
    const { pets, unknownColumns } = await check("name,kind,breed,size\nRex,Dog,Lab,none\n", {
      columns: { category: "kind", externalId: "breed" },
      attributeColumns,
    });
    expect(pets[0]?.profile).toEqual({ externalId: "Lab", attributes: { breed: "Dog" } });
    expect(unknownColumns.map(({ column }) => column)).toEqual(["size"]);
  });

  it("create no profile for a row in which all of them are empty", async () => {
    await importCsv("name,category,breed,externalId\nRex,Dog,, \n");
    expect((await api.database.pool.query("SELECT FROM pet_profile")).rowCount).toBe(0);
    expect((await check("name,category\nRex,Dog\n")).pets[0]).toMatchObject({ profile: null });
  });

  it.each([
    [
      { attributeColumns: { colour: "x" } },
      'cannot fill "colour", which is not an attribute of this store; they are breed,',
    ],
    [{ attributeColumns: { breed: "x" } }, 'has no column "x"; its columns are'],
    [{ columns: { externalId: "x" } }, 'has no column "x"; its columns are'],
  ])("return 400 for %j", async (rest, message) => {
    expect((await importCsv("name,category\nRex,Dog\n", rest)).body).toEqual(
      errorBody("invalid_request", 400, expect.stringContaining(`body.csv cannot be read: pets.csv ${message}`)),
    );
  });

  it("return 400 if two columns match one attribute", async () => {
    expect((await importCsv("name,category,breed,breed\nRex,Dog,a,b\n")).body).toMatchObject({
      message: expect.stringContaining('more than one column "breed"'),
    });
  });
});

describe("a value of an attribute", () => {
  it.each([
    ["mixed", "Yes", true],
    ["mixed", " FALSE ", false],
    ["weight", " -0.50", -0.5],
    ["size", "small", "small"],
    ["size", "large", "large"],
    ["size", "Tiny", "Tiny"],
    ["size", "HUGE", "large"],
    ["size", "Small; quiet", "small"],
    ["coats", "huge; small ;", ["large", "small"]],
    ["coats", '"Small; quiet";Huge', ["small", "large"]],
    ["tags", "a; b ,c;;", ["a", "b ,c"]],
    ["tags", '" a";"b""c"', [" a", 'b"c']],
    ["breed", "  ", "  "],
    ["born_on", " 2024-02-29", "2024-02-29"],
    ["born_on", "31.12.2020 10:00", "2020-12-31"],
    ["weight", "1,5", 1.5],
    ["mixed", "x", true],
  ])("a value of the type %s is read from %j", async (name, cell, value) => {
    const { pets, badRows } = await check(`name,category,${name}\nRex,Dog,"${cell.replaceAll('"', '""')}"\n`);
    expect([badRows, pets[0]?.profile?.attributes]).toEqual([[], { [name]: value }]);
  });

  it.each([
    ["weight", "1e2", 'weight must be a number, not "1e2"'],
    [
      "weight",
      "1,500",
      'weight must be a number, not "1,500"; state which sign comes before the decimals (decimal: "." or ",")',
    ],
    ["weight", "0.125", 'weight must be a number with at most 2 decimals, not "0.125"'],
    ["weight", "-6", 'weight must be a number of at least -5, not "-6"'],
    ["weight", "201", 'weight must be a number of at most 200, not "201"'],
    [
      "born_on",
      "3.4.2020",
      'born_on must be a date of the calendar as YYYY-MM-DD, not "3.4.2020"; state the order of day, month and year (dates: dmy or mdy)',
    ],
    ["mixed", "maybe", 'mixed must be true or false, not "maybe"'],
    ["size", "medium", 'size must be one of small, Tiny, large, not "medium"'],
    ["coats", 'a"b', 'coats must have its values separated by ";", with quotes around all of them or none, not "a"b"'],
    ["tags", "a;a", 'tags must not have "a" twice'],
    ["tags", `a;${"x".repeat(61)}`, `tags must have at most 60 characters, not "${"x".repeat(59)}…"`],
    [
      "tags",
      Array.from({ length: 51 }, (_, at) => at).join(";"),
      expect.stringMatching(/^tags must have at most 50 values, /),
    ],
    ["breed", "a\u0007", 'breed must not contain control characters or lone surrogates: "a\uFFFD"'],
    ["breed", "x".repeat(201), `breed must have at most 200 characters, not "${"x".repeat(59)}…"`],
    ["externalId", "x".repeat(101), `externalId must have at most 100 characters, not "${"x".repeat(59)}…"`],
  ])("a value of the type %s is refused: %s", async (name, cell, problem) => {
    expect(await problems(`name,category,${name}\nRex,Dog,"${cell.replaceAll('"', '""')}"\n`)).toEqual([problem]);
  });

  it("is refused together with the other problems of its row", async () => {
    const csv = "name,category,breed,Weight (kg),mixed\n,Dog,Lab,heavy,maybe\n";
    expect((await importCsv(csv)).body).toEqual(
      errorBody(
        "invalid_request",
        400,
        'body.csv line 2: name is required; Weight (kg) must be a number, not "heavy"; mixed must be true or false, not "maybe"; nothing was imported; correct the rows, or set body.skipBad to true',
      ),
    );
    expect(await stored()).toEqual([]);
  });

  it("must belong to an attribute that pets of its category have", async () => {
    await api.database.pool.query("INSERT INTO category (id, name) VALUES (7, 'Dog')");
    await api.send("POST /v1/attributes", {
      key,
      body: { name: "leash", label: "Leash", type: "text", categoryIds: [7] },
    });
    expect(await problems("name,category,leash\nRex,dog,long\nMimi,Cat,\nTim,Cat,x\n")).toEqual([
      'leash must be empty, not "x", because pets of this category do not have this attribute',
    ]);
  });

  it("is refused if its attribute is archived, but a column without `attributes.` is ignored", async () => {
    const [one] = await readDefinitions(queryOfPool(api.database.pool));
    await api.send(`PATCH /v1/attributes/${one?.id}`, { key, body: { isArchived: true } });
    expect(await problems("name,category,attributes.breed\nRex,Dog,Lab\nAda,Dog,\n")).toEqual([
      'attributes.breed must be empty, not "Lab", because the attribute is archived and accepts no new value',
    ]);
    for (const column of ["breed", "race"])
      expect((await check(`name,category,${column}\nRex,Dog,Lab\n`)).pets[0]).toMatchObject({ profile: null });
  });
});

describe("externalId", () => {
  const csv = "name,category,externalId\nRex,Dog,A1\nAda,Dog,A2\nTim,Dog,A1\nMimi,Dog,A1\n,Dog,\n";

  it.each([true, false])("is refused if an earlier row or a pet has it, even in a dry run (%s)", async (isDryRun) => {
    await importCsv("name,category,externalId\nOld,Dog,A2\n");
    const { body } = await importCsv(csv, { skipBad: true }, isDryRun ? "?dryRun=true" : "");
    expect(body).toMatchObject({
      imported: 1,
      badRows: [
        { line: 3, problem: 'externalId "A2" belongs to pet 1' },
        { line: 4, problem: 'externalId "A1" is also in line 2' },
        { line: 5, problem: 'externalId "A1" is also in line 2' },
        { line: 6, problem: "name is required" },
      ],
    });
    const { pets } = body as Partial<PetImportDryRun>;
    expect(pets?.map(({ line }) => line)).toEqual(isDryRun ? [2] : undefined);
    expect((await stored()).map(({ externalId }) => externalId)).toEqual(isDryRun ? ["A2"] : ["A2", "A1"]);
  });

  it("is compared with the rows of earlier batches", async () => {
    const rows = Array.from({ length: 11_000 }, (_, at) => `Rex,Dog,E${at === 10_999 ? 3 : at}\n`);
    const { badRows } = await check(`name,category,externalId\n${rows.join("")}`);
    expect(badRows).toMatchObject([{ line: 11_001, problem: 'externalId "E3" is also in line 5' }]);
  });

  it("a bad row does not use up its external id", async () => {
    const body = (await importCsv("name,category,externalId\n,Dog,A1\nRex,Dog,A1\n", { skipBad: true })).body;
    expect(body).toMatchObject({ imported: 1, bad: 1 });
  });

  it("makes the import start again and report the row if a pet gets the external id meanwhile", async () => {
    await importCsv("name,category\nOld,Dog\n");
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("INSERT INTO pet_profile (pet_id, external_id) VALUES (1, 'A1')");
    const importing = importCsv("name,category,externalId\nRex,Dog,A1\n");
    const isWaiting = async () =>
      (await api.database.pool.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")).rowCount;
    await expect.poll(isWaiting).toBe(1);
    await other.query("COMMIT");
    other.release();
    expect((await importing).body).toMatchObject({
      message: expect.stringContaining('body.csv line 2: externalId "A1" belongs to pet 1; nothing was imported'),
    });
    expect(await stored()).toEqual([{ name: "Old", externalId: "A1", attributes: {} }]);
  });
});

describe("a change of attributes during an import", () => {
  /** Imports while another transaction holds the definitions, and commits that transaction once the import waits. */
  const importDuring = async (change: string, csv: string, rest: Body = {}) => {
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await lockDefinitions(async (sql, parameters) => (await other.query(sql, parameters)).rows, "exclusive");
    await other.query(change);
    const importing = importCsv(csv, rest);
    const isWaiting = async () =>
      (await api.database.pool.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'")).rowCount;
    try {
      await expect.poll(isWaiting).toBe(1);
    } finally {
      await other.query("COMMIT");
      other.release();
    }
    return (await importing).body;
  };

  it("makes the import start again with the changed attributes", async () => {
    const change = "UPDATE attribute SET maximum = 10 WHERE name = 'weight'";
    expect(await importDuring(change, "name,category,breed,weight\nRex,Dog,Lab,150\n")).toMatchObject({
      message: expect.stringContaining("must be a number of at most 10, not"),
    });
    expect(await stored()).toEqual([]);
    await api.database.pool.query("UPDATE attribute SET maximum = 200 WHERE name = 'weight'");
  });

  it("makes the import start again if the attribute has no column and is only filled by a map of values", async () => {
    const valueMaps = { kind: { small: { size: "small" } } };
    const change = "UPDATE attribute SET is_archived = true WHERE name = 'size'";
    expect(await importDuring(change, "name,category,kind\nRex,Dog,small\n", { valueMaps })).toMatchObject({
      message: expect.stringContaining("the attribute is archived and accepts no new value"),
    });
    expect(await stored()).toEqual([]);
  });
});

describe("the columns that a dry run ignores", () => {
  const attributesOf = async (csv: string) => (await check(csv)).unknownColumns.map(({ attribute }) => attribute);
  const plain = { decimals: null, options: [] };

  it("are listed with an attribute of a type that fits their values", async () => {
    const row = (at: number) => [
      `Rex,Dog,A${at}`,
      at % 2 ? "yes" : "No",
      at / 4,
      `00${at}`,
      "2024-02-29",
      `c${at % 3}`,
      at ? "" : '"a\nb"',
      "",
    ];
    const rows = Array.from({ length: 30 }, (_, at) => row(at).join(","));
    const csv = `name,category,id,Vaccinated?,2nd fee,code,arrivedOn,Farbe_Fell,Notiz,void\n${rows.join("\n")}\n`;
    const choices = ["c0", "c1", "c2"].map((value) => ({ label: value, value }));
    const unknown = (await check(csv)).unknownColumns;
    expect(unknown.map(({ column, attribute }) => ({ column, attribute }))).toEqual([
      { column: "Vaccinated?", attribute: { ...plain, name: "vaccinated", label: "Vaccinated?", type: "boolean" } },
      { column: "2nd fee", attribute: { ...plain, name: "nd_fee", label: "2nd fee", type: "number", decimals: 2 } },
      { column: "code", attribute: { ...plain, name: "code", label: "Code", type: "text" } },
      { column: "arrivedOn", attribute: { ...plain, name: "arrived_on", label: "arrivedOn", type: "date" } },
      {
        column: "Farbe_Fell",
        attribute: { ...plain, name: "farbe_fell", label: "Farbe Fell", type: "choice", options: choices },
      },
      { column: "Notiz", attribute: { ...plain, name: "notiz", label: "Notiz", type: "longText" } },
    ]);
    expect(unknown.map(({ reason }) => [reason.rows, reason.values])).toEqual([
      ...[
        [30, 2],
        [30, null],
        [30, null],
        [30, 1],
        [30, 3],
        [1, 1],
      ],
    ]);
  });

  it("are proposed as a choice only if 2 to 20 values repeat five times on average in at least 30 rows", async () => {
    const typeOf = async (rows: number, values: number) => {
      const lines = Array.from({ length: rows }, (_, at) => `Rex,Dog,v${at % values}\n`);
      return (await attributesOf(`name,category,kind\n${lines.join("")}`))[0]?.type;
    };
    const cases = [
      [10, 5],
      [29, 2],
      [30, 1],
      [30, 7],
      [30, 6],
      [30, 2],
      [105, 21],
      [100, 20],
    ] as const;
    const types = await Promise.all(cases.map(([rows, values]) => typeOf(rows, values)));
    expect(types).toEqual(["text", "text", "text", "text", "choice", "choice", "text", "choice"]);
  });

  it("are proposed with names that are not in use, up to 60 attributes in the store", async () => {
    expect(await attributesOf("name,category,Größe!,size?,x,x,\u0007\nRex,Dog,1,2,3,4,5\n")).toMatchObject([
      { name: "gro_e", label: "Größe!" },
      { name: "size_2", label: "size?" },
      { name: "x", label: "X" },
      { name: "x_2", label: "x (2)" },
      { name: "field", label: "field" },
    ]);
    const many = Array.from({ length: 80 }, (_, at) => `${"long_".repeat(10)}${at}`).join(",");
    const found = await attributesOf(`name,category,${many}\nRex,Dog,${"x,".repeat(80)}\n`);
    expect(new Set(found.map(({ name }) => name)).size).toBe(MAX_ATTRIBUTES);
  });

  it("are listed only if a row has a value, and empty columns take no place among the first 60", async () => {
    const columnsOf = async (rows: readonly string[]) =>
      (await check(`name,category,${header}\n${rows.map((row) => `Rex,Dog,${row}\n`).join("")}`)).unknownColumns;
    const header = Array.from({ length: 100 }, (_, at) => `c${at}`).join(",");
    const rowOf = (has: (at: number) => boolean) =>
      Array.from({ length: 100 }, (_, at) => (has(at) ? "x" : " ")).join();
    expect(await columnsOf([rowOf(() => false), ""])).toEqual([]);
    const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `c${from + at}`);
    const late = await columnsOf([rowOf((at) => at >= 30 && at !== 35)]);
    expect(late.map(({ column }) => column)).toEqual([...names(30, 35), ...names(36, 91)]);
    const rows = [rowOf((at) => at >= 30), rowOf((at) => at < 5), rowOf((at) => at < 5 || at === 99)];
    const both = await columnsOf(rows);
    expect(both.map(({ column }) => column)).toEqual([...names(0, 5), ...names(30, 85)]);
    expect(both.map(({ reason }) => reason.rows)).toEqual([...Array(5).fill(2), ...Array(55).fill(1)]);
  });

  it("can be defined as they are listed, and are imported afterwards", async () => {
    const csv = "name,category,Farbe,seit\nRex,Dog,rot,2024-02-29\n";
    for (const attribute of await attributesOf(csv)) {
      expect((await api.send("POST /v1/attributes", { key, body: attribute })).status).toBe(201);
    }
    await importCsv(csv);
    expect(await stored()).toEqual([
      { name: "Rex", externalId: null, attributes: { farbe: "rot", seit: "2024-02-29" } },
    ]);
    expect((await check(csv)).unknownColumns).toEqual([]);
  });
});
