import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectAsSuperuser, problemsSeenBy, undone } from "../../test/support/store-checks.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { migrate } from "./migrate.js";
import { prismaDirectory } from "./migrations.js";
import { categoriesNamed, createNamedCategory } from "./named-categories.js";
import type { Query } from "./query.js";

const MIGRATION = "20261129114000_text_identity";
const log = pino({ level: "silent" });
const [composed, decomposed] = ["Café", "Cafe\u0301"];

let database: TestDatabase;
let query: Query;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-earlier-"));
  const isEarlier = (path: string) => (/migrations\/(\d{14}_\w+)/.exec(path)?.[1] ?? "") < MIGRATION;
  await cp(prismaDirectory, folder, { recursive: true, filter: (_source, target) => isEarlier(target) });
  database = await createTestDatabase("template1");
  await migrate(database.connection, log, folder);
  await rm(folder, { recursive: true });
  query = async <Row>(sql: string, values: unknown[]) => (await database.pool.query(sql, values)).rows as Row[];
  await query("INSERT INTO category (id, name) VALUES (1, $1), (2, $2), (3, 'Dog'), (4, NULL)", [composed, decomposed]);
  await query("INSERT INTO account (id, name, email, role) VALUES (7, 'Ada', 'ada@store.example', 'owner')", []);
  await query("INSERT INTO saved_view (id, account_id, name, query) VALUES (1, 7, $1, '{}'), (2, 7, $2, '{}')", [
    composed,
    decomposed,
  ]);
  await migrate(database.connection, log);
});
afterAll(() => database.drop());

const identities = async () =>
  (await query<{ identity: string | null }>("SELECT identity FROM category ORDER BY id", [])).map(
    ({ identity }) => identity,
  );

/** Runs work whose changes are undone, so that each test sees the store as it was upgraded. */
const asUpgraded = async (work: () => Promise<void>) => {
  await work().finally(() => query("DELETE FROM category", []));
  await query("INSERT INTO category (id, name) VALUES (1, $1), (2, $2), (3, 'Dog'), (4, NULL)", [composed, decomposed]);
};

it("an upgrade keeps two categories whose names read the same, and the check of the store names them", async () => {
  expect(await identities()).toEqual(["café", null, "dog", null]);
  const client = await connectAsSuperuser(database.connection);
  const problems = await undone(client, () => problemsSeenBy(client));
  await client.end();
  expect(problems).toContainEqual(
    expect.objectContaining({ place: "category.name", count: 1, examples: ["category 2 and 1"] }),
  );
  expect(problems).toContainEqual(
    expect.objectContaining({ place: "saved_view.name", count: 1, examples: ["saved_view 2 and 1"] }),
  );
});

it("a name finds the category with exactly that spelling, or else the older of the two", async () => {
  const found = await categoriesNamed(query, [composed, decomposed, "CAFÉ\u200b"]);
  expect(Object.fromEntries(found)).toEqual({ [composed]: 1, [decomposed]: 2, "CAFÉ\u200b": 1 });
});

it("no third category can take the name of two categories, even after one of them is renamed", () =>
  asUpgraded(async () => {
    expect(await createNamedCategory(query, "CAFÉ")).toBeUndefined();
    await query("DELETE FROM category WHERE id = 1", []);
    expect(await identities()).toEqual(["café", "dog", null]);
    expect(await createNamedCategory(query, "CAFÉ")).toBeUndefined();
    await query("UPDATE category SET name = 'Cat', identity = 'cat' WHERE id = 2", []);
    expect(await createNamedCategory(query, "CAFÉ")).toEqual(expect.any(Number));
  }));

it("the previous version can still write every name that its own index accepts", () =>
  asUpgraded(async () => {
    const insert = (name: string) =>
      query(
        "INSERT INTO category (id, name) VALUES (nextval('category_id_seq') + 100, $1) ON CONFLICT DO NOTHING RETURNING id",
        [name],
      );
    expect(await insert("Do\u00adg")).toHaveLength(1);
    expect(await insert("Katze")).toHaveLength(1);
    await query("UPDATE category SET name = 'KATZE' WHERE name = 'Katze'", []);
    await query("UPDATE category SET name = $1 WHERE id = 3", ["Ca\u00adfe\u0301"]);
    expect(await identities()).toEqual(["café", null, null, null, "dog", "katze"]);
    expect(await createNamedCategory(query, "katze\u200b")).toBeUndefined();
  }));

it("only one of two concurrent writes by the previous version gets an identity", () =>
  asUpgraded(async () => {
    const [one, other] = [await database.pool.connect(), await database.pool.connect()];
    await one.query("BEGIN");
    await one.query("INSERT INTO category (id, name) VALUES (201, 'Vögel')");
    const insert = () =>
      other.query("INSERT INTO category (id, name) VALUES (202, 'Vo\u0308gel') ON CONFLICT DO NOTHING RETURNING id");
    const waiting = insert();
    const isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(async () => (await database.pool.query(isWaiting)).rowCount, { timeout: 30_000 }).toBe(1);
    await one.query("COMMIT");
    expect((await waiting).rows).toHaveLength(0);
    expect((await insert()).rows).toHaveLength(1);
    one.release();
    other.release();
    expect(await query("SELECT id::int, identity FROM category WHERE id > 200 ORDER BY id", [])).toEqual([
      { id: 201, identity: "vögel" },
      { id: 202, identity: null },
    ]);
  }));
