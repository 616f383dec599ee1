import type { Actor } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId, refuseInserts } from "../../test/support/audit.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { type AuditEntry, audited } from "./audit-trail.js";
import { inTransaction } from "../database/transact.js";
import { hasCode } from "../database/errors.js";
import { queryOf } from "../database/query.js";

const key: Actor = { kind: "key", id: 5, name: "Shop front" };
const system: Actor = { kind: "system", id: null, name: "command line (sam)" };

const entry = (rest: Partial<AuditEntry> = {}): AuditEntry => ({
  action: "pet.delete",
  subject: { kind: "pet", id: 1 },
  before: { id: 1 },
  after: null,
  ...rest,
});

describe("audited", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Reads the time of the database, rounded to milliseconds as in the times of events. */
  const databaseTime = async () =>
    (
      await database.pool.query<{ at: Date }>("SELECT clock_timestamp()::timestamptz(3) AS at")
    ).rows[0]?.at.toISOString();
  const run = (actor: Actor, ...entries: AuditEntry[]) =>
    database.db.$transaction((tx) =>
      audited(queryOf(tx), actor, async (record) => {
        for (const one of entries) record(one);
        return "done";
      }),
    );

  it("writes actor, time, action, subject, before and after", async () => {
    const last = await lastEventId(database);
    const start = await databaseTime();
    expect(await run(key, entry())).toEqual({ result: "done", entries: [entry()] });
    const end = await databaseTime();
    const [event, ...others] = await eventsSince(database, last);
    expect(event).toEqual({ id: expect.any(Number), at: expect.any(String), actor: key, ...entry() });
    const times = [start, event?.at, end].map(String);
    expect(times.toSorted((a, b) => a.localeCompare(b))).toEqual(times);
    expect(others).toEqual([]);
  });

  it("dates an event by the time of its insert, and not by that of the transaction", async () => {
    const last = await lastEventId(database);
    const [early, late] = [1, 2].map((id) => entry({ subject: { kind: "pet", id } })) as [AuditEntry, AuditEntry];
    await database.db.$transaction((tx) =>
      audited(queryOf(tx), key, async (record) => {
        const hasPassed = () => tx.$queryRaw`SELECT clock_timestamp() > now() + interval '2 milliseconds' AS passed`;
        await expect.poll(hasPassed, { interval: 1 }).toEqual([{ passed: true }]);
        await run(key, early);
        record(late);
      }),
    );
    const events = await eventsSince(database, last);
    expect(events.map(({ subject }) => subject.id)).toEqual([1, 2]);
    const times = events.map(({ at }) => at);
    expect(times.toSorted((a = "", b = "") => (a < b ? -1 : 1))).toEqual(times);
  });

  it("writes all events of a transaction in order, with the same time", async () => {
    const last = await lastEventId(database);
    const subjects = Array.from({ length: 1_000 }, (_, at) => ({ kind: "pet", id: 1_000 - at }) as const);
    await run(key, ...subjects.map((subject) => entry({ subject })));
    const events = await eventsSince(database, last);
    expect(events.map(({ subject }) => subject)).toEqual(subjects);
    expect(new Set(events.map(({ at }) => at)).size).toBe(1);
  });

  it("writes in transactions of pg in the same way as in those of Prisma", async () => {
    const last = await lastEventId(database);
    const subject = { kind: "catalogue", id: null } as const;
    const made = entry({ action: "catalogue.import", subject, before: null, after: { imported: 3 } });
    await inTransaction(database.pool, "BEGIN", (query) => audited(query, system, async (record) => record(made)));
    expect(await eventsSince(database, last)).toEqual([
      { id: expect.any(Number), at: expect.any(String), actor: system, ...made },
    ]);
  });

  it("preserves any text", async () => {
    const last = await lastEventId(database);
    const name = `"' \\ \u2028 %s $1 ' || 🐕 {null}`;
    await run({ ...key, name }, entry({ before: { name }, after: { name: "null" } }));
    const [event] = await eventsSince(database, last);
    expect([event?.actor.name, event?.before, event?.after]).toEqual([name, { name }, { name: "null" }]);
  });

  it("runs no query if nothing is recorded", async () => {
    const query = () => Promise.reject(new Error("queried"));
    expect(await audited(query, key, async () => 1)).toEqual({ result: 1, entries: [] });
  });

  it("writes nothing if the work fails after it has recorded an event", async () => {
    const last = await lastEventId(database);
    const failing = database.db.$transaction((tx) =>
      audited(queryOf(tx), key, async (record) => {
        record(entry());
        throw new Error("failed");
      }),
    );
    await expect(failing).rejects.toThrow("failed");
    expect(await eventsSince(database, last)).toEqual([]);
  });

  it("rolls back the work if the event cannot be written", async () => {
    const allow = await refuseInserts(database, "audit_event");
    const working = inTransaction(database.pool, "BEGIN", (query) =>
      audited(query, key, async (record) => {
        await query("INSERT INTO category (id) VALUES (77)", []);
        record(entry());
      }),
    );
    await expect(working).rejects.toSatisfy((error: unknown) => hasCode(error, "53100"));
    await allow();
    expect(await database.db.category.count()).toBe(0);
  });
});

describe("audit_event", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(
      `INSERT INTO audit_event (actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
       VALUES ('key', 5, 'Shop front', 'pet.delete', 'pet', 1)`,
    );
  });
  afterAll(() => database.drop());

  const codeOf = async (...statements: string[]) => {
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN");
      for (const statement of statements) await client.query(statement);
      return undefined;
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  };

  it.each([
    "UPDATE audit_event SET actor_name = 'nobody'",
    "UPDATE audit_event SET actor_name = 'nobody' WHERE false",
    "DELETE FROM audit_event",
    "TRUNCATE audit_event",
    "TRUNCATE audit_event, pet CASCADE",
    "INSERT INTO audit_event SELECT * FROM audit_event ON CONFLICT (at, id) DO UPDATE SET actor_name = 'nobody'",
  ])("refuses %s by the service's role", async (statement) => {
    expect(await codeOf(statement)).toBe("23001");
    expect((await eventsSince(database, 0)).map(({ actor }) => actor.name)).toEqual(["Shop front"]);
  });

  it.each([
    ["a key without an id", "'key', NULL, 'x', 'pet.delete', 'pet', 1, NULL"],
    ["a system with an id", "'system', 1, 'x', 'pet.delete', 'pet', 1, NULL"],
    ["a pet without an id", "'key', 1, 'x', 'pet.delete', 'pet', NULL, NULL"],
    ["a catalogue with an id", "'key', 1, 'x', 'catalogue.import', 'catalogue', 1, NULL"],
    ["a state that is not an object", "'key', 1, 'x', 'pet.delete', 'pet', 1, '5'"],
    ["JSON null as a state", "'key', 1, 'x', 'pet.delete', 'pet', 1, 'null'"],
  ])("refuses %s", async (_what, values) => {
    const columns = "actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after";
    expect(await codeOf(`INSERT INTO audit_event (${columns}) VALUES (${values})`)).toBe("23514");
  });
});
