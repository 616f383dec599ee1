import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvHeader, csvRest } from "../../test/support/builders.js";
import { Prisma } from "../generated/client.js";
import type { BodyStream } from "../operation/body-stream.js";
import { exportPets } from "./export-pets.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.database.pool.query("INSERT INTO category (id, name) VALUES (1, 'Dog'), (2, '=Cat'), (3, NULL)");
  await api.database.pool.query(`INSERT INTO pet (id, name, category_id, status) VALUES
    (10, 'Rex', 1, 'available'), (11, '=1+1', 2, 'sold'), (12, 'a "b", c', 3, 'pending'), (13, 'ada', 1, 'sold')`);
});
afterAll(() => api.close());

const header = `${csvHeader}\n`;
const rows = {
  rex: `10,Rex,1,Dog,available${csvRest}\n`,
  formula: `11,=1+1,2,=Cat,sold${csvRest}\n`,
  quoted: `12,"a ""b"", c",3,,pending${csvRest}\n`,
  ada: `13,ada,1,Dog,sold${csvRest}\n`,
};

describe("GET /pets/export", () => {
  it("returns all pets as a CSV file", async () => {
    const { status, headers, text } = await api.send("GET /v1/pets/export");
    expect([status, text]).toEqual([200, header + rows.rex + rows.formula + rows.quoted + rows.ada]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="pets.csv"',
      "cache-control": "private, no-store",
      "x-request-id": expect.any(String),
    });
  });

  it.each([
    ["status=sold", rows.formula + rows.ada],
    ["status=sold&categoryId=1", rows.ada],
    ["categoryId=1&sort=-id", rows.ada + rows.rex],
    ["q=A", rows.quoted + rows.ada],
    ["id=13&id=10", rows.rex + rows.ada],
    ["sort=name", rows.formula + rows.quoted + rows.ada + rows.rex],
    ["sort=-name&status=sold", rows.ada + rows.formula],
    ["categoryId=9", ""],
  ])("applies the filters and the sort of listPets: %s", async (query, expected) => {
    expect((await api.send(`GET /v1/pets/export?${query}`)).text).toBe(header + expected);
  });

  it("begins with a byte order mark with spreadsheetSafe, so that Excel reads UTF-8", async () => {
    const startOf = async (query: string) => {
      const headers = { authorization: `Bearer ${api.key}` };
      const response = await fetch(`${api.origin}/v1/pets/export${query}`, { headers });
      return Buffer.from(await response.arrayBuffer())
        .toString("utf8")
        .slice(0, 3);
    };
    expect(await startOf("?spreadsheetSafe=true")).toBe("\uFEFFid");
    expect(await startOf("")).toBe("id,");
  });

  it("guards formulas with spreadsheetSafe", async () => {
    const { text } = await api.send("GET /v1/pets/export?spreadsheetSafe=true&id=11");
    expect(text).toBe(`${header}11,'=1+1,2,'=Cat,sold${csvRest}\n`);
  });

  it("has the same time limits as other requests, unlike an operator's export", async () => {
    const limit = Prisma.sql`SELECT 1 AS id, current_setting('statement_timeout') AS name, 2 AS "categoryId",
      NULL AS category, 'sold' AS status`;
    const answer = await exportPets(api.deps, async () => () => limit)({ query: {} } as never, {} as never);
    let text = "";
    await (answer.body as BodyStream).run(async (more) => void (text += more), new AbortController().signal);
    const { rows: settings } = await api.database.pool.query("SHOW statement_timeout");
    expect(text).toBe(`${header}1,${settings[0].statement_timeout},2,,sold${csvRest}\n`);
    expect(settings).not.toEqual([{ statement_timeout: "0" }]);
  });

  it("can be imported into another store", async () => {
    const other = await createTestApi();
    const { text: csv } = await api.send("GET /v1/pets/export");
    const body = { csv, source: "export", columns: {} };
    await other.send("POST /v1/pets/import", { key: await other.makeKey("admin"), body });
    const { text } = await other.send("GET /v1/pets/export");
    const names = (content: string) => content.split("\n").map((line) => line.replace(/^\d+,(.*),\d+,/, "$1,"));
    expect(names(text)).toEqual(names(csv));
    await other.close();
  });

  it("answers HEAD with the same header fields and no body", async () => {
    const { status, headers, text } = await api.send("HEAD /v1/pets/export");
    expect([status, text, headers.get("content-type")]).toEqual([200, "", "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toBe('attachment; filename="pets.csv"');
    expect((await api.send("HEAD /v1/pets/export?limit=1")).status).toBe(400);
  });

  it.each(["limit=1", "cursor=a", "spreadsheetSafe=1", "sort=status", "id=0"])("returns 400 for %s", async (query) => {
    const { status, body } = await api.send(`GET /v1/pets/export?${query}`);
    expect([status, body]).toEqual([400, errorBody("invalid_request", 400)]);
  });

  it.each(["text/csv", "text/*", "*/*", "application/json;q=0.5, text/csv;q=0.1"])("accepts %s", async (accept) => {
    expect((await api.send("GET /v1/pets/export?id=10", { headers: { accept } })).status).toBe(200);
  });

  it.each(["application/json", "text/html", "text/csv;q=0"])("returns 406 for Accept: %s", async (accept) => {
    expect((await api.send("GET /v1/pets/export", { headers: { accept } })).body).toEqual(
      errorBody("not_acceptable", 406, expect.stringMatching(/^header Accept must allow text\/csv or /)),
    );
  });

  it("returns 401 without a key", async () => {
    expect((await api.send("GET /v1/pets/export", { key: "" })).status).toBe(401);
  });

  it("returns a JSON error without the file's header fields if the query fails", async () => {
    await api.database.pool.query("ALTER TABLE category RENAME TO category_gone");
    const { status, body, headers } = await api.send("GET /v1/pets/export");
    await api.database.pool.query("ALTER TABLE category_gone RENAME TO category");
    expect([status, body]).toEqual([500, errorBody("internal_error", 500)]);
    expect(headers.get("content-disposition")).toBeNull();
  });
});

describe("a long export", () => {
  const count = 60_000;
  let large: TestApi;
  beforeAll(async () => {
    large = await createTestApi();
    await large.database.pool.query("INSERT INTO category (id) VALUES (1)");
    await large.database.pool.query(
      `INSERT INTO pet (name, category_id) SELECT repeat('x', 200), 1 FROM generate_series(1, ${count})`,
    );
  });
  afterAll(() => large.close());

  const snapshots = async (): Promise<number> =>
    (
      await large.database.pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      )
    ).rows[0]?.count ?? -1;

  /** A busy machine may take more than the second that a poll has by default. */
  const patient = { timeout: 10_000 };

  /** Starts an export and reads only its first bytes. */
  const start = async (key = large.key) => {
    const sent = httpRequest(`${large.origin}/v1/pets/export`, { headers: { authorization: `Bearer ${key}` } });
    sent.end();
    const response = await new Promise<NodeJS.ReadableStream & { complete: boolean }>((resolve, reject) => {
      sent.on("response", resolve).on("error", reject);
    });
    return { sent, response };
  };
  const readAll = async (response: NodeJS.ReadableStream) => {
    let lines = 0;
    for await (const chunk of response) lines += String(chunk).split("\n").length - 1;
    return lines;
  };

  it("waits for its client, and reads from one snapshot all the time", async () => {
    const pets = await large.database.db.pet.count();
    const { response } = await start();
    await expect.poll(snapshots, patient).toBe(1);
    await large.database.pool.query("INSERT INTO pet (name, category_id) VALUES ('Late', 1)");
    expect(await readAll(response)).toBe(pets + 1);
    expect(response.complete).toBe(true);
    await expect.poll(snapshots, patient).toBe(0);
  });

  it("releases its connection when its client leaves", async () => {
    const { sent } = await start();
    await expect.poll(snapshots, patient).toBe(1);
    sent.destroy();
    await expect.poll(snapshots, patient).toBe(0);
    expect((await large.send("GET /v1/pets/export?id=1")).status).toBe(200);
  });

  it("breaks off if it fails after its start, and logs the reason", async () => {
    const { response } = await start();
    // The backend is only sometimes active once the client's buffers are full.
    const terminate = async () =>
      (
        await large.database.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        )
      ).rowCount;
    await expect.poll(terminate, patient).toBe(1);
    await expect(readAll(response)).rejects.toThrow("aborted");
    expect(response.complete).toBe(false);
    await expect
      .poll(() => large.logged.some((line) => "err" in line && line["operation"] === "exportPets"))
      .toBe(true);
  });

  it("takes the only place for exports of its account, and no other place", async () => {
    const { sent } = await start();
    await expect.poll(snapshots, patient).toBe(1);
    const own = large.send("GET /v1/pets/export");
    expect((await large.send("GET /v1/pets?limit=1")).status).toBe(200);
    expect((await large.send("POST /v1/pets", { body: { name: "Rex", categoryId: 1 } })).status).toBe(201);
    const otherKey = await large.makeKey("read", { accountId: await large.makeAccount() });
    expect((await large.send("GET /v1/pets/export?id=1", { key: otherKey })).status).toBe(200);
    const { status, headers } = await own;
    expect([status, Number(headers.get("retry-after")) >= 1]).toEqual([503, true]);
    sent.destroy();
    await expect.poll(snapshots, patient).toBe(0);
  });
});
