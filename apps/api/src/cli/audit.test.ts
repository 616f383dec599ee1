import { chmod, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { AuditEvent } from "@petstore/contract/routes";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventsSince } from "../../test/support/audit.js";
import { createTestDatabase, inThisDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { latestPrune } from "./audit-dates.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
  folder = await mkdtemp(join(tmpdir(), "petstore-audit-"));
  await database.pool.query(`DROP TABLE audit_event_oldest;
    SELECT add_audit_partition('audit_event_oldest', NULL, '2025-02-01'),
      add_audit_partition('audit_event_2025_02', '2025-02-01', '2025-03-01'),
      add_audit_partition('audit_event_2025_03', '2025-03-01', min(start))
    FROM audit_partitions() WHERE start IS NOT NULL`);
  // There is one event per day from January to March 2025.
  await database.pool.query(
    `INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
     SELECT '2025-01-01Z'::timestamptz + day * interval '1 day', 'key', 5, 'Shop "front"', 'pet.update', 'pet', day + 1,
       '{"id": 1, "name": "Zoë"}', NULL FROM generate_series(0, 89) AS day`,
  );
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const count = async () => Number((await database.pool.query("SELECT count(*) FROM audit_event")).rows[0].count);
const parse = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => AuditEvent.parse(JSON.parse(line)));

describe("petstore audit export", () => {
  it("writes every event with all fields, the oldest first", async () => {
    const file = join(folder, "all.jsonl");
    const { code, stdout } = await run(["audit", "export", file]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Exported 90 events in /)]);
    const events = await eventsSince(database, 0);
    expect(parse(await readFile(file, "utf8"))).toEqual(
      events.map((event) => ({ orderId: null, actionId: null, ...event })),
    );
  });

  it("writes a file that only its owner may read, even over a file that others may read", async () => {
    const file = join(folder, "mine.jsonl");
    const modeOf = async () => (await stat(file)).mode & 0o777;
    await run(["audit", "export", file]);
    expect(await modeOf()).toBe(0o600);
    await chmod(file, 0o644);
    expect((await run(["audit", "export", file, "--force"])).code).toBe(0);
    expect(await modeOf()).toBe(0o600);
    expect(await readdir(folder)).toEqual(["mine.jsonl"]);
  });

  it("writes the events from one day up to, but not including, another day", async () => {
    const span = ["--from", "2025-01-31", "--before", "2025-02-02"];
    const { stdout } = await run(["audit", "export", "-", ...span]);
    expect(parse(stdout).map(({ at }) => at)).toEqual(["2025-01-31T00:00:00.000Z", "2025-02-01T00:00:00.000Z"]);
  });

  it("writes one snapshot while events are added and months are dropped", async () => {
    let isPruned = false;
    const output = new PassThrough();
    const chunks: string[] = [];
    output.on("data", (chunk: Buffer) => void chunks.push(chunk.toString()));
    await database.pool.query(
      `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id)
       SELECT '2025-03-31Z', 'system', 'test', 'pet.delete', 'pet', n FROM generate_series(1, 2500) AS n`,
    );
    output.once("data", () => {
      void run(["audit", "prune", "--before", "2025-02-01", "--yes"]).then(() => (isPruned = true));
    });
    expect((await run(["audit", "export", "-"], { stdout: output })).code).toBe(0);
    expect(parse(chunks.join(""))).toHaveLength(2590);
    await expect.poll(() => isPruned).toBe(true);
    expect(await count()).toBe(2590 - 31 + 1);
  });

  it("leaves no file when it is interrupted", async () => {
    const interruption = new AbortController();
    interruption.abort(new Error("interrupted"));
    const { code } = await run(["audit", "export", join(folder, "x.jsonl")], { signal: interruption.signal });
    expect([code, await readdir(folder)]).toEqual([130, []]);
  });

  it.each(["2025-02-30", "2025-1-1", "yesterday", "2025-01-01T00:00:00Z"])("refuses the date %s", async (date) => {
    expect(await run(["audit", "export", "-", "--before", date])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("It must be a date such as 2026-01-31"),
    });
  });
});

describe("petstore audit prune", () => {
  const prune = (before: string, ...options: string[]) => run(["audit", "prune", "--before", before, ...options]);

  it("deletes whole months, and records the number and the time of the events", async () => {
    const { code, stdout } = await prune("2025-03-15", "--yes");
    expect([code, stdout]).toEqual([
      0,
      "Deleted 59 events, from 2025-01-01T00:00:00.000Z until 2025-02-28T00:00:00.000Z.\n",
    ]);
    const left = await eventsSince(database, 0);
    expect(left.slice(0, -1).map(({ at }) => at.slice(0, 7))).toEqual(Array.from({ length: 31 }, () => "2025-03"));
    expect(left.at(-1)).toMatchObject({
      actor: { kind: "system" },
      action: "audit_trail.prune",
      subject: { kind: "audit_trail", id: null },
      before: null,
      after: {
        removed: 59,
        from: "2025-01-01T00:00:00.000Z",
        until: "2025-02-28T00:00:00.000Z",
        before: "2025-03-01T00:00:00.000Z",
      },
    });
  });

  it("deletes the actions of the deleted months with their undos, but no later actions", async () => {
    await database.pool.query(
      `INSERT INTO action (id, at, events, parts) VALUES (1, '2025-02-28T23:59:59Z', 2, '[]'), (2, '2025-03-01Z', 2, '[]');
       INSERT INTO action_undo (id, at, actor, account_id, total) SELECT id, at, '{}', 1, 2 FROM action`,
    );
    await prune("2025-03-01", "--yes");
    const { rows } = await database.pool.query(
      "SELECT action.id, action_undo.id AS undo FROM action FULL JOIN action_undo USING (id)",
    );
    expect(rows).toEqual([{ id: "2", undo: "2" }]);
  });

  it("still accepts events of deleted months, and deletes these events the next time", async () => {
    await prune("2025-03-01", "--yes");
    await database.pool.query(
      `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id)
       VALUES ('2025-01-05Z', 'system', 'a clock', 'pet.delete', 'pet', 1)`,
    );
    expect(await run(["audit", "prune", "--before", "2025-03-01", "--yes", "--json"])).toMatchObject({
      stdout: expect.stringContaining('"removed":1'),
    });
  });

  it("deletes nothing and records nothing if no month ends by the date", async () => {
    const { code, stdout } = await prune("2025-01-31", "--yes");
    expect([code, stdout]).toEqual([
      0,
      "Nothing was deleted: no month of the audit trail that has ended by 2025-01-31 contains an event; its oldest part ends on 2025-02-01 and can only be deleted as a whole.\n",
    ]);
    expect(await count()).toBe(90);
  });

  it("refuses the current month and the three months before it", async () => {
    const day = new Date(latestPrune(new Date()).getTime() + 86_400_000).toISOString().slice(0, 10);
    expect(await prune(day, "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("or earlier.") });
    expect(await count()).toBe(90);
  });

  it("deletes nothing without --yes or a typed yes", async () => {
    expect(await prune("2025-03-01")).toMatchObject({ code: 1, stderr: expect.stringContaining("add --yes") });
    const type = (answer: string) => {
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      stdin.end(`${answer}\n`);
      return run(["audit", "prune", "--before", "2025-03-01"], { stdin });
    };
    expect((await type("y")).code).toBe(1);
    expect(await count()).toBe(90);
    const { code, stderr } = await type("yes");
    expect(stderr).toContain("This permanently deletes 59 events");
    expect([code, await count()]).toEqual([0, 32]);
  });

  it("waits for statements that use the trail, and loses no event written in the meantime", async () => {
    const reader = await database.pool.connect();
    await reader.query("BEGIN; SELECT FROM audit_event LIMIT 1");
    const pruning = prune("2025-03-01", "--yes");
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' AND ${inThisDatabase}`;
    await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1);
    const writes = Array.from({ length: 20 }, (_, id) =>
      database.pool.query(
        `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id)
         VALUES ('system', 'writer', 'pet.delete', 'pet', $1)`,
        [id + 1],
      ),
    );
    await Promise.all(writes);
    await reader.query("COMMIT");
    reader.release();
    expect((await pruning).code).toBe(0);
    expect(await count()).toBe(31 + 20 + 1);
  });

  it("counts an event that is committed while the command waits for the lock", async () => {
    const writer = await database.pool.connect();
    await writer.query(`BEGIN; INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id)
      VALUES ('2025-02-28T12:00:00Z', 'system', 'writer', 'pet.delete', 'pet', 7)`);
    const pruning = prune("2025-03-01", "--yes", "--json");
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND mode = 'ShareLock' AND ${inThisDatabase}`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    await writer.query("COMMIT");
    writer.release();
    const gone = { removed: 60, until: "2025-02-28T12:00:00.000Z" };
    expect(JSON.parse((await pruning).stdout)).toMatchObject(gone);
    expect((await eventsSince(database, 0)).at(-1)).toMatchObject({ action: "audit_trail.prune", after: gone });
    expect(await count()).toBe(31 + 1);
  });

  it("deletes nothing and records nothing when its connection is lost in the middle", async () => {
    const reader = await database.pool.connect();
    await reader.query("BEGIN; SELECT FROM audit_event LIMIT 1");
    const pruning = prune("2025-03-01", "--yes");
    const waiting = `SELECT pid FROM pg_locks WHERE mode = 'ShareLock' AND relation = 'audit_event_2025_02'::regclass AND ${inThisDatabase}`;
    await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1);
    await reader.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS pruning`);
    expect(await pruning).toMatchObject({ code: 1, stderr: expect.stringContaining("connection to the database") });
    await reader.query("COMMIT");
    reader.release();
    expect(await count()).toBe(90);
  });
});
