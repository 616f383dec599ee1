import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";

const WRITERS = 4;
const PETS = 200;

let store: TestDatabase;
let target: TestDatabase;
let folder: string;
beforeAll(async () => {
  [store, target] = await Promise.all([createTestDatabase(), createTestDatabase("template1")]);
  folder = await mkdtemp(join(tmpdir(), "petstore-backup-"));
});
afterAll(async () => {
  await Promise.all([store.drop(), target.drop()]);
  await rm(folder, { recursive: true });
});

/**
 * Orders a pet and makes it pending in one transaction, then delivers it in another. Between the transactions every
 * order agrees with its pet.
 */
const write = async (signal: AbortSignal, writer: number): Promise<number> => {
  let transactions = 0;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const pet = 1 + ((turn * WRITERS + writer) % PETS);
    await store.pool.query(`BEGIN;
      INSERT INTO store_order (pet_id) VALUES (${pet});
      UPDATE pet SET status = 'pending' WHERE id = ${pet};
      INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id) VALUES ('system', 'test', 'order.create', 'pet', ${pet});
      COMMIT`);
    await store.pool.query(`BEGIN;
      UPDATE store_order SET status = 'delivered' WHERE held_pet_id = ${pet};
      UPDATE pet SET status = 'available' WHERE id = ${pet};
      COMMIT`);
    transactions += 2;
  }
  return transactions;
};

const contradictions = `SELECT
  (SELECT count(*)::int FROM pet WHERE (status = 'pending') <> EXISTS (SELECT FROM store_order WHERE held_pet_id = pet.id)) AS pets,
  (SELECT count(*)::int FROM store_order) - (SELECT count(*)::int FROM audit_event) AS events,
  (SELECT count(*)::int FROM store_order) AS orders`;

describe("petstore backup, while others write", () => {
  it("contains all tables as of one moment", async () => {
    await store.pool.query(
      `INSERT INTO category (id) VALUES (1); INSERT INTO pet (name, category_id) SELECT 'Rex', 1 FROM generate_series(1, ${PETS})`,
    );
    const stop = new AbortController();
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(stop.signal, writer)));
    const countOrders = async () =>
      Number((await store.reads.pool.query("SELECT count(*) FROM store_order")).rows[0].count);
    await expect.poll(countOrders).toBeGreaterThan(50);
    const file = join(folder, "store.gz");
    const backup = await createTestShell(store.url)(["backup", file]);
    const during = await countOrders();
    await expect.poll(countOrders).toBeGreaterThan(during);
    stop.abort();
    await writing;
    expect([backup.code, backup.stderr]).toEqual([0, ""]);
    const restored = await createTestShell(target.url)(["restore", file]);
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    const { rows } = await target.pool.query<{ pets: number; events: number; orders: number }>(contradictions);
    expect(rows).toEqual([{ pets: 0, events: 0, orders: expect.any(Number) }]);
    expect(rows[0]?.orders).toBeGreaterThan(50);
    await target.pool.query("INSERT INTO store_order (pet_id) VALUES (1)");
  });
});
