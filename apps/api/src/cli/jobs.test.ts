import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
  await database.pool.query("INSERT INTO category (id) VALUES (1), (2)");
});
beforeEach(async () => {
  await database.pool.query("DELETE FROM job_step; DELETE FROM action_undo; DELETE FROM category_merge");
  await database.pool.query(
    `INSERT INTO job_step (kind, job_id, beginnings, token, began_at, free_at, waiting_since)
     SELECT kind, id, 3, gen_random_uuid(), '2026-01-02T03:04:05Z', now(), '2026-01-02T03:05:00Z'
     FROM (VALUES ('undo', 7), ('merge', 3), ('photo_sweep', 1)) AS waiting (kind, id);
     INSERT INTO action_undo (id, at, actor, account_id, total) VALUES (7, now(), '{}', 1, 1);
     INSERT INTO category_merge (id, category_id, into_id, actor, total) VALUES (3, 1, 2, '{}', 1)`,
  );
});
afterAll(() => database.drop());

const jobs = (...args: string[]) => run(["jobs", ...args]);
const left = async () => (await database.db.jobStep.findMany({ orderBy: { kind: "asc" } })).map(({ kind }) => kind);
const recorded = async () => {
  const event = await database.db.auditEvent.findFirst({ orderBy: { id: "desc" } });
  return [event?.actorKind, event?.action, Number(event?.subjectId), event?.before];
};

describe("petstore jobs", () => {
  it("lists the jobs that wait, and says so if no job waits", async () => {
    expect((await jobs("list")).stdout).toBe(
      "KIND         ID  STATUS   TRIES  LAST TRY\n" +
        "merge        3   waiting  3      2026-01-02 03:04\n" +
        "photo_sweep  1   waiting  3      2026-01-02 03:04\n" +
        "undo         7   waiting  3      2026-01-02 03:04\n",
    );
    expect(JSON.parse((await jobs("list", "--json")).stdout)[2]).toEqual({
      ...{ kind: "undo", id: 7, status: "waiting", starts: 3 },
      ...{ startedAt: "2026-01-02T03:04:05.000Z", waitingSince: "2026-01-02T03:05:00.000Z" },
    });
    await database.pool.query("DELETE FROM job_step");
    expect((await jobs("list")).stdout).toBe("No job is waiting, and no step is running.\n");
  });

  it("resumes one job with an event, and no other", async () => {
    expect(await jobs("resume", "photo_sweep", "1", "--json")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("photo_sweep"),
    });
    expect(await left()).toEqual(["merge", "undo"]);
    expect(await recorded()).toEqual(["system", "job.resume", 1, { kind: "photo_sweep" }]);
    expect(await database.db.actionUndo.findFirst()).toMatchObject({ status: "running" });
  });

  it("drops an undo and a merge with an event each, and frees the categories", async () => {
    expect(await jobs("drop", "undo", "7")).toMatchObject({ code: 0 });
    expect(await recorded()).toEqual(["system", "job.drop", 7, { kind: "undo" }]);
    expect(await database.db.actionUndo.findFirst()).toMatchObject({ status: "stopped" });
    expect(await jobs("drop", "merge", "3")).toMatchObject({ code: 0 });
    expect(await recorded()).toEqual(["system", "job.drop", 3, { kind: "merge" }]);
    expect([await left(), await database.db.categoryMerge.count()]).toEqual([["photo_sweep"], 0]);
  });

  it("refuses to drop a task, or a job that does not wait, and changes nothing", async () => {
    expect(await jobs("drop", "photo_sweep", "1")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("resume it with `petstore jobs resume photo_sweep 1`"),
    });
    expect(await jobs("resume", "undo", "8")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("`petstore jobs list` shows the jobs that wait"),
    });
    await database.pool.query("UPDATE job_step SET waiting_since = NULL");
    expect(await jobs("drop", "undo", "7")).toMatchObject({ code: 1 });
    expect(await left()).toHaveLength(3);
  });
});
