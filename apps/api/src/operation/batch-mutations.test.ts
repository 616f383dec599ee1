import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets } from "../../test/support/builders.js";
import { makeKeys, statusesOf, times } from "../../test/support/concurrent-creates.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { queryAsSuperuser } from "../../test/support/test-database.js";

type Sent = ReturnType<TestApi["send"]>;
type Send = (at: number, key: string) => Sent;

type Case = {
  readonly status: number;
  readonly action: string;
  /** The statement and the table with which the batch writes. */
  readonly write: string;
  /** A condition on audit events that is true only for the event of request 7. */
  readonly isSeventh: string;
  /** Adds the rows that the requests need. */
  readonly prepare: (api: TestApi, count: number) => Promise<Send>;
};

const ordersCase = (keyOf: () => string | undefined): Case => ({
  ...{ status: 201, action: "order.create", write: "INSERT ON store_order" },
  isSeventh: "after->>'reference' = 'Order 7'",
  prepare: async (api, count) => {
    const ids = await addPets(api, ...times(count, () => ({})));
    return (at, key) => {
      const retryKey = keyOf();
      const headers: Record<string, string> = retryKey === undefined ? {} : { "idempotency-key": retryKey };
      return api.send("POST /v1/orders", { key, headers, body: { petId: ids[at], reference: `Order ${at}` } });
    };
  },
});

const cases: Record<string, Case> = {
  "PATCH /pets/{petId}": {
    ...{ status: 200, action: "pet.update", write: "UPDATE ON pet", isSeventh: "after->>'name' = 'New 7'" },
    prepare: async (api, count) => {
      const ids = await addPets(api, ...times(count, () => ({})));
      return (at, key) => api.send(`PATCH /v1/pets/${ids[at]}`, { key, body: { name: `New ${at}` } });
    },
  },
  "POST /orders": ordersCase(() => undefined),
  "POST /orders with an Idempotency-Key": ordersCase(() => randomUUID()),
  "PATCH /orders/{orderId}": {
    ...{ status: 200, action: "order.update", write: "UPDATE ON store_order" },
    isSeventh: "after->>'reference' = 'Order 7'",
    prepare: async (api, count) => {
      const pets = await addPets(api, ...times(count, () => ({ status: "pending" as const })));
      const data = pets.map((petId, at) => ({ petId, reference: `Order ${at}` }));
      const orders = await api.database.db.order.createManyAndReturn({ data });
      return (at, key) => api.send(`PATCH /v1/orders/${orders[at]?.id}`, { key, body: { status: "cancelled" } });
    },
  },
};

describe.each(Object.entries(cases))("concurrent %s", (_, { status, action, write, isSeventh, prepare }) => {
  let api: TestApi;
  let last: number;
  beforeAll(async () => {
    api = await createTestApi({ RATE_LIMIT: "0" });
  });
  afterAll(() => api.close());
  const query = async (sql: string) => (await api.database.pool.query(sql)).rows;
  const events = async () => (await eventsSince(api.database, last)).filter((event) => event.action === action);
  const start = async (count: number) => {
    const send = await prepare(api, count);
    last = await lastEventId(api.database);
    return send;
  };
  const countConnections = () => promisify(api.server.getConnections.bind(api.server))();

  it("share commits, and each has an event with its own actor", async () => {
    const keys = await makeKeys(api, 3);
    const send = await start(64);
    const other = await api.database.pool.connect();
    await other.query(`BEGIN; LOCK TABLE ${write.split(" ").at(-1)} IN SHARE MODE`);
    const answering = Promise.all(times(64, (at) => send(at, keys[at % 3]?.key ?? "")));
    await expect.poll(countConnections, { timeout: 30_000 }).toBeGreaterThanOrEqual(64);
    await other.query("COMMIT");
    other.release();
    expect(statusesOf(await answering)).toEqual(Array(64).fill(status));
    const actors = (await events()).map(({ actor }) => actor.id);
    expect(keys.map(({ actor }) => actors.filter((id) => id === actor.id).length)).toEqual([22, 21, 21]);
    const [{ commits }] = (await query(
      `SELECT count(DISTINCT xmin::text)::integer AS commits FROM audit_event WHERE id > ${last}`,
    )) as [{ commits: number }];
    expect(commits).toBeLessThan(32);
  });

  it("returns 500 for the call that the database refuses, and runs the other calls once", async () => {
    const send = await start(12);
    await query(`ALTER TABLE audit_event ADD CONSTRAINT test_refusal
      CHECK (id <= ${last} OR action <> '${action}' OR NOT (${isSeventh}))`);
    const closed = vi.fn<() => void>();
    api.database.pool.on("remove", closed);
    const answers = await Promise.all(times(12, (at) => send(at, api.key)));
    api.database.pool.off("remove", closed);
    await query("ALTER TABLE audit_event DROP CONSTRAINT test_refusal");
    expect(statusesOf(answers)).toEqual(times(12, (at) => (at === 7 ? 500 : status)));
    expect(await events()).toHaveLength(11);
    // If the connection were closed, PostgreSQL would release its locks only after the next attempt had started, which
    // would find its key in use.
    expect(closed).not.toHaveBeenCalled();
  });

  describe("when the connection is lost", () => {
    const sleeping = async () =>
      query("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'");
    beforeEach(() =>
      query(`CREATE OR REPLACE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(TG_ARGV[0]::float); RETURN NULL; END $$`),
    );

    it("returns 503 and repeats nothing if the server ends the connection", async () => {
      const send = await start(12);
      const table = write.split(" ").at(-1);
      await query(`CREATE TRIGGER sleep AFTER ${write} FOR EACH STATEMENT EXECUTE FUNCTION sleep(600)`);
      const answering = Promise.all(times(12, (at) => send(at, api.key)));
      let isAnswered = false;
      void answering.then(() => (isAnswered = true));
      const end = async () => {
        for (const { pid } of await sleeping()) await queryAsSuperuser(`SELECT pg_terminate_backend(${pid})`);
        return isAnswered;
      };
      await expect.poll(end, { timeout: 30_000 }).toBe(true);
      expect((await answering).map(({ body }) => body)).toEqual(Array(12).fill(errorBody("service_unavailable", 503)));
      await query(`DROP TRIGGER sleep ON ${table}`);
      expect(await events()).toEqual([]);
    });

    it("returns 503 and repeats nothing if the connection breaks during a commit that succeeds", async () => {
      const send = await start(12);
      await query(`CREATE CONSTRAINT TRIGGER sleep AFTER ${write} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION sleep(0.1)`);
      const clients = new Set<PoolClient>();
      const note = (client: PoolClient) => void clients.add(client);
      api.database.pool.on("acquire", note);
      const answering = Promise.all(times(12, (at) => send(at, api.key)));
      await expect.poll(sleeping, { timeout: 30_000 }).not.toEqual([]);
      for (const client of clients) Reflect.get(client, "connection").stream.destroy();
      api.database.pool.off("acquire", note);
      const answers = await answering;
      await expect.poll(sleeping, { timeout: 30_000 }).toEqual([]);
      expect(answers.filter((answer) => answer.status === 503)).not.toEqual([]);
      await query(`DROP TRIGGER sleep ON ${write.split(" ").at(-1)}`);
      const subjects = (await events()).map(({ subject }) => subject.id);
      expect(subjects).toHaveLength(12);
      expect(new Set(subjects).size).toBe(12);
    });
  });
});
