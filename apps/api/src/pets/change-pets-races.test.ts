import type { BulkPetChange, BulkPetResult, ErrorBody, PetFields } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets } from "../../test/support/builders.js";
import { proofSize } from "../../test/support/proof-size.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { toFields } from "./store/pet-table.js";

const ROUNDS = proofSize("ROUNDS", { short: 3, full: 60 });
const PETS = 500;
const rounds = Array.from({ length: ROUNDS }, (_, at) => at);
const frank = toFields({ name: "Frank", categoryId: 1 });
const sold: PetFields = { ...frank, status: "sold" };

const LOCK_NOT_AVAILABLE = "55P03";

describe("concurrent POST /pets/changes", () => {
  let api: TestApi;
  let keys: string[];
  beforeAll(async () => {
    api = await createTestApi();
    // Several keys are needed, because each runs only one bulk request at a time.
    keys = await Promise.all([1, 2, 3].map(async () => api.makeKey("write", { accountId: await api.makeAccount() })));
  });
  afterAll(() => api.close());

  const add = async (categoryId = 1): Promise<number[]> => {
    const { pool } = api.database;
    await pool.query("INSERT INTO category (id) VALUES ($1) ON CONFLICT DO NOTHING", [categoryId]);
    const sql = `WITH new AS (INSERT INTO pet (name, category_id) SELECT 'Frank', $1 FROM generate_series(1, $2) RETURNING id)
      SELECT id::double precision FROM new ORDER BY id`;
    return (await pool.query<{ id: number }>(sql, [categoryId, PETS])).rows.map(({ id }) => id);
  };
  const find = async (ids: readonly number[]) =>
    (await api.database.db.pet.findMany({ where: { id: { in: [...ids] } } })).map(({ id, name }) => ({
      ...{ id, name },
    }));
  type Result = BulkPetResult & { readonly code?: string };
  const post = async (body: readonly BulkPetChange[], key = keys[0] ?? "", query = ""): Promise<Result> => {
    const answer = await api.send(`POST /v1/pets/changes${query}`, { body, key });
    if (answer.status === 409)
      return { done: 0, unchanged: 0, left: [], unrestored: [], code: (answer.body as ErrorBody).code };
    expect(answer.status).toBe(200);
    return answer.body as BulkPetResult;
  };
  const change = (from: PetFields | null, to: PetFields | null) => (id: number) => ({ id, from, to });

  it("makes the changes of exactly one of several requests for the same pets, in any order", async () => {
    for (const round of rounds) {
      const ids = await add();
      const names = keys.map((_, at) => `${round}-${at}`);
      const bodies = names.map((name, at) =>
        (at % 2 === 0 ? ids : ids.toReversed()).map(change(frank, { ...frank, name })),
      );
      const results = await Promise.all(bodies.map((body, at) => post(body, keys[at])));
      expect(results.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([0, 0, PETS]);
      const winner = names[results.findIndex(({ done }) => done === PETS)];
      expect(new Set((await find(ids)).map(({ name }) => name))).toEqual(new Set([winner]));
    }
  });

  it("restores each pet once, although several requests try", async () => {
    for (const _ of rounds) {
      const ids = await add();
      await post(ids.map(change(frank, null)));
      const last = await lastEventId(api.database);
      const bodies = keys.map((_key, at) => (at % 2 === 0 ? ids : ids.toReversed()).map(change(null, frank)));
      const results = await Promise.all(bodies.map((body, at) => post(body, keys[at])));
      const [winner, ...others] = results.toSorted((one, other) => (one.unchanged ?? 0) - (other.unchanged ?? 0));
      expect(winner).toEqual({ done: PETS, unchanged: 0, left: [], unrestored: [] });
      expect(others).toEqual(others.map(() => ({ done: PETS, unchanged: PETS, left: [], unrestored: [] })));
      expect(await eventsSince(api.database, last)).toHaveLength(PETS);
    }
  });

  it("either deletes a pet or lets it be ordered", async () => {
    for (const _ of rounds) {
      const ids = await add();
      const [{ left }, ...orders] = await Promise.all([
        post(ids.map(change(frank, null)), keys[0], "?partial=true"),
        ...ids.slice(0, 20).map((petId) => api.send("POST /v1/orders", { body: { petId } })),
      ]);
      const ordered = ids.filter((_id, at) => orders[at]?.status === 201);
      expect(left.map(({ id }) => id)).toEqual(ordered);
      expect((await find(ids)).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ordered);
    }
  });

  it("does not deadlock with a merge of the pets' category", async () => {
    for (const round of rounds) {
      const [source, target] = [10_000 + 2 * round, 10_001 + 2 * round];
      const ids = await add(source);
      await addPets(api, { categoryId: target });
      const here = { ...frank, categoryId: source };
      const [{ done }, merged] = await Promise.all([
        post(ids.map(change(here, { ...sold, categoryId: source })), keys[0], "?partial=true"),
        api.send(`POST /v1/categories/${source}/merge`, { key: keys[1] ?? "", body: { into: target } }),
      ]);
      expect([0, PETS]).toContain(done);
      expect(merged.status).toBe(200);
    }
  });

  it("locks categories, including those that pets leave, and then the pets in the order of ids", async () => {
    const [source, target] = [30_001, 30_002];
    const ids = await add(source);
    await addPets(api, { categoryId: target });
    const middle = Math.floor(PETS / 2);
    const other = await api.database.pool.connect();
    const isLocked = async (table: string, id: number | undefined) => {
      await other.query("SAVEPOINT before");
      const sql = `SELECT FROM ${table} WHERE id = $1 FOR UPDATE NOWAIT`;
      const code = await other.query(sql, [id]).then(
        () => "",
        (error: { code: string }) => error.code,
      );
      await other.query("ROLLBACK TO before");
      return code === LOCK_NOT_AVAILABLE;
    };
    await other.query("BEGIN");
    await other.query("SELECT FROM pet WHERE id = $1 FOR UPDATE", [ids[middle]]);
    const here = { ...frank, categoryId: source };
    const answer = post(ids.toReversed().map(change(here, { ...sold, categoryId: target })));
    const waitingSql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await api.database.pool.query(waitingSql)).rowCount).toBe(1);
    expect([await isLocked("category", source), await isLocked("category", target)]).toEqual([true, true]);
    expect([await isLocked("pet", ids[middle - 1]), await isLocked("pet", ids[0])]).toEqual([true, true]);
    expect([await isLocked("pet", ids[middle + 1]), await isLocked("pet", ids.at(-1))]).toEqual([false, false]);
    await other.query("ROLLBACK");
    other.release();
    expect(await answer).toEqual({ done: PETS, unchanged: 0, left: [], unrestored: [] });
  });

  it("leaves no category behind that was registered for a change in conflict", async () => {
    for (const round of rounds) {
      const ids = await add();
      const categoryId = 20_000 + round;
      const [{ done }] = await Promise.all([
        post(ids.map(change(frank, { ...frank, categoryId }))),
        api.send(`PATCH /v1/pets/${ids.at(-1)}`, { body: { name: "Luna" } }),
      ]);
      const count = await api.database.db.category.count({ where: { id: categoryId } });
      expect([done, count]).toEqual(done === 0 ? [0, 0] : [PETS, 1]);
    }
  });

  it("judges a pet again once it is locked", async () => {
    const [id = 0, other = 0] = await add();
    const before = await api.database.db.category.count();
    const moved = { ...frank, categoryId: 991_001 };
    const lock = ["SELECT FROM pet WHERE id = $1 FOR UPDATE", id] as const;
    const rename = ["UPDATE pet SET name = 'Renamed' WHERE id = $1", id] as const;
    const body = [change(frank, moved)(id), change(frank, sold)(other)];
    expect(await sendWhileLocked(api, [lock, rename], () => post(body))).toMatchObject({ done: 0, code: "conflict" });
    expect(await api.database.db.category.count()).toBe(before);
    expect((await find([other]))[0]?.name).toBe("Frank");

    const again = [change({ ...frank, name: "Renamed" }, moved)(id), change(frank, sold)(other)];
    const remove = ["DELETE FROM pet WHERE id = $1", id] as const;
    const result = await sendWhileLocked(api, [lock, remove], () => post(again, keys[1], "?partial=true"));
    expect(result).toEqual({
      done: 1,
      unchanged: 0,
      left: [{ id, reason: "gone", now: null, profile: null }],
      unrestored: [],
    });
    expect(await api.database.db.category.count()).toBe(before);
    expect(await api.database.db.pet.count({ where: { id: other, status: "sold" } })).toBe(1);
  });

  it("leaves out a pet that an order reserved while the request waited", async () => {
    const [id = 0] = await add();
    const lock = ["SELECT FROM pet WHERE id = $1 FOR UPDATE", id] as const;
    const order = ["INSERT INTO store_order (pet_id) VALUES ($1)", id] as const;
    const result = await sendWhileLocked(api, [lock, order], () => post([change(frank, null)(id)]));
    expect(result).toMatchObject({ done: 0, code: "pet_reserved" });
    expect(await find([id])).toHaveLength(1);
  });
});
