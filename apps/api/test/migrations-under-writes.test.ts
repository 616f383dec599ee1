import { readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { basename } from "node:path";
import { Pool, type PoolClient } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "../src/database/migrate.js";
import { prismaDirectory, readMigrations } from "../src/database/migrations.js";
import { fillTables } from "./support/rows-of-each-table.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const log = pino({ level: "silent" });
const ROWS = 20_000;
const WRITERS_OF_EACH = 2;
/** The timeouts of the service. A transaction that waits longer fails. */
const timeouts = { lock_timeout: 3_000, statement_timeout: 5_000 };

const released = new Set(
  (
    JSON.parse(readFileSync(new URL("../released/service.json", import.meta.url), "utf8")) as {
      readonly migrations: readonly string[];
    }
  ).migrations,
);

let database: TestDatabase;
let folder: string;

const audit = (kind: string) =>
  `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before, after)
   VALUES ('system', 'test', '${kind}.update', '${kind}', 1, '{}', '{}')`;

/** The transactions of the last release, with the locks in the order in which it takes them. */
const transactions: Readonly<Record<string, readonly string[]>> = {
  "create a pet": [
    "SELECT id FROM category WHERE id = 1 FOR KEY SHARE",
    "INSERT INTO pet (name, category_id) VALUES ('Rex', 1)",
    audit("pet"),
  ],
  "change a pet and its profile": [
    "SELECT id FROM pet WHERE id = 1 FOR UPDATE",
    "UPDATE pet SET name = name WHERE id = 1",
    "INSERT INTO pet_profile (pet_id) VALUES (1) ON CONFLICT (pet_id) DO UPDATE SET updated_at = now()",
    audit("pet"),
  ],
  "order and cancel": [
    "SELECT id FROM pet WHERE id = 5000 FOR UPDATE",
    "INSERT INTO store_order (pet_id, status, reference, note) VALUES (5000, 'cancelled', 'A-1', 'By telephone')",
    audit("order"),
  ],
  "write a note": [
    "SELECT id FROM pet WHERE id = 2 FOR KEY SHARE",
    `INSERT INTO note (pet_id, text, author) VALUES (2, 'Bites', '{"kind": "system", "id": null, "name": "test"}')`,
    audit("note"),
  ],
  "add a customer": ["INSERT INTO customer (name) VALUES ('Ada')", audit("customer")],
  "rename a category": ["UPDATE category SET name = name WHERE id = 1", audit("category")],
  "change an attribute": ["UPDATE attribute SET label = label WHERE id = 1", audit("attribute")],
  "save a view": ["UPDATE saved_view SET query = query WHERE id = 1"],
  "change a webhook endpoint": ["UPDATE webhook_endpoint SET failures = 0 WHERE id = 1", audit("webhook_endpoint")],
  "read a page": [
    "SELECT id, name, status FROM pet ORDER BY id DESC LIMIT 20",
    "SELECT id, reference, note FROM store_order ORDER BY id DESC LIMIT 20",
    "SELECT id, text FROM note ORDER BY id DESC LIMIT 20",
  ],
};

/** The service tries a transaction again after a deadlock (`database/transact.ts`), so clients do not notice it. */
const MAX_TRIES = 5;
const DEADLOCK_DETECTED = "40P01";

const runOnce = async (client: PoolClient, statements: readonly string[]): Promise<void> => {
  await client.query("BEGIN");
  try {
    for (const statement of statements) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
};

const runTransaction = async (client: PoolClient, statements: readonly string[]): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(client, statements);
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED || tries === MAX_TRIES) throw error;
    }
  }
};

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  database = await createTestDatabase("template1");
  const isReleased = (path: string) => !/^\d{14}_/.test(basename(path)) || released.has(basename(path));
  await cp(prismaDirectory, folder, {
    recursive: true,
    filter: (path) => path.split("/").every((part) => isReleased(part)),
  });
  await migrate(database.connection, log, folder);
  await fillTables(database.pool, 1);
  for (const sequence of ["category", "pet", "store_order", "note", "audit_event", "customer"])
    await database.pool.query(`SELECT setval(pg_get_serial_sequence('${sequence}', 'id'), 1000)`);
  await database.pool.query(
    `INSERT INTO pet (name, category_id) SELECT 'Rex ' || n, 1 FROM generate_series(1, ${ROWS}) AS n`,
  );
  await database.pool.query(
    `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before, after)
     SELECT 'system', 'test', 'pet.update', 'pet', n, '{}', '{}' FROM generate_series(1, ${ROWS}) AS n`,
  );
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

it("all later migrations succeed while the last release reads and writes without a failure", async () => {
  const ending = new AbortController();
  const clients = new Pool({
    ...{ ...database.connection, ...timeouts },
    max: WRITERS_OF_EACH * Object.keys(transactions).length,
  });
  const failures: string[] = [];
  const done = new Map<string, number>();
  const repeat = async (what: string, statements: readonly string[]) => {
    const client = await clients.connect();
    while (!ending.signal.aborted) {
      await runTransaction(client, statements).then(
        () => done.set(what, (done.get(what) ?? 0) + 1),
        (error: { code?: string }) => failures.push(`${what}: ${error.code}`),
      );
    }
    client.release();
  };
  const writers = Object.entries(transactions).flatMap(([what, statements]) =>
    Array.from({ length: WRITERS_OF_EACH }, () => repeat(what, statements)),
  );
  const { applied } = await migrate(database.connection, log).finally(() => ending.abort());
  await Promise.all(writers);
  await clients.end();
  const later = (await readMigrations(prismaDirectory)).map(({ name }) => name).filter((name) => !released.has(name));
  expect(applied).toEqual(later);
  expect(failures).toEqual([]);
  expect(Object.keys(transactions).filter((what) => (done.get(what) ?? 0) === 0)).toEqual([]);
});
