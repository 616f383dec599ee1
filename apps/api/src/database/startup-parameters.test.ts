import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { takesStartupParameters } from "./pooler.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("startup parameters count as accepted only if the server has applied every one of them", async () => {
  const { rows } = await database.pool.query<{ name: string; setting: string }>(
    "SELECT lower(name) AS name, setting FROM pg_settings WHERE name IN ('lock_timeout', 'statement_timeout')",
  );
  const taken = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  expect(Object.keys(taken)).toHaveLength(2);
  expect(await takesStartupParameters(database.pool, taken)).toBe(true);
  for (const name of Object.keys(taken))
    expect(await takesStartupParameters(database.pool, { ...taken, [name]: "86400001" })).toBe(false);
});
