import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prismaDirectory, readMigrations } from "../src/database/migrations.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { createTestShell } from "./support/test-shell.js";

/** The stores that scripts/keep-store.mjs filled through the API of each release (docs/releasing.md). */
const folder = fileURLToPath(new URL("stores/", import.meta.url));
const releases = readdirSync(folder).map((file) => file.replace(/\.gz$/, ""));

type Facts = Readonly<Record<string, readonly string[]>>;

/** Selects the rows of each table. A row is one text, which says what a person would know about it. */
const statements: Readonly<Record<string, string>> = {
  pets: "SELECT concat_ws(' ', id, name, category_id, status) AS fact FROM pet ORDER BY id",
  categories: "SELECT concat_ws(' ', id, name) AS fact FROM category ORDER BY id",
  counts: `SELECT concat_ws(' ', category_id, sum(amount)) AS fact
    FROM (TABLE pet_count UNION ALL TABLE pet_count_change) AS part GROUP BY category_id ORDER BY category_id`,
  orders: `SELECT concat_ws(' ', store_order.id, pet_id, status, reference, customer.name) AS fact
    FROM store_order LEFT JOIN customer ON customer.id = customer_id ORDER BY store_order.id`,
  accounts: "SELECT concat_ws(' ', name, role) AS fact FROM account ORDER BY id",
  keys: "SELECT concat_ws(' ', name, scope) AS fact FROM api_key ORDER BY id",
  views: "SELECT concat_ws(' ', page, name, query) AS fact FROM saved_view ORDER BY id",
  profiles: "SELECT concat_ws(' ', pet_id, external_id, attributes -> '20') AS fact FROM pet_profile ORDER BY pet_id",
  deletedAttributes: "SELECT definition ->> 'name' AS fact FROM deleted_attribute ORDER BY id",
  photos: `SELECT concat_ws(' ', pet_id, media.width, count(place)) AS fact
    FROM photo JOIN media USING (sha256) JOIN media_chunk USING (sha256) GROUP BY photo.id, media.width ORDER BY photo.id`,
  notes: "SELECT concat_ws(' ', pet_id, text) AS fact FROM note ORDER BY id",
  webhooks: "SELECT concat_ws(' ', url, state, state_reason) AS fact FROM webhook_endpoint ORDER BY id",
  undos: "SELECT concat_ws(' ', status, done, total) AS fact FROM action_undo ORDER BY id",
  statusNames: "SELECT sold_name AS fact FROM store",
};

/** The rows that fill-through-api.mjs creates if the release supports all of them. */
const complete: Facts = {
  pets: [
    "1 Luna 7 pending",
    "2 Max 猫 🐈 9 pending",
    "3 Rex the second 7 sold",
    "4 Bella 7 available",
    "5 Émile 9 available",
    "6 Zoë 9 available",
  ],
  categories: ["7 Dogs", "9 Straße"],
  counts: ["7 3", "9 3"],
  orders: ["1 1 approved A-1 Grace", "2 4 cancelled A-2"],
  accounts: ["Owner owner", "Ada clerk"],
  keys: ["First key admin", "Shop front read"],
  views: [`pets Sold {"status": "sold"}`],
  profiles: ["1 SH-1 4.5", "2"],
  deletedAttributes: ["born"],
  photos: ["1 1 1"],
  notes: ["1 Bites\nwhen hungry", "2 Needs a large garden"],
  webhooks: ["http://127.0.0.1:9/hook disabled copied"],
  undos: ["done 1 1"],
  statusNames: ["Adopted"],
};

const none = { deletedAttributes: [], photos: [], notes: [], webhooks: [], undos: [], profiles: [], statusNames: [] };
const withoutCustomers = { ...none, orders: ["1 1 approved A-1", "2 4 cancelled A-2"] };

/** The rows of the first releases, which do not support everything yet. Later releases support all rows. */
const incomplete: Readonly<Record<string, Facts>> = {
  "4cd72a5": {
    ...none,
    pets: ["1 Luna 7 available", "2 Max 猫 🐈 9 pending", "3 Rex 7 sold"],
    categories: ["7", "9"],
    counts: ["7 2", "9 1"],
    orders: [],
    accounts: ["Owner owner"],
    keys: ["First key admin"],
    views: [],
  },
  "7bff7c3": withoutCustomers,
  "69aa576": withoutCustomers,
};

const schemaNow = (await readMigrations(prismaDirectory)).at(-1)?.name;

describe.each(releases)("a store of release %s", (release) => {
  let store: TestDatabase;
  let run: ReturnType<typeof createTestShell>;
  beforeAll(async () => {
    store = await createTestDatabase("template1");
    run = createTestShell(store.url);
    const { code, stderr } = await run(["restore", `${folder}${release}.gz`]);
    expect([code, stderr]).toEqual([0, ""]);
  });
  afterAll(() => store.drop());

  const readFacts = async (): Promise<Facts> => {
    const facts: Record<string, readonly string[]> = {};
    for (const [name, sql] of Object.entries(statements)) {
      facts[name] = (await store.pool.query<{ fact: string }>(sql)).rows.map(({ fact }) => fact);
    }
    return facts;
  };

  it("is sound after all migrations", async () => {
    const { code, stdout, stderr } = await run(["check"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/\nThe store is sound; /);
    const { rows } = await store.pool.query("SELECT max(migration_name) AS name FROM _prisma_migrations");
    expect(rows).toEqual([{ name: schemaNow }]);
  });

  it("still has what people and programs wrote", async () => {
    expect(await readFacts()).toEqual({ ...complete, ...incomplete[release] });
  });
});
