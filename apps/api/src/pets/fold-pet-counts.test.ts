import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { foldPetCounts } from "../../test/support/pet-counts.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { countsCheck } from "../cli/store-check/counts-check.js";
import { queryOfPool } from "../database/query.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("INSERT INTO category (id) SELECT generate_series(1, 5)");
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("TRUNCATE pet CASCADE"));

const run = (sql: string) => database.pool.query(sql);
const problems = () => countsCheck.run(queryOfPool(database.pool), () => {});
const rowsOf = async (table: string) =>
  (await run(`SELECT category_id::int AS id, status, amount::int FROM ${table} ORDER BY 1, 2`)).rows;
const insert = (count: number, category = 1) =>
  `INSERT INTO pet (name, category_id, status) SELECT 'Rex', ${category}, 'sold' FROM generate_series(1, ${count})`;

const category = fc.integer({ min: 1, max: 5 });
const status = fc.constantFrom("available", "pending", "sold");
const some = fc.integer({ min: 0, max: 4 }).map((rest) => `id % 5 = ${rest}`);
const change = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 1, max: 20 }), category).map(([count, id]) => insert(count, id)) },
  fc.tuple(category, some).map(([to, where]) => `UPDATE pet SET category_id = ${to} WHERE ${where}`),
  fc.tuple(status, some).map(([to, where]) => `UPDATE pet SET status = '${to}' WHERE ${where}`),
  some.map((where) => `UPDATE pet SET name = 'Max' WHERE ${where}`),
  some.map((where) => `DELETE FROM pet WHERE ${where}`),
  fc.constant("TRUNCATE pet CASCADE"),
  fc.constant("fold"),
);
const writers = ["", "SET LOCAL session_replication_role = replica;"];

describe("the counts of pets", () => {
  it("stay correct after any statements, folds and rollbacks, even of writers without triggers", async () => {
    const step = fc.tuple(change, fc.constantFrom(...writers), fc.constantFrom("COMMIT", "ROLLBACK"));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const [sql, writer, end] of steps) {
          if (sql === "fold") await foldPetCounts(database.pool);
          else await run(`BEGIN; ${writer} ${sql}; ${end}`);
        }
        expect(await problems()).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("stay correct in every snapshot while writers and two folds run at once", async () => {
    const write = async (id: number) => {
      for (let at = 0; at < 25; at++) {
        await run(insert(3, id));
        await run(
          `UPDATE pet SET category_id = ${(id % 5) + 1} WHERE id % 7 = ${at % 7} AND category_id = ${id}`,
        ).catch(() => {});
      }
    };
    const written = new AbortController();
    const fold = async () => {
      while (!written.signal.aborted) await foldPetCounts(database.pool);
    };
    const watch = async () => {
      while (!written.signal.aborted) expect(await problems()).toEqual([]);
    };
    const others = [fold(), fold(), watch()];
    await Promise.all([1, 2, 3].map(write)).finally(() => written.abort());
    await Promise.all(others);
    expect(await problems()).toEqual([]);
  });

  it("never make a writer wait for the commit of another writer", async () => {
    const client = await database.pool.connect();
    try {
      await client.query(`BEGIN; ${insert(1)}`);
      await run(`SET lock_timeout = 1; ${insert(1)}; RESET lock_timeout`);
      await foldPetCounts(database.pool);
      await client.query("COMMIT");
    } finally {
      client.release();
    }
    expect(await rowsOf("pet_count")).toEqual([{ id: 1, status: "sold", amount: 1 }]);
    expect(await problems()).toEqual([]);
  });

  it("have one row for each category and status after a fold, and no row without pets", async () => {
    await run(insert(12_000));
    for (let at = 0; at < 3; at++) await run(insert(1, 2));
    await run("UPDATE pet SET category_id = 3 WHERE category_id = 1");
    await foldPetCounts(database.pool);
    expect(await rowsOf("pet_count_change")).toEqual([]);
    expect(await rowsOf("pet_count")).toEqual([
      { id: 2, status: "sold", amount: 3 },
      { id: 3, status: "sold", amount: 12_000 },
    ]);
  });

  it("get one more row when a statement changes many pets alike, and none when names change", async () => {
    await run(insert(1_000));
    await run("UPDATE pet SET name = 'Max'");
    expect(await rowsOf("pet_count_change")).toEqual([{ id: 1, status: "sold", amount: 1_000 }]);
  });

  it("are reported by the check if wrong, and corrected by recount_pets() in its first run", async () => {
    await run(insert(3));
    await run("UPDATE pet_count_change SET amount = 5");
    await run("INSERT INTO pet_count VALUES (4, 'pending', 9)");
    expect(await problems()).toMatchObject([{ place: "pet_count", count: 2 }]);
    await run("SELECT recount_pets()");
    await run("SELECT recount_pets()");
    expect(await problems()).toEqual([]);
    await foldPetCounts(database.pool);
    expect(await rowsOf("pet_count")).toEqual([{ id: 1, status: "sold", amount: 3 }]);
  });
});
