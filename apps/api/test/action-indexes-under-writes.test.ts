import { Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "../src/database/migrate.js";
import { prologues } from "../src/database/migration-prologues.js";
import { prismaDirectory, readMigrations } from "../src/database/migrations.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const log = pino({ level: "silent" });
const NAME = "20261126050100_action_indexes";
const EVENTS = 200_000;
const WRITERS = 8;

const insert = (count: number) =>
  `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before, after)
   SELECT 'system', 'test', 'pet.update', 'pet', n, '{}', '{}' FROM generate_series(1, ${count}) AS n`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase("template1");
  const earlier = (await readMigrations(prismaDirectory)).filter(({ name }) => name < NAME);
  await migrate(database.connection, log, earlier);
  await database.pool.query(insert(EVENTS));
});
afterAll(() => database.drop());

it("the indexes of actions are created in a store of an early release without a deadlock or a failed write", async () => {
  const migrations = (await readMigrations(prismaDirectory)).filter(({ name }) => name <= NAME);
  const clients = new Pool({ ...database.connection, max: WRITERS, lock_timeout: 10_000 });
  const ending = new AbortController();
  const failures: unknown[] = [];
  const write = async () => {
    while (!ending.signal.aborted) await clients.query(insert(1)).catch((error: unknown) => failures.push(error));
  };
  const writers = Array.from({ length: WRITERS }, write);
  const { applied } = await migrate(database.connection, log, migrations).finally(() => ending.abort());
  await Promise.all(writers);
  await clients.end();
  expect([applied, failures]).toEqual([[NAME], []]);
  const { rows } = await database.pool.query(
    "SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

it("each prologue belongs to a migration", async () => {
  const names = (await readMigrations(prismaDirectory)).map(({ name }) => name);
  expect(Object.keys(prologues).filter((name) => !names.includes(name))).toEqual([]);
});
