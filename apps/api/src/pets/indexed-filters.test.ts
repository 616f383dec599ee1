import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { parsePetChangeEvents } from "../operation/cache-invalidation.js";
import { indexed } from "./pet-filters.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("the trigger on pets reports each field by which cached pages are found", async () => {
  const client = await database.pool.connect();
  try {
    await client.query("LISTEN petstore_catalogue");
    const notified = once(client, "notification");
    await client.query("INSERT INTO category (id) VALUES (1)");
    await client.query("INSERT INTO pet (id, name, category_id) VALUES (1, 'Rex', 1)");
    const [{ payload }] = (await notified) as [{ payload: string }];
    const [change] = parsePetChangeEvents(payload) ?? [];
    expect(Object.keys(change?.after ?? {})).toEqual(expect.arrayContaining(indexed.map(({ name }) => name)));
    expect(Object.values(change?.after ?? {})).not.toContain(undefined);
  } finally {
    client.release();
  }
});
