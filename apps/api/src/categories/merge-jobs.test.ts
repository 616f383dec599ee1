import {
  type Category,
  type CategoryMergeJob,
  CategoryMergeJob as JobSchema,
  MAX_MERGED_AT_ONCE,
} from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { createLanes } from "../concurrency/lanes.js";
import type { ResponseCache } from "../fast-path/response-cache/response-cache.js";
import { createMergeRunner } from "./merge-runner.js";

const PETS = MAX_MERGED_AT_ONCE + 2_500;

describe(`POST /categories/{categoryId}/merge of ${PETS} pets`, () => {
  let api: TestApi;
  let source: number;
  let target: number;
  beforeAll(async () => {
    api = await createTestApi();
    // The runner is closed, because the tests take the steps themselves.
    await api.deps.mergeRunner.close();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    const { rows } = await api.database.pool.query("INSERT INTO category (name) VALUES (NULL), (NULL) RETURNING id");
    [source = 0, target = 0] = rows.map(({ id }) => Number(id));
    await api.database.pool.query(
      "INSERT INTO pet (name, category_id, status) SELECT 'Frank', $1, 'sold' FROM generate_series(1, $2)",
      [source, PETS],
    );
  });

  const merge = (id: number, into: number, headers = {}) =>
    api.send(`POST /v1/categories/${id}/merge`, { body: { into }, headers });
  const start = async () => {
    const { status, body, headers } = await merge(source, target);
    expect([status, headers.get("location")]).toEqual([202, `/v1/category-merges/${(body as CategoryMergeJob).id}`]);
    return body as CategoryMergeJob;
  };
  const runner = (database = api.database) =>
    createMergeRunner({ ...api.deps, database }, createLanes().bulkWrites, api.deps.responseCache);
  const finish = async () => {
    const one = runner();
    await one.run();
    await one.close();
  };
  const progress = async (id: number) => JobSchema.parse((await api.send(`GET /v1/category-merges/${id}`)).body);
  const petsIn = (id: number) => api.database.db.pet.count({ where: { categoryId: id } });

  it("returns 202, moves all, records one event", async () => {
    const last = await lastEventId(api.database);
    const job = await start();
    expect(job).toMatchObject({ categoryId: source, into: target, status: "running", moved: 0, total: PETS });
    expect([await progress(job.id), await petsIn(source)]).toEqual([job, PETS]);
    await finish();
    expect(await progress(job.id)).toMatchObject({ status: "done", moved: PETS, finishedAt: expect.any(String) });
    expect([await petsIn(source), await petsIn(target)]).toEqual([0, PETS]);
    expect((await api.send(`GET /v1/categories/${source}`)).status).toBe(404);
    expect(await eventsSince(api.database, last)).toMatchObject([
      {
        action: "category.merge",
        actor: { kind: "key" },
        subject: { id: source },
        before: { petCount: PETS },
        after: { into: target, moved: PETS },
      },
    ]);
  });

  it("clears the cache only when the merge ends", async () => {
    await start();
    const left: number[] = [];
    const invalidate = vi.fn<ResponseCache["invalidate"]>(async () => void left.push(await petsIn(source)));
    const one = createMergeRunner(api.deps, createLanes().bulkWrites, { invalidate });
    await one.run();
    await one.close();
    expect(invalidate.mock.calls).toEqual([[undefined]]);
    expect(left).toEqual([0]);
  });

  it("waits for other replicas", async () => {
    const { id } = await start();
    const catchUp = vi.spyOn(api.deps.responseCache, "catchUp");
    expect((await progress(id)).status).toBe("running");
    expect(catchUp).not.toHaveBeenCalled();
    await finish();
    expect((await progress(id)).status).toBe("done");
    expect(catchUp).toHaveBeenCalledTimes(1);
    catchUp.mockRestore();
  });

  it("returns the running merge to a repeat", async () => {
    const job = await start();
    expect((await merge(source, target)).body).toEqual(job);
    const other = (await api.database.db.category.create({ data: {} })).id;
    const message = `category ${source} is being merged into ${target}; try again when GET /v1/category-merges/${job.id} says that it is done`;
    expect((await merge(source, other)).body).toEqual(errorBody("conflict", 409, message));
    expect((await merge(target, other)).body).toEqual(errorBody("conflict", 409, message));
    expect((await merge(other, source)).body).toEqual(errorBody("conflict", 409, message));
    await finish();
    expect((await merge(target, other)).status).toBe(202);
    await finish();
    expect(await petsIn(other)).toBe(PETS);
  });

  it("starts one merge for concurrent requests", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => merge(source, target)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await finish();
  });

  it("keeps both categories while it runs", async () => {
    await start();
    for (const id of [source, target])
      expect((await api.send(`DELETE /v1/categories/${id}`)).body).toEqual(errorBody("in_use", 409));
    await finish();
  });

  it("starts over if too many pets are left", async () => {
    const { id } = await start();
    await api.database.pool.query(
      "UPDATE category_merge SET reached_pet_id = (SELECT max(id) FROM pet) WHERE id = $1",
      [id],
    );
    const one = runner();
    try {
      void one.run();
      await expect.poll(async () => (await progress(id)).status).toBe("done");
    } finally {
      await one.close();
    }
    expect([await petsIn(source), (await progress(id)).moved]).toEqual([0, PETS]);
  });

  it("moves each pet once while clients change pets", async () => {
    const job = await start();
    const ids = (await api.database.pool.query("SELECT id FROM pet WHERE category_id = $1 ORDER BY id", [source])).rows;
    const [one, other] = [runner(), runner()];
    const addPet = () => api.send("POST /v1/pets", { body: { name: "Luna", categoryId: source } });
    const work = Array.from({ length: 30 }, async (_, i) => {
      const path = `/v1/pets/${ids[i * 400].id}`;
      if (i % 3 === 0) return (await addPet()).status;
      return (
        await api.send(i % 3 === 1 ? `DELETE ${path}` : `PATCH ${path}`, i % 3 === 1 ? {} : { body: { name: "Rex" } })
      ).status;
    });
    await Promise.all([one.run(), other.run(), ...work]);
    const statuses = await Promise.all(work);
    expect(statuses.filter((status) => ![200, 201, 204].includes(status))).toEqual([]);
    // A step that was refused because of a concurrent change is tried again in the next run.
    const finished = async () => {
      await one.run();
      return (await progress(job.id)).status;
    };
    await expect.poll(finished, { timeout: 30_000 }).toBe("done");
    await Promise.all([one.close(), other.close()]);
    const all = (await petsIn(target)) + (await petsIn(source));
    expect(all).toBe(PETS + 10 - 10);
    // A pet that was created after the end of the merge has created the category again.
    expect(await petsIn(source)).toBeLessThanOrEqual(10);
    expect(await api.database.db.pet.count({ where: { name: "Rex" } })).toBe(10);
  });

  it("continues in another process", async () => {
    const job = await start();
    const stopped = runner();
    const running = stopped.run();
    await expect.poll(async () => (await progress(job.id)).moved).toBeGreaterThan(0);
    await stopped.close();
    await running;
    const { status, moved } = await progress(job.id);
    expect([status, moved > 0 && moved < PETS]).toEqual(["running", true]);
    expect((await petsIn(source)) + moved).toBe(PETS);
    // This pet is at a position that the steps have already passed, so the last step moves it.
    await api.database.pool.query(
      "UPDATE pet SET category_id = $1 WHERE id = (SELECT min(id) FROM pet WHERE category_id = $2)",
      [source, target],
    );
    await finish();
    expect(await progress(job.id)).toMatchObject({ status: "done", moved: PETS + 1 });
  });

  it("replays the 202 for a repeat", async () => {
    const headers = { "idempotency-key": `merge-${source}` };
    const first = await merge(source, target, headers);
    await finish();
    const repeat = await merge(source, target, headers);
    expect([repeat.status, repeat.text]).toEqual([202, first.text]);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  });

  it("moves as many pets as the limit allows at once", async () => {
    await api.database.pool.query(
      "DELETE FROM pet WHERE id IN (SELECT id FROM pet WHERE category_id = $1 LIMIT 2500)",
      [source],
    );
    expect((await merge(source, target)).body).toMatchObject({
      id: target,
      petCount: MAX_MERGED_AT_ONCE,
    } satisfies Partial<Category>);
  });

  it("returns 404 for an unknown merge", async () => {
    expect((await api.send("GET /v1/category-merges/999")).body).toEqual(
      errorBody("not_found", 404, "there is no merge with id 999"),
    );
  });
});
