import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectAsSuperuser, problemsSeenBy, undone } from "../../test/support/store-checks.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { migrate } from "./migrate.js";
import { prismaDirectory } from "./migrations.js";

const MIGRATION = "20261128173000_checks_of_texts";
const log = pino({ level: "silent" });

let database: TestDatabase;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-earlier-"));
  const isEarlier = (path: string) => (/migrations\/(\d{14}_\w+)/.exec(path)?.[1] ?? "") < MIGRATION;
  await cp(prismaDirectory, folder, { recursive: true, filter: (_source, target) => isEarlier(target) });
  database = await createTestDatabase("template1");
  await migrate(database.connection, log, folder);
  await rm(folder, { recursive: true });
  await database.pool.query("INSERT INTO customer (id, name) VALUES (1, 'Ada'), (2, ' Ada'), (3, 'Ada ')");
  await migrate(database.connection, log);
});
afterAll(() => database.drop());

it("an upgrade keeps rows that violate a later CHECK, and the check of the store names them", async () => {
  const client = await connectAsSuperuser(database.connection);
  const problems = await undone(client, () => problemsSeenBy(client));
  await client.end();
  expect(problems).toContainEqual(
    expect.objectContaining({
      place: "customer.customer_name_is_trimmed",
      count: 2,
      examples: ["customer 2", "customer 3"],
    }),
  );
});

it("an upgrade validates a later CHECK that every row satisfies", async () => {
  const { rows } = await database.pool.query("SELECT conname FROM pg_constraint WHERE NOT convalidated");
  expect(rows).toEqual([{ conname: "customer_name_is_trimmed" }]);
});
