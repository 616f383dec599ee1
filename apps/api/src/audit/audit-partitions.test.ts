import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createLanes } from "../concurrency/lanes.js";
import { queryOfPool } from "../database/query.js";
import { createJobSteps } from "../operation/job-steps.js";
import { createExpirySweep } from "../startup/expiry-sweep.js";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

type Partition = { name: string; start: Date | null; end: Date | null };

const partitions = async (): Promise<Partition[]> =>
  (await database.pool.query<Partition>("SELECT * FROM audit_partitions() ORDER BY start NULLS FIRST")).rows;
const names = async () => (await partitions()).map(({ name }) => name);

const insert = (at: string) =>
  database.pool.query(
    `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id)
     VALUES ($1, 'system', 'test', 'pet.delete', 'pet', 1)`,
    [at],
  );
const partitionOf = async (at: string): Promise<string> =>
  (await database.pool.query("SELECT tableoid::regclass::text AS name FROM audit_event WHERE at = $1", [at])).rows[0]
    ?.name;

const monthsAhead = (count: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count));
};
const nameOf = (month: Date) => `audit_event_${month.toISOString().slice(0, 7).replace("-", "_")}`;

describe("partitions of audit_event", () => {
  it("follow one another from the beginning to the end of time", async () => {
    const all = await partitions();
    expect(all.map(({ start }) => start)).toEqual([null, ...all.slice(0, -1).map(({ end }) => end)]);
    expect(all.at(-1)).toMatchObject({ name: "audit_event_later", end: null });
  });

  it("are created for the coming months until the sweep closes", async () => {
    await database.pool.query("SELECT make_audit_months(3)");
    expect((await partitions()).at(-1)?.start).toEqual(monthsAhead(4));
    const log = pino({ level: "silent" });
    const sweep = createExpirySweep(database.db, createLanes().control, log, {
      jobSteps: createJobSteps(queryOfPool(database.pool), log),
      eventFeed: { number: async () => {} },
      retentionDays: 30,
      expireCustomers: async () => 0,
    });
    const dropLast = () =>
      database.pool.query(
        `DROP TABLE audit_event_later, ${nameOf(monthsAhead(3))};
         SELECT add_audit_partition('audit_event_later', $$${monthsAhead(3).toISOString()}$$, NULL)`,
      );
    await dropLast();
    await sweep.run();
    expect((await partitions()).slice(-2)).toMatchObject([
      { name: nameOf(monthsAhead(3)), start: monthsAhead(3), end: monthsAhead(4) },
      { name: "audit_event_later", start: monthsAhead(4) },
    ]);
    await dropLast();
    await sweep.close();
    await sweep.run();
    expect((await partitions()).at(-1)?.start).toEqual(monthsAhead(3));
  });

  it("are created only once for concurrent callers", async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => database.pool.query("SELECT make_audit_months(8) AS made")),
    );
    expect(made.reduce((sum, { rows }) => sum + rows[0].made, 0)).toBe(5);
    expect((await partitions()).at(-1)?.start).toEqual(monthsAhead(9));
  });

  it("accept every event, and keep it when months are created later", async () => {
    const late = monthsAhead(7).toISOString();
    const far = monthsAhead(9).toISOString();
    for (const at of ["1970-01-01T00:00:00Z", late, far]) await insert(at);
    expect(await partitionOf(late)).toBe("audit_event_later");
    await database.pool.query("SELECT make_audit_months(12)");
    // The events of the last partition are now in the partitions of their months.
    expect(await partitionOf(late)).toBe(nameOf(monthsAhead(4)));
    expect(await partitionOf(far)).toBe(nameOf(monthsAhead(4)));
    expect(await names()).toContain(nameOf(monthsAhead(10)));
    expect((await database.pool.query("SELECT FROM audit_event")).rowCount).toBe(3);
  });

  it("are not created while a statement uses the table", async () => {
    const reader = await database.pool.connect();
    await reader.query("BEGIN; SELECT FROM audit_event");
    await expect(database.pool.query("SELECT make_audit_months(24)")).rejects.toMatchObject({ code: "55P03" });
    await insert("2026-01-01T00:00:00Z");
    await reader.query("COMMIT");
    reader.release();
    await database.pool.query("SELECT make_audit_months(24)");
    expect((await partitions()).at(-1)?.start).toEqual(monthsAhead(25));
  });

  it("refuse changes through their own names, even if they are new", async () => {
    await database.pool.query("SELECT make_audit_months(6)");
    for (const name of [...(await names()), "audit_event"]) {
      for (const sql of [`UPDATE ${name} SET actor_name = ''`, `DELETE FROM ${name}`, `TRUNCATE ${name}`]) {
        await expect(database.pool.query(sql)).rejects.toMatchObject({ code: "23001" });
        const asReplica = `BEGIN; SET LOCAL session_replication_role = replica; ${sql}`;
        const client = await database.pool.connect();
        await expect(client.query(asReplica)).rejects.toMatchObject({ code: "23001" });
        client.release(true);
      }
    }
  });
});
