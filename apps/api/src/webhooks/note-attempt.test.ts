import { DELIVERY_DAYS, MAX_DELIVERIES } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { type Query, queryOfPool } from "../database/query.js";
import type { Response } from "./attempt.js";
import { createLease, type Lease } from "./lease.js";
import { moveCursor, noteAttempt, noteResync, trimDeliveries } from "./note-attempt.js";
import type { Health } from "./judge-response.js";

const HOUR = 3_600_000;
const at = new Date("2026-11-28T09:00:00.000Z");
const later = new Date(at.getTime() + HOUR);

const works: Health = {
  status: "active",
  statusReason: null,
  failures: 0,
  failingSince: null,
  nextProbeAt: null,
  lastSuccessAt: at,
};
const response: Response = {
  at,
  status: 204,
  problem: null,
  durationMs: 7,
  requestBytes: 20,
  responseBytes: 0,
  retryAfter: undefined,
};
const progress = { status: "delivered", attempts: 3, nextAttemptAt: null } as const;

let database: TestDatabase;
let query: Query;
let lease: Lease;
/** There are two endpoints, because changes of one must not affect the other. */
let [one, other] = [0, 0];

const addEndpoint = async () => {
  const [row] = await query<{ id: string }>(
    `INSERT INTO webhook_endpoint (url, types, cursor, secret, state, state_reason, failures, failing_since, next_probe_at)
     VALUES ('https://shop.example/', '{}', '00000000-1', decode(repeat('00', 60), 'hex'), 'paused', 'failures', 12, $1::timestamptz, $1::timestamptz)
     RETURNING id::text`,
    [at],
  );
  return Number(row?.id);
};
const addDelivery = async (endpointId: number, state: "waiting" | "delivered" = "waiting", createdAt = at) => {
  const [row] = await query<{ id: string }>(
    `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, created_at, next_attempt_at)
     VALUES ($1::bigint, 'evt', '00000000-1', 'pet.created', $2, $3::timestamptz, CASE WHEN $2 = 'waiting' THEN $4::timestamptz END)
     RETURNING id::text`,
    [endpointId, state, createdAt, later],
  );
  return Number(row?.id);
};
/** Returns a delivery's state, and how many hours after `at` it is tried again. */
const deliveryOf = async (id: number) => {
  const [row] = await query<{ state: string; next: Date | null; attempts: number }>(
    "SELECT state, next_attempt_at AS next, attempts FROM webhook_delivery WHERE id = $1::bigint",
    [id],
  );
  return row && [row.state, row.next && (row.next.getTime() - at.getTime()) / HOUR, row.attempts];
};
const endpointOf = async (id: number) =>
  (
    await query<Record<string, unknown>>(
      `SELECT state, state_since AS since, failures, failing_since AS "failingSince", next_probe_at AS "nextProbeAt",
         last_success_at AS "lastSuccessAt", cursor FROM webhook_endpoint WHERE id = $1::bigint`,
      [id],
    )
  )[0];
const count = async () =>
  (await query<{ count: number }>("SELECT count(*)::int AS count FROM webhook_delivery", []))[0];

const messageOf = (deliveryId: number | undefined) => ({
  deliveryId,
  messageId: "evt_new",
  eventId: "00000000-2",
  type: "pet.created",
  attempts: 2,
  cursor: deliveryId === undefined ? "00000000-2" : undefined,
  body: "",
});
const note = (deliveryId: number | undefined, isResumed: boolean, revision = 0, health = works) => {
  const judged = { health, progress, holdUntil: undefined };
  const step = { delivery: messageOf(deliveryId), response, judged, isResumed };
  return noteAttempt(query, lease, { id: one, revision }, step);
};

beforeAll(async () => {
  database = await createTestDatabase();
  query = queryOfPool(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await query("DELETE FROM webhook_endpoint", []);
  await query("DELETE FROM webhook_lease", []);
  [one, other] = [await addEndpoint(), await addEndpoint()];
  lease = createLease(query);
  expect(await lease.renew()).toBe(true);
});

describe("a recorded attempt", () => {
  it("makes waiting deliveries due when the endpoint works again", async () => {
    const [sent, waits, ofOther] = [await addDelivery(one), await addDelivery(one), await addDelivery(other)];
    const before = await endpointOf(other);
    expect(await note(sent, true)).toBe(true);
    expect(await deliveryOf(sent)).toEqual(["delivered", null, 3]);
    expect(await deliveryOf(waits)).toEqual(["waiting", 0, 0]);
    expect(await deliveryOf(ofOther)).toEqual(["waiting", 1, 0]);
    expect(await endpointOf(other)).toEqual(before);
    expect(await endpointOf(one)).toMatchObject({
      state: "active",
      failures: 0,
      failingSince: null,
      nextProbeAt: null,
      lastSuccessAt: at,
      cursor: "00000000-1",
    });
  });

  it("does not change the due times of waiting deliveries if the endpoint already worked", async () => {
    const [sent, waits] = [await addDelivery(one), await addDelivery(one)];
    expect(await note(sent, false)).toBe(true);
    expect(await deliveryOf(waits)).toEqual(["waiting", 1, 0]);
  });

  it("creates a delivery for the next event, and moves only the cursor of that endpoint", async () => {
    expect(await note(undefined, false)).toBe(true);
    expect(await endpointOf(one)).toMatchObject({ cursor: "00000000-2" });
    expect(await endpointOf(other)).toMatchObject({ cursor: "00000000-1", failures: 12 });
    const rows = await query(
      `SELECT endpoint_id::int AS endpoint, message_id, event_id, state, attempts, status, duration_ms, request_bytes,
         response_bytes, last_attempt_at, created_at FROM webhook_delivery`,
      [],
    );
    expect(rows).toEqual([
      {
        ...{ endpoint: one, message_id: "evt_new", event_id: "00000000-2", state: "delivered", attempts: 3 },
        ...{ status: 204, duration_ms: 7, request_bytes: 20, response_bytes: 0, last_attempt_at: at, created_at: at },
      },
    ]);
  });

  it("keeps the time of an unchanged state, and sets the time of a new state", async () => {
    await query("UPDATE webhook_endpoint SET state_since = $1::timestamptz", [at]);
    await note(undefined, false, 0, { ...works, status: "paused", statusReason: "failures", failures: 13 });
    expect(await endpointOf(one)).toMatchObject({ state: "paused", since: at });
    await note(undefined, false);
    expect((await endpointOf(one))?.["since"]).not.toEqual(at);
  });

  it.each([
    ["a client changed the endpoint meanwhile", async () => undefined, 1],
    [
      "another process has the lease",
      () => query("UPDATE webhook_lease SET holder = 'another', token = token + 1", []),
      0,
    ],
    ["another process had the lease in between", () => query("UPDATE webhook_lease SET token = token + 2", []), 0],
    ["the lease has ended", () => query("UPDATE webhook_lease SET expires_at = clock_timestamp()", []), 0],
  ])("writes nothing if %s, and a moved cursor writes nothing either", async (_why, change, revision) => {
    const waits = await addDelivery(one);
    await change();
    const before = [await endpointOf(one), await count()];
    const at9 = "00000000-9";
    expect(await note(waits, true, revision)).toBe(false);
    expect(await note(undefined, true, revision)).toBe(false);
    expect(await moveCursor(query, lease, { id: one, revision }, at9)).toBe(false);
    expect(await noteResync(query, lease, { id: one, revision }, { cursor: at9, now: at })).toBe(false);
    expect([await endpointOf(one), await count()]).toEqual(before);
    expect(await deliveryOf(waits)).toEqual(["waiting", 1, 0]);
  });
});

describe("a moved cursor", () => {
  it("belongs to its endpoint only, with or without a message", async () => {
    const endpoint = { id: one, revision: 0 };
    expect(await moveCursor(query, lease, endpoint, "00000000-9")).toBe(true);
    expect(await count()).toEqual({ count: 0 });
    expect(await noteResync(query, lease, endpoint, { cursor: "00000000-10", now: at })).toBe(true);
    expect([await endpointOf(one), await endpointOf(other)]).toMatchObject([
      { cursor: "00000000-10" },
      { cursor: "00000000-1" },
    ]);
    const rows = await query("SELECT endpoint_id::int AS endpoint, type, event_id, state FROM webhook_delivery", []);
    expect(rows).toEqual([{ endpoint: one, type: "resync", event_id: "00000000-10", state: "waiting" }]);
  });
});

describe("old deliveries", () => {
  const fill = (endpointId: number, many: number) =>
    query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, type, state)
       SELECT $1::bigint, 'evt' || n, 'pet.created', 'delivered' FROM generate_series(1, $2) AS n`,
      [endpointId, many],
    );
  const idsOf = async (endpointId: number) =>
    (
      await query<{ id: number }>(
        "SELECT webhook_delivery.id::int FROM webhook_delivery WHERE endpoint_id = $1::bigint ORDER BY webhook_delivery.id",
        [endpointId],
      )
    ).map(({ id }) => id);

  it("are trimmed to the newest ones of each endpoint, except waiting ones", async () => {
    const waits = await addDelivery(one);
    const [first, second] = [
      await addDelivery(one, "delivered", new Date()),
      await addDelivery(one, "delivered", new Date()),
    ];
    const waitsToo = await addDelivery(one);
    await fill(one, MAX_DELIVERIES - 1);
    await fill(other, 3);
    const others = await idsOf(other);
    await trimDeliveries(query, one);
    const left = await idsOf(one);
    expect(left).not.toContain(first);
    expect(left.slice(0, 3)).toEqual([waits, second, waitsToo]);
    expect(left).toHaveLength(MAX_DELIVERIES + 2);
    expect(await idsOf(other)).toEqual(others);
  });

  it("are trimmed after a month, except waiting ones of any endpoint", async () => {
    const old = new Date(Date.now() - (DELIVERY_DAYS * 24 + 1) * HOUR);
    const young = new Date(Date.now() - (DELIVERY_DAYS * 24 - 1) * HOUR);
    const waits = await addDelivery(one, "waiting", old);
    await addDelivery(one, "delivered", old);
    const kept = await addDelivery(one, "delivered", young);
    const ofOther = await addDelivery(other, "delivered", old);
    await trimDeliveries(query, one);
    expect([await idsOf(one), await idsOf(other)]).toEqual([[waits, kept], [ofOther]]);
  });
});
