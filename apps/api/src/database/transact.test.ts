import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createLanes, systemFlow } from "../concurrency/lanes.js";
import { isDatabaseUnavailable, isTransactionConflict } from "./errors.js";
import { transact } from "./transact.js";
import type { Tx } from "./prisma-client.js";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query("INSERT INTO category (id, name) VALUES (1, 'a'), (2, 'b')");
});
afterEach(() => database.drop());

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: unknown) => error,
  );
const names = async () =>
  (await database.db.category.findMany({ orderBy: { id: "asc" } })).map(({ name }) => name).join(" ");
const append = (tx: Tx, id: number) => tx.$executeRaw`UPDATE category SET name = name || 'x' WHERE id = ${id}`;
const idle = async () =>
  (
    await database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    )
  ).rowCount;

describe("transact", () => {
  it("runs in READ COMMITTED, and commits before it resolves", async () => {
    const isolation = await transact(database.db, async (tx) => {
      await append(tx, 1);
      return tx.$queryRaw`SHOW transaction_isolation`;
    });
    expect(isolation).toEqual([{ transaction_isolation: "read committed" }]);
    expect(await names()).toBe("ax b");
  });

  it("rolls back when the work fails, and leaves no transaction open", async () => {
    const failure = new Error("of the work");
    const work = async (tx: Tx) => {
      await append(tx, 1);
      throw failure;
    };
    expect(await errorOf(transact(database.db, work))).toBe(failure);
    expect([await names(), await idle()]).toEqual(["a b", 0]);
  });

  it("repeats the victim of a deadlock, and commits both transactions once", async () => {
    let runs = 0;
    let locked = 0;
    let met: () => void = () => {};
    const meeting = new Promise<void>((resolve) => (met = resolve));
    const both = (first: number, second: number) =>
      transact(database.db, async (tx) => {
        runs += 1;
        await append(tx, first);
        locked += 1;
        if (locked === 2) met();
        await meeting;
        await append(tx, second);
      });
    await Promise.all([both(1, 2), both(2, 1)]);
    expect(runs).toBe(3);
    expect(await names()).toBe("axx bxx");
  });

  it("gives up after five tries", async () => {
    let runs = 0;
    const work = async (tx: Tx) => {
      runs += 1;
      await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`;
    };
    expect(isTransactionConflict(await errorOf(transact(database.db, work)))).toBe(true);
    expect(runs).toBe(5);
  });

  it("rejects as unavailable, and writes nothing, when the connection is lost", async () => {
    const work = async (tx: Tx) => {
      const [{ pid }] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
      await append(tx, 1);
      await database.pool.query("SELECT pg_terminate_backend($1, 5000)", [pid]);
      await append(tx, 2);
    };
    expect(isDatabaseUnavailable(await errorOf(transact(database.db, work)))).toBe(true);
    expect(await names()).toBe("a b");
  });

  it("runs 190 transactions at once in the write lane", async () => {
    const { writes } = createLanes();
    const one = () => writes.run(systemFlow("test"), () => transact(database.db, (tx) => append(tx, 1)));
    await Promise.all(Array.from({ length: 190 }, one));
    expect((await names()).split(" ")[0]).toHaveLength(191);
  });
});
