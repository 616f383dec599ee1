import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createLanes } from "../concurrency/lanes.js";
import { queryOfPool } from "../database/query.js";
import { numberEvents } from "../events/read-feed.js";
import { createJobSteps } from "../operation/job-steps.js";
import { createExpirySweep, type ExpirySweep } from "./expiry-sweep.js";

let database: TestDatabase;
let logged: { level: number; msg: string }[];
let sweeps: ExpirySweep[];
beforeEach(async () => {
  database = await createTestDatabase();
  logged = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const { control } = createLanes();
  const query = queryOfPool(database.pool);
  const eventFeed = { number: async () => void (await numberEvents(query)) };
  const sweepOf = () =>
    createExpirySweep(database.db, control, log, {
      jobSteps: createJobSteps(query, log),
      eventFeed,
      retentionDays: 30,
      expireCustomers: async () => 0,
    });
  sweeps = [sweepOf(), sweepOf()];
  await database.pool.query("INSERT INTO account (id, email, name) VALUES (1, 'a@petstore.test', 'A')");
});
afterEach(async () => {
  await Promise.all(sweeps.map((sweep) => sweep.close()));
  await database.drop();
});

const add = (prefix: string, count: number, expires: string) =>
  database.pool.query(
    `INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
    SELECT 1, $1 || number, sha256('x'), 201, '{}', '{}', now() + $3::interval FROM generate_series(1, $2::int) AS number`,
    [prefix, count, expires],
  );
const keys = async () =>
  (await database.db.storedOutcome.findMany({ orderBy: { idempotencyKey: "asc" } })).map((row) => row.idempotencyKey);

describe("createExpirySweep", () => {
  it("deletes expired outcomes in batches, and no others", async () => {
    await add("old", 2_500, "-1 second");
    await add("new", 2, "1 minute");
    await sweeps[0]?.run();
    expect(await keys()).toEqual(["new1", "new2"]);
    expect(logged).toEqual([]);
  });

  it("numbers events, and deletes the oldest in batches up to the first event to keep", async () => {
    const write = (count: number, age: string) =>
      database.pool.query(
        `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, after)
         SELECT now() - $2::interval, 'system', 'test', 'pet.create', 'pet', id, '{}' FROM generate_series(1, $1::int) AS id`,
        [count, age],
      );
    const feed = async () => {
      const { rows } = await database.pool.query(
        `SELECT expired_position::int AS expired, event_feed.position::int AS last, min(kept.position)::int AS first,
           (SELECT count(*)::int FROM event_pending) AS pending
         FROM event_feed, event_position AS kept GROUP BY event_feed.id`,
      );
      return rows[0];
    };
    await write(1_500, "31 days");
    await write(2, "29 days");
    await write(3, "31 days");
    await sweeps[0]?.run();
    expect(await feed()).toEqual({ expired: 1_500, first: 1_501, last: 1_505, pending: 0 });
    await sweeps[1]?.run();
    expect(await feed()).toEqual({ expired: 1_500, first: 1_501, last: 1_505, pending: 0 });
    const { rows } = await database.pool.query("SELECT count(*)::int AS count FROM audit_event");
    expect([rows, logged]).toEqual([[{ count: 1_505 }], []]);
  });

  it("reads when the last backup was made, for the metric", async () => {
    await sweeps[0]?.run();
    expect(sweeps[0]?.stats()).toEqual({ lastBackupAt: undefined });
    const lastBackupAt = new Date("2026-11-29T02:15:00.123Z");
    await database.db.store.create({ data: { lastBackupAt } });
    await sweeps[0]?.run();
    expect(sweeps[0]?.stats()).toEqual({ lastBackupAt });
  });

  it("deletes expired sessions with their keys, and expired keys of other sessions", async () => {
    const soon = new Date(Date.now() + 60_000);
    const addSession = (expiresAt: Date, keyEnds: Date[]) => {
      const keys = keyEnds.map((end) => ({ hash: randomBytes(32), scope: "read" as const, expiresAt: end }));
      const token = randomBytes(32).toString("hex");
      return database.db.session.create({ data: { accountId: 1, token, expiresAt, keys: { create: keys } } });
    };
    await addSession(new Date(0), [soon]);
    const { id } = await addSession(soon, [new Date(0), soon]);
    await sweeps[0]?.run();
    expect((await database.db.session.findMany()).map((session) => session.id)).toEqual([id]);
    expect(await database.db.sessionKey.findMany()).toEqual([expect.objectContaining({ expiresAt: soon })]);
  });

  it("deletes expired challenges and invitations, and no others", async () => {
    const { db, pool } = database;
    const soon = new Date(Date.now() + 60_000);
    await pool.query("INSERT INTO account (id, email, name) VALUES (2, 'b@petstore.test', 'B')");
    for (const [at, expiresAt] of [new Date(0), soon].entries()) {
      const accountId = at + 1;
      await db.challenge.create({ data: { hash: randomBytes(32), kind: "second_factor", accountId, expiresAt } });
      await db.invitation.create({ data: { hash: randomBytes(32), accountId, expiresAt } });
    }
    await sweeps[0]?.run();
    const left = [await db.challenge.findMany(), await db.invitation.findMany()];
    expect(left).toMatchObject([[{ accountId: 2n }], [{ accountId: 2n }]]);
  });

  it("deletes merges that ended over 30 days ago, but no merge that still runs", async () => {
    await database.pool.query("INSERT INTO category (id) VALUES (1), (2)");
    await database.pool.query(`
      INSERT INTO category_merge (id, category_id, into_id, actor, total, started_at, finished_at)
      SELECT id, 1, 2, '{}', 0, now() - interval '90 days', now() - ago
      FROM (VALUES (1, interval '31 days'), (2, interval '29 days'), (3, NULL)) AS merge (id, ago)`);
    await sweeps[0]?.run();
    const merges = await database.db.categoryMerge.findMany({ orderBy: { id: "asc" } });
    expect(merges.map(({ id }) => id)).toEqual([2n, 3n]);
  });

  it("deletes counts of deprecated calls after 90 days", async () => {
    await database.pool.query(`
      INSERT INTO api_key (id, account_id, name, scope, hash, prefix, last_four)
      VALUES (1, 1, 'Shop', 'read', sha256('x'), 'pets_live_', 'abcd');
      INSERT INTO deprecated_use (api_key_id, day, operation_id, count)
      SELECT 1, current_date - age, 'getPet', age FROM (VALUES (89), (90)) AS use (age)`);
    await sweeps[0]?.run();
    expect(await database.db.deprecatedUse.findMany()).toMatchObject([{ count: 89n }]);
  });

  it("deletes everything when two replicas sweep at once", async () => {
    await add("old", 5_500, "-1 second");
    await Promise.all(sweeps.map((sweep) => sweep.run()));
    expect(await keys()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("skips rows that a transaction locks", async () => {
    await add("old", 3, "-1 second");
    const writer = await database.pool.connect();
    await writer.query("BEGIN; UPDATE stored_outcome SET expires_at = now() + '1 day' WHERE idempotency_key = 'old2'");
    await sweeps[0]?.run();
    await writer.query("COMMIT");
    writer.release();
    expect(await keys()).toEqual(["old2"]);
  });

  it("runs once for concurrent calls, and does not run after close", async () => {
    await add("old", 1, "-1 second");
    const [sweep] = sweeps;
    const first = sweep?.run();
    expect(sweep?.run()).toBe(first);
    await sweep?.close();
    await add("older", 1, "-1 day");
    await sweep?.run();
    expect(await keys()).toContain("older1");
  });

  it("warns when it fails, and runs again the next time", async () => {
    await add("old", 1, "-1 second");
    await database.pool.query("ALTER TABLE stored_outcome RENAME TO outcomes");
    await sweeps[0]?.run();
    await database.pool.query("ALTER TABLE outcomes RENAME TO stored_outcome");
    expect(logged).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining("next sweep") })]);
    await sweeps[0]?.run();
    expect(await keys()).toEqual([]);
  });
});
