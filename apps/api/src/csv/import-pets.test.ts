import { randomUUID } from "node:crypto";
import { rowOf, workbookParts, zipOf } from "@petstore/tables/test/workbook-parts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyTables } from "../../test/support/empty-tables.js";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

type Body = Record<string, unknown>;

let api: TestApi;
let strict: TestApi;
let key: string;
beforeAll(async () => {
  api = await createTestApi();
  strict = await createTestApi({ CATEGORY_POLICY: "require" });
  key = await api.makeKey("admin", { name: "importer" });
});
beforeEach(() => emptyTables(api.database, "pet, category, category_merge, store_order"));
afterAll(() => Promise.all([api.close(), strict.close()]));

const file = (csv: string, rest: Body = {}) => ({ csv, source: "pets.csv", columns: {}, ...rest });
const importFile = (
  body: unknown,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) => api.send(`POST /v1/pets/import${query}`, { key, body, headers });
const dryRun = async (body: unknown) => (await importFile(body, { query: "?dryRun=true" })).body as Body;

const pets = async (): Promise<string[]> => {
  const { rows } = await api.database.pool.query<{ pet: string }>(
    "SELECT concat_ws(', ', pet.name, coalesce(category.name, '#' || category.id), status) AS pet FROM pet JOIN category ON category.id = category_id ORDER BY pet.id",
  );
  return rows.map(({ pet }) => pet);
};

const shelter = {
  csv: "call,tag,species,outcome\nRex,A1,Dog,Adoption\n,A2,dog,Transfer\nMimi,A3,7,\n",
  source: "shelter.csv",
  columns: { name: "call", fallbackName: "tag", category: "species", status: "outcome" },
  statusMap: { Adoption: "sold", "*": "pending" },
};

describe("POST /pets/import", () => {
  it("returns 201 with the counts, and reads the file as columns and statusMap say", async () => {
    const { status, body } = await importFile(shelter);
    expect([status, body]).toEqual([
      201,
      {
        rows: 3,
        imported: 3,
        updated: 0,
        bad: 0,
        categories: { all: 2, new: 2 },
        badRows: [],
        problems: [],
        moreProblems: 0,
      },
    ]);
    expect(await pets()).toEqual(["Rex, Dog, sold", "A2, Dog, pending", "Mimi, #7, pending"]);
  });

  it("uses the fallback column if the name is empty or white space", async () => {
    const csv = "call,tag,species,outcome\n  ,A1,Dog,\n\u00a0\t,A2,Dog,\n,A3,Dog,\n Rex ,A4,Dog,\n";
    expect((await importFile({ ...shelter, csv })).body).toMatchObject({ imported: 4 });
    expect(await pets()).toEqual(["A1", "A2", "A3", "Rex"].map((name) => `${name}, Dog, pending`));
  });

  it("writes the same audit event as an import on the command line, with the key as the actor", async () => {
    const last = await lastEventId(api.database);
    await importFile(file("name,category\nRex,Dog\n,Dog\n", { skipBad: true }));
    expect(await eventsSince(api.database, last)).toMatchObject([
      {
        ...{ actor: { kind: "key", name: "importer" }, action: "catalogue.import" },
        ...{ subject: { kind: "catalogue", id: null }, before: null },
        after: { source: "pets.csv", imported: 1, leftCount: 1, categories: { all: 1, new: 1 } },
      },
    ]);
  });

  it("imports 10,000 rows in order", async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `Pet ${at} 🐕,Kind ${at % 7}\n`);
    expect((await importFile(file(`name,category\n${rows.join("")}`))).body).toMatchObject({ imported: 10_000 });
    const { rows: found } = await api.database.pool.query<{ name: string }>("SELECT name FROM pet ORDER BY id");
    expect(found.map(({ name }) => name)).toEqual(rows.map((row) => row.split(",")[0]));
  });

  it("accepts a body of almost 16 MiB", async () => {
    const filler = "x".repeat(99_000);
    const rows = Array.from({ length: 160 }, (_, at) => `Pet ${at},Dog,${filler}\n`);
    const { status, body } = await importFile(file(`name,category,note\n${rows.join("")}`));
    expect([status, body]).toMatchObject([201, { imported: 160 }]);
  });

  it("shows its pets in the next listing", async () => {
    const list = () => api.send("GET /v1/pets?limit=3&status=pending");
    for (let times = 0; times < 3; times += 1) await list();
    await importFile(shelter);
    expect((await list()).body).toMatchObject([{ name: "A2" }, { name: "Mimi" }]);
  });

  it("replays the outcome for a repeated Idempotency-Key, and imports nothing again", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await importFile(shelter, { headers });
    const second = await importFile(shelter, { headers });
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await pets()).toHaveLength(3);
  });

  it("returns 422 for another file with the same Idempotency-Key", async () => {
    const headers = { "idempotency-key": randomUUID() };
    await importFile(shelter, { headers });
    expect((await importFile({ ...shelter, source: "other.csv" }, { headers })).status).toBe(422);
  });

  it("returns 403 for a key of scope write", async () => {
    expect((await api.send("POST /v1/pets/import", { body: shelter })).status).toBe(403);
  });

  it("returns 413 for a body of over 16 MiB", async () => {
    expect((await importFile(file("x".repeat(16_777_216)))).body).toEqual(
      errorBody("payload_too_large", 413, "body must be at most 16777216 bytes"),
    );
  });
});

describe("bad rows of an import", () => {
  const bad = "name,category\nRex,Dog\n,Dog\nMimi,\n";

  it("refuse the whole file with 400, even after rows were inserted", async () => {
    const many = "Ada,Dog\n".repeat(12_000);
    const { status, body } = await importFile(file(`${bad}${many},Dog\n`), {
      headers: { "idempotency-key": randomUUID() },
    });
    expect([status, body]).toEqual([
      400,
      errorBody(
        "invalid_request",
        400,
        "body.csv line 3: name is required; body.csv line 4: category is required; body.csv line 12005: name is required; nothing was imported; correct the rows, or set body.skipBad to true",
      ),
    ]);
    expect(await pets()).toEqual([]);
  });

  it("are listed in the error up to the first 20, and the others are counted", async () => {
    const { body } = await importFile(file(`name,category\n${",Dog\n".repeat(61)}`));
    expect((body as { message: string }).message).toContain("body.csv line 21: name");
    expect((body as { message: string }).message).toContain("; and 41 more bad rows; nothing was imported");
  });

  it("are skipped and listed with skipBad", async () => {
    const { status, body } = await importFile(file(bad, { skipBad: true }));
    expect([status, body]).toMatchObject([201, { rows: 3, imported: 1, bad: 2 }]);
    const required = (column: string) => ({
      code: "required",
      column,
      parameters: {},
      value: null,
      sentence: `${column} is required`,
    });
    expect((body as { badRows: unknown }).badRows).toEqual([
      { line: 3, problem: "name is required", problems: [required("name")] },
      { line: 4, problem: "category is required", problems: [required("category")] },
    ]);
    expect(await pets()).toEqual(["Rex, Dog, available"]);
  });

  it("are listed up to 1,000, together with 20 pets of a dry run, over several batches", async () => {
    const answer = await dryRun(file(`name,category\n${",Dog\nRex,Dog\n".repeat(6_000)}`));
    expect(answer).toMatchObject({ rows: 12_000, imported: 6_000, bad: 6_000 });
    const linesOf = (list: unknown) => (list as { line: number }[]).map(({ line }) => line);
    expect(linesOf(answer["badRows"])).toEqual(Array.from({ length: 1_000 }, (_, at) => 2 * at + 2));
    expect(linesOf(answer["pets"])).toEqual(Array.from({ length: 20 }, (_, at) => 2 * at + 3));
  });

  it("include unknown ids with CATEGORY_POLICY=require", async () => {
    const options = { key: await strict.makeKey("admin"), body: file("name,category\nRex,77\n") };
    expect((await strict.send("POST /v1/pets/import", options)).body).toMatchObject({
      message: expect.stringContaining('body.csv line 2: category names category "77", which does not exist'),
    });
  });
});

describe("a dry run of an import", () => {
  it("shows the first 20 pets as they would be, and writes nothing", async () => {
    await api.database.pool.query("INSERT INTO category (id, name) VALUES (5, 'DOG')");
    const last = await lastEventId(api.database);
    const answer = await dryRun({ ...shelter, csv: shelter.csv + "Tim,A4,Fish,Adoption\n".repeat(30) });
    expect(answer).toMatchObject({ rows: 33, imported: 33, bad: 0, categories: { all: 3, new: 2 } });
    expect(answer["pets"]).toHaveLength(20);
    expect((answer["pets"] as unknown[]).slice(0, 4)).toMatchObject([
      { line: 2, name: "Rex", categoryId: 5, categoryName: "DOG", status: "sold" },
      { line: 3, name: "A2", categoryId: 5, categoryName: "DOG", status: "pending" },
      { line: 4, name: "Mimi", categoryId: 7, categoryName: null, status: "pending" },
      { line: 5, name: "Tim", categoryId: null, categoryName: "Fish", status: "sold" },
    ]);
    expect(await pets()).toEqual([]);
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  it("lists bad rows without refusing the file", async () => {
    expect(await dryRun(file("name,category\n,Dog\nRex,Dog\n"))).toMatchObject({
      ...{ rows: 2, imported: 1, updated: 0, bad: 1 },
      badRows: [{ line: 2 }],
    });
  });
});

describe("the shape of a file", () => {
  it("is recognised, and a dry run says how the file is read", async () => {
    const csv = "Report of today\r\rname;category;Notes;Notes\rRex;Dog\rMax;Dog;;;;\r;;\rTom;Cat;a;b;stray\r";
    const expected = {
      ...{ rows: 3, imported: 2, bad: 1 },
      table: {
        headerLine: 3,
        columns: ["name", "category", "Notes", "Notes (2)"],
        delimiter: "semicolon",
        workbook: null,
      },
      badRows: [{ line: 7, problem: 'has "stray" in column 5, but the header has 4 columns' }],
    };
    expect(await dryRun(file(csv))).toMatchObject(expected);
    expect((await importFile(file(csv, { skipBad: true }))).body).toMatchObject({ imported: 2, bad: 1 });
    expect(await pets()).toEqual(["Rex, Dog, available", "Max, Dog, available"]);
  });

  it("is read as the request says", async () => {
    const csv = "name,category;x\nname;category\nRex;Dog\n";
    expect(await dryRun(file(csv, { delimiter: "semicolon", headerLine: 2 }))).toMatchObject({
      imported: 1,
      table: { headerLine: 2, columns: ["name", "category"], delimiter: "semicolon" },
    });
    expect((await importFile(file(csv, { headerLine: 9 }))).body).toMatchObject({
      message: expect.stringContaining("pets.csv has no names of columns in the chosen line"),
    });
  });
});

describe("a workbook", () => {
  const base64 = (sheets: Record<string, string>) => Buffer.from(zipOf(workbookParts(sheets))).toString("base64");
  const animals =
    rowOf("name", "category") +
    rowOf("Rex", "Dog") +
    `<row hidden="1"><c t="str"><v>Max</v></c><c t="str"><v>Dog</v></c></row>`;
  const { csv: _, ...rest } = file("");

  it("is imported like the same rows of CSV, from the chosen sheet", async () => {
    const workbook = base64({ Empty: "", Animals: animals, Hidden: rowOf("x") });
    const body = { ...rest, workbook, sheet: "Animals" };
    expect(await dryRun(body)).toMatchObject({
      imported: 2,
      table: {
        ...{ headerLine: 1, columns: ["name", "category"], delimiter: null },
        workbook: { sheet: "Animals", sheets: ["Empty", "Animals"], hiddenSheets: ["Hidden"], hiddenRows: 1 },
      },
    });
    expect((await importFile({ ...body, skipHiddenRows: true })).body).toMatchObject({ imported: 1 });
    expect(await pets()).toEqual(["Rex, Dog, available"]);
  });

  it.each([
    [{ workbook: "AAAA" }, "body.workbook cannot be read: the workbook is not an .xlsx workbook that can be read"],
    [{ workbook: "AAA" }, "body.workbook must be an .xlsx workbook in base64"],
    [{ workbook: base64({ Animals: animals }), sheet: "x" }, "has no sheet with the chosen name"],
    [{ workbook: "AAAA", csv: "a" }, "body must have either csv or workbook"],
    [{}, "body must have either csv or workbook"],
  ])("is refused if it cannot be used (%#)", async (body, message) => {
    const answer = await importFile({ ...rest, ...body });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  });

  it("is read only once for an Idempotency-Key, and a refusal is stored as well", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { ...rest, workbook: base64({ Animals: animals }) };
    const first = await importFile(body, { headers });
    expect((await importFile(body, { headers })).body).toEqual(first.body);
    expect(await pets()).toHaveLength(2);
  });
});

describe("a file that cannot be imported", () => {
  it.each([
    [
      file("call,category\n"),
      'pets.csv has no column "name" (body.columns.name names another); its columns are "call", "category"',
    ],
    [
      file("name,kind\n"),
      'pets.csv has no column "category" nor "categoryId" (body.columns.category names another); its columns are "name", "kind"',
    ],
    [
      file("name,name,category\n"),
      'pets.csv has more than one column "name"; its columns are "name", "name (2)", "category"',
    ],
    [file(""), "pets.csv is empty; a line must name the columns"],
    [
      file(`name,${"x".repeat(1_100_000)}\n`),
      "pets.csv has a line of over 1 MiB (at or soon after line 1); check its line breaks and quotes",
    ],
  ])("returns 400 with the reason (%#)", async (body, message) => {
    expect((await importFile(body)).body).toEqual(
      errorBody("invalid_request", 400, `body.csv cannot be read: ${message}`),
    );
  });

  it("names at most 50 of its columns", async () => {
    const columns = Array.from({ length: 80 }, (_, at) => `c${at}`).join(",");
    const { body } = await importFile(file(`${columns}\n`));
    expect((body as { message: string }).message).toMatch(/"c49" and 30 more$/);
  });

  it.each([
    [{ csv: "a\ud800" }, "body.csv must not contain lone surrogates"],
    [{ source: " " }, "body.source must have 1 to 200 characters after trimming"],
    [{ source: undefined }, "body.source is required"],
    [{ columns: { nom: "x" } }, "body.columns.nom is not a recognised field"],
    [{ columns: { name: "" } }, "body.columns.name must be a string of 1 to 200 characters"],
    [{ statusMap: { Adoption: "gone" } }, "body.statusMap.Adoption must be one of available, pending, sold"],
    [{ statusMap: { " Adoption": "sold" } }, "body.statusMap must map 1 to 1000 values"],
    [{ skipBad: "true" }, "body.skipBad must be true or false"],
    [{ path: "x" }, "body.path is not a recognised field"],
  ])("returns 400 for %j", async (wrong, message) => {
    const { status, body } = await importFile(file("name,category\n", wrong));
    expect([status, body]).toEqual([400, errorBody("invalid_request", 400, expect.stringContaining(message))]);
  });
});

describe("an import that has to wait", () => {
  const large = () => JSON.stringify(file(`name,category\n${"Rex,Dog\n".repeat(150_000)}`, { source: "large.csv" }));
  it("frees the place after a refused body", async () => {
    const send = (raw: string) =>
      api.send("POST /v1/pets/import?dryRun=true", { key, raw, headers: { "content-type": "application/json" } });
    const refused = [`${large()}}`, `[${large()}]`, " ".repeat(2_000_000), large().replace('"source"', '"other"')];
    for (const raw of refused) expect([400, 413]).toContain((await send(raw)).status);
    expect((await send(large())).status).toBe(200);
  });

  it("returns 503 with Retry-After while another process imports", async () => {
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("SELECT pg_advisory_xact_lock($1)", [0x70657469]);
    const { status, headers, body } = await importFile(shelter);
    await other.query("ROLLBACK");
    other.release();
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(body).toEqual(
      errorBody("service_unavailable", 503, "another import is in progress; try again after the time in Retry-After"),
    );
    expect(await pets()).toEqual([]);
  });
});
