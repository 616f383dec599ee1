import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { type LockedModel, lockRow, lockRows } from "./lock-row.js";

describe("lockRow", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.category.createMany({ data: [9, 10, 2].map((id) => ({ id })) });
  });
  afterAll(() => database.drop());

  const waiting = async () => {
    const { rows } = await database.reads.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  const untilWaiting = () => expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBe(1);
  const databaseTime = async () => {
    const { rows } = await database.reads.pool.query<{ now: Date }>("SELECT clock_timestamp()::timestamptz(3) AS now");
    return rows[0]?.now.getTime() ?? 0;
  };

  it("returns a time after the wait for the lock, even if the row did not change", async () => {
    const holder = await database.pool.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM category WHERE id = 9 FOR UPDATE");
    const locking = database.db.$transaction((tx) => lockRow(tx, "category", 9, "update"));
    await untilWaiting();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const released = await databaseTime();
    await holder.query("COMMIT");
    holder.release();
    expect((await locking)?.getTime()).toBeGreaterThanOrEqual(released);
  });

  it("knows the table of every model whose id is a number", async () => {
    const schema = readFileSync(new URL("../../prisma/schema.prisma", import.meta.url), "utf8");
    const models = [...schema.matchAll(/^model (\w+) \{\n +id +(?:BigInt|Int|SmallInt)\b/gm)].map(
      ([, name = ""]) => `${name.charAt(0).toLowerCase()}${name.slice(1)}` as LockedModel,
    );
    expect(models).toEqual(expect.arrayContaining(["apiKey", "order", "pet"]));
    for (const model of models) {
      const found = await database.db.$transaction((tx) => lockRows(tx, model, [7], "share"));
      expect([model, found.size]).toEqual([model, 0]);
    }
  });

  it("locks rows in the order of their numeric ids, and ignores ids that do not exist", async () => {
    const order: number[] = [];
    const holder = await database.pool.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM category WHERE id = 9 FOR UPDATE");
    const locking = database.db.$transaction((tx) => lockRows(tx, "category", [10, 2, 9, 404], "deletion"));
    await untilWaiting();
    for (const id of [2, 10]) {
      const { rows } = await database.reads.pool.query("SELECT FROM category WHERE id = $1 FOR KEY SHARE SKIP LOCKED", [
        id,
      ]);
      if (rows.length > 0) order.push(id);
    }
    await holder.query("COMMIT");
    holder.release();
    expect(order).toEqual([10]);
    expect([...(await locking).keys()]).toEqual([2, 9, 10]);
  });

  it("runs no statement for an empty list of ids", async () => {
    const refuse = () => Promise.reject(new Error("a statement ran"));
    expect(await lockRows(refuse, "category", [], "update")).toEqual(new Map());
  });
});
