import { describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { queryOfPool } from "../database/query.js";
import { numberEvents } from "./read-feed.js";

const look = ({ pool }: TestDatabase) => numberEvents(queryOfPool(pool));

describe("numberEvents", () => {
  it("starts a new epoch in a copy of the database, and continues the old one in the original", async () => {
    const original = await createTestDatabase();
    const first = await look(original);
    await Promise.all([original.pool.end(), original.reads.pool.end()]);
    const copy = await createTestDatabase(original.connection.database);
    const copied = await look(copy);
    expect(copied).toMatchObject({ earlierEpochs: [first.epoch], position: first.position });
    expect(copied.epoch).not.toBe(first.epoch);
    expect(await look(copy)).toMatchObject({ epoch: copied.epoch });
    await Promise.all([copy.drop(), original.drop()]);
  });

  it("numbers events in as many steps as necessary, and returns how long the oldest had waited", async () => {
    const database = await createTestDatabase();
    await look(database);
    await database.pool.query(`
      DO $$ BEGIN FOR id IN 1..1200 LOOP
        INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, after)
          VALUES (now() - interval '1 hour', 'system', 'test', 'pet.create', 'pet', id, '{}');
      END LOOP; END $$`);
    const found = await look(database);
    expect(found.position).toBe(1_200);
    expect(found.pendingSeconds).toBeGreaterThan(3_000);
    expect(await look(database)).toMatchObject({ position: 1_200, pendingSeconds: 0 });
    await database.drop();
  });
});
