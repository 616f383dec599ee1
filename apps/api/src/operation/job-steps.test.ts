import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { queryOf, queryOfPool } from "../database/query.js";
import { transact } from "../database/transact.js";
import { petNotFound } from "../errors.js";
import { createJobSteps, type JobSteps } from "./job-steps.js";

const job = { kind: "undo", id: "7" } as const;
/** The state that a dead process leaves: the row is not locked, and the time of its claim has passed. */
const DEAD = "UPDATE job_step SET free_at = now() - interval '1 second'";

describe("the steps of durable jobs", () => {
  let database: TestDatabase;
  let logged: { level: number; jobId: string }[];
  const open = () =>
    createJobSteps(
      queryOfPool(database.pool),
      pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    );
  const step = <Value>(steps: JobSteps, work: () => Promise<Value>) =>
    steps.take(job, (inStep) => transact(database.db, (tx) => inStep(queryOf(tx), work)));
  const row = () => database.db.jobStep.findFirst();
  /** Leaves a step that never ends, as a process does when it is killed with SIGKILL. */
  const die = async () => {
    await open().take(job, async () => 0);
    await database.pool.query(DEAD);
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    logged = [];
    await database.pool.query("DELETE FROM job_step");
  });
  afterAll(() => database.drop());

  it("are recorded before they start, and deleted by the commit that ends them", async () => {
    const seen = await step(open(), async () => (await row())?.beginnings);
    expect([seen, await row()]).toEqual([1, null]);
  });

  it("stop a job after its process died three times, with one log line at level error", async () => {
    for (const beginnings of [1, 2, 3]) {
      await die();
      expect(await row()).toMatchObject({ beginnings, waitingSince: null });
    }
    const steps = open();
    const again = () => step(steps, () => Promise.reject(new Error("ran")));
    expect([await again(), await again(), await row()]).toMatchObject([undefined, undefined, { beginnings: 3 }]);
    expect((await row())?.waitingSince).not.toBeNull();
    expect([logged, steps.stats().undo]).toMatchObject([[{ level: 50, jobId: "7" }], 1]);
  });

  it("are counted from zero again after a step that ended", async () => {
    await die();
    await die();
    expect(await step(open(), async () => "done")).toBe("done");
    await die();
    expect(await row()).toMatchObject({ beginnings: 1 });
  });

  it("run in one process, while another process neither runs nor counts them", async () => {
    const other = open();
    const seen = await step(open(), async () => {
      // The time of its claim has passed by then, so only the lock holds the step.
      const tries = [await step(other, async () => "ran"), await step(other, async () => "ran")];
      return [...tries, (await row())?.beginnings];
    });
    expect(seen).toEqual([undefined, undefined, 1]);
  });

  it("are left to the process that has recorded the start, even before its transaction begins", async () => {
    const other = open();
    const seen = await open().take(job, async () => [await step(other, async () => "ran"), (await row())?.beginnings]);
    expect(seen).toEqual([undefined, 1]);
  });

  it("are not run by a process whose claim another has taken over", async () => {
    const late = open().take(job, async (inStep) => {
      await database.pool.query(DEAD);
      expect(await step(open(), async () => "other")).toBe("other");
      return transact(database.db, (tx) => inStep(queryOf(tx), async () => "late"));
    });
    expect(await late).toBeUndefined();
  });

  it("are not counted if they did nothing, or if the database or the service refused them", async () => {
    await die();
    expect(await step(open(), async () => undefined)).toBeUndefined();
    expect(await row()).toMatchObject({ beginnings: 1 });
    for (const error of [Object.assign(new Error("lock"), { code: "55P03" }), petNotFound(1)])
      await expect(step(open(), () => Promise.reject(error))).rejects.toBe(error);
    expect(await row()).toMatchObject({ beginnings: 1 });
  });

  it.each(["one process", "several processes"])(
    "are counted if they fail, pause longer after each failure, and stop: %s",
    async (by) => {
      const pauses: number[] = [];
      const one = open();
      const next = () => (by === "one process" ? one : open());
      const fail = async () => {
        await expect(step(next(), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
        const { freeAt, beganAt } = (await row()) ?? {};
        pauses.push(Math.round((Number(freeAt) - Number(beganAt)) / 10_000));
        expect(await step(next(), async () => "too early")).toBeUndefined();
        await database.pool.query(DEAD);
      };
      for (let times = 0; times < 3; times += 1) await fail();
      expect(pauses).toEqual([2, 4, 6]);
      expect((await row())?.waitingSince).not.toBeNull();
      expect(logged).toMatchObject([{ level: 50, jobId: "7" }]);
    },
  );

  it("are not counted again by a process that was alive while PostgreSQL was away", async () => {
    const query = queryOfPool(database.pool);
    let isAway = false;
    const gone = Object.assign(new Error("away"), { code: "08006" });
    const steps = createJobSteps(
      (...args) => (isAway ? Promise.reject(gone) : query(...args)),
      pino({ level: "silent" }),
    );
    for (let times = 0; times < 5; times += 1) {
      isAway = false;
      const lost = steps.take(job, async () => {
        isAway = true;
        throw gone;
      });
      await expect(lost).rejects.toBe(gone);
      expect(await row()).toMatchObject({ beginnings: 1, waitingSince: null });
    }
  });

  it("run concurrently outside a transaction, but one by one after a run that died", async () => {
    await database.pool.query(
      `INSERT INTO job_step (kind, job_id, token, free_at)
       VALUES ('webhook', 1, gen_random_uuid(), now()), ('webhook', 2, gen_random_uuid(), now())`,
    );
    const steps = open();
    let [running, most] = [0, 0];
    let end: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const suspect = async (id: string) =>
      steps.attempt({ kind: "webhook", id }, async () => {
        running += 1;
        most = Math.max(most, running);
        await held;
        running -= 1;
        return id;
      });
    const suspects = [suspect("1"), suspect("2")];
    expect(await steps.attempt({ kind: "webhook", id: "3" }, async () => "3")).toBe("3");
    end?.();
    expect([await Promise.all(suspects), most]).toEqual([["1", "2"], 1]);
    expect(await database.db.jobStep.count()).toBe(0);
  });

  it("are counted once outside a transaction, even if they wait for their turn", async () => {
    await database.pool.query(
      "INSERT INTO job_step (kind, job_id, token, free_at) VALUES ('webhook', 1, gen_random_uuid(), now())",
    );
    expect(await open().attempt({ kind: "webhook", id: "1" }, row)).toMatchObject({ beginnings: 2 });
  });

  it("run outside a transaction after a step that failed", async () => {
    await database.pool.query(
      `INSERT INTO job_step (kind, job_id, token, free_at)
       VALUES ('webhook', 1, gen_random_uuid(), now()), ('webhook', 2, gen_random_uuid(), now())`,
    );
    const steps = open();
    const failed = steps.attempt({ kind: "webhook", id: "1" }, () => Promise.reject(petNotFound(1)));
    await expect(failed).rejects.toMatchObject({ status: 404 });
    expect(await steps.attempt({ kind: "webhook", id: "2" }, async () => "2")).toBe("2");
  });

  it("are not counted outside a transaction if idle, nor counted twice while PostgreSQL is away", async () => {
    const query = queryOfPool(database.pool);
    let isAway = false;
    const steps = createJobSteps(
      (...args) => (isAway ? Promise.reject(Object.assign(new Error("away"), { code: "08006" })) : query(...args)),
      pino({ level: "silent" }),
    );
    expect(await steps.attempt(job, async () => undefined)).toBeUndefined();
    expect(await row()).toBeNull();
    for (let times = 0; times < 5; times += 1) {
      isAway = false;
      const done = await steps.attempt(job, async () => {
        isAway = true;
        return "sent";
      });
      expect(done).toBe("sent");
      expect(await row()).toMatchObject({ beginnings: 1, waitingSince: null });
    }
  });
});
