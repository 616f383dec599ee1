import type { CreatedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newPet } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { idsOf, startReceiver, type WebhookReceiver } from "../../test/support/webhook-receiver.js";
import { createWebhooks, type Webhooks } from "./deliver-webhooks.js";

const HOUR = 3_600_000;
const endpoints = "/v1/webhook-endpoints";
const pace = { tickMs: 20, gapMs: 0, graceMs: 50, attemptMs: 60_000 };

let api: TestApi;
let admin: string;
let now: number;
let receiver: WebhookReceiver;
let senders: Webhooks[];
/** Counts how often a request told the sender to look at once. */
let looked = 0;

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 5 });
const startSender = async (rest: Partial<TestApi["deps"]> = {}, itsPace = pace) => {
  const sender = createWebhooks({ ...api.deps, clock: () => new Date(now), ...rest }, itsPace);
  senders.push(sender);
  await sender.run();
  return sender;
};
const send = (line: string, body?: unknown) => api.send(line, { key: admin, ...(body !== undefined && { body }) });
const addEndpoint = async (body: object = {}) =>
  (await send(`POST ${endpoints}`, { url: receiver.url, ...body })).body as CreatedWebhookEndpoint;
const get = async ({ id }: { id: number }) => {
  await api.deps.eventFeed.number();
  return (await send(`GET ${endpoints}/${id}`)).body as WebhookEndpoint;
};
const change = ({ id }: { id: number }, body: object) => send(`PATCH ${endpoints}/${id}`, body);
const deliveriesOf = async ({ id }: { id: number }) => {
  const { status, body } = await send(`GET ${endpoints}/${id}/deliveries?limit=100`);
  // An error response has no first delivery either, so the test could mistake an error for a trimmed list.
  expect(status).toBe(200);
  return body as WebhookDelivery[];
};
const createPets = async (...names: string[]) => {
  for (const name of names) await api.send("POST /v1/pets", { body: newPet({ name }) });
};

beforeAll(async () => {
  api = await createTestApi({}, { clock: () => new Date(now) });
  vi.spyOn(api.deps.webhooks, "run").mockImplementation(async () => void (looked += 1));
  admin = await api.makeKey("admin");
  now = Date.now();
  await createPets("Rex");
});
afterAll(() => api.close());
beforeEach(async () => {
  now = Date.now();
  receiver = await startReceiver();
  senders = [];
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  await receiver.close();
  await api.database.pool.query("DELETE FROM webhook_endpoint");
});

describe("a change of an endpoint", () => {
  it("makes the sender look for work at once, whatever has changed", async () => {
    const counted = async (line: string, body?: unknown) => {
      const before = looked;
      const { status } = await send(line, body);
      return [status, looked - before];
    };
    expect(await counted(`POST ${endpoints}`, { url: receiver.url })).toEqual([201, 1]);
    const { id, cursor } = await addEndpoint();
    const { rows } = await api.database.pool.query<{ id: string }>(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state) VALUES ($1, 'evt', $2, 'pet.created', 'failed') RETURNING id`,
      [id, cursor],
    );
    expect(await counted(`PATCH ${endpoints}/${id}`, { types: ["pet.created"] })).toEqual([200, 1]);
    expect(await counted(`POST ${endpoints}/${id}/replay`, { after: cursor })).toEqual([200, 1]);
    expect(await counted(`POST ${endpoints}/${id}/test`)).toEqual([200, 1]);
    expect(await counted(`POST /v1/webhook-deliveries/${rows[0]?.id}/redeliver`)).toEqual([202, 1]);
  });

  it("resets the failures and makes waiting deliveries due if the endpoint becomes active", async () => {
    const [one, other] = [await addEndpoint(), await addEndpoint()];
    const later = new Date(now + 3_600_000);
    await api.database.pool.query(
      `UPDATE webhook_endpoint SET state = 'paused', state_reason = 'failures', failures = 12, failing_since = $1, next_probe_at = $1`,
      [later],
    );
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
       SELECT id, 'evt', cursor, 'pet.created', 'waiting', $1 FROM webhook_endpoint`,
      [later],
    );
    const [before, waits] = [await get(other), await deliveriesOf(other)];
    const { status, body } = await change(one, { status: "active" });
    const healthy = {
      status: "active",
      statusReason: null,
      failures: 0,
      failingSince: null,
      nextProbeAt: null,
      retrying: 1,
    };
    expect([status, body]).toMatchObject([200, healthy]);
    expect(await deliveriesOf(one)).toMatchObject([{ status: "waiting", nextAttemptAt: new Date(now).toISOString() }]);
    expect([await get(other), await deliveriesOf(other)]).toEqual([before, waits]);
  });

  it("returns the number of the endpoint's own waiting deliveries, also in a list", async () => {
    const made = [await addEndpoint(), await addEndpoint(), await addEndpoint()];
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
       SELECT $1::bigint, 'evt' || n, '00000000-1', 'pet.created', CASE WHEN n > 1 THEN 'waiting' ELSE 'failed' END, CASE WHEN n > 1 THEN now() END FROM generate_series(1, 3) AS n
       UNION ALL SELECT $2::bigint, 'evt', '00000000-1', 'pet.created', 'waiting', now()`,
      [made[0]?.id, made[2]?.id],
    );
    const listed = (await send(`GET ${endpoints}`)).body as WebhookEndpoint[];
    expect(listed.map(({ retrying }) => retrying)).toEqual([2, 0, 1]);
    for (const one of listed) expect((await get(one)).retrying).toBe(one.retrying);
  });

  it("keeps the failures if the endpoint is disabled, and affects no other endpoint", async () => {
    const [one, other] = [await addEndpoint(), await addEndpoint()];
    await api.database.pool.query(
      `UPDATE webhook_endpoint SET state = 'paused', state_reason = 'failures', failures = 12, failing_since = $1, next_probe_at = $1`,
      [new Date(now)],
    );
    await change(one, { status: "disabled" });
    expect(await get(one)).toMatchObject({
      status: "disabled",
      statusReason: "request",
      failures: 12,
      nextProbeAt: null,
    });
    expect(await get(other)).toMatchObject({ status: "paused", failures: 12 });
  });

  it("sends the next event at once if the URL has changed, in spite of a requested wait", async () => {
    const corrected = await startReceiver();
    const endpoint = await addEndpoint();
    receiver.answer = (response) => response.writeHead(503, { "retry-after": "3600" }).end();
    await createPets("Held", "Next");
    await startSender();
    await until(async () => expect((await get(endpoint)).retrying).toBe(1));
    expect(corrected.received).toEqual([]);
    await change(endpoint, { url: corrected.url });
    await until(() => expect(corrected.received).toHaveLength(1));
    expect(corrected.received[0]?.body).toContain("Next");
    expect(receiver.received).toHaveLength(1);
    await corrected.close();
  });

  it("applies a new choice of event types even to old events that are sent next", async () => {
    const endpoint = await addEndpoint();
    let answer = () => {};
    receiver.answer = (response) => void (answer = () => response.writeHead(204).end());
    await createPets("First", "Second", "Third");
    await startSender();
    await until(() => expect(receiver.received).toHaveLength(1));
    await change(endpoint, { types: ["category.created"] });
    await send("POST /v1/categories", { name: `Category of ${endpoint.id}` });
    receiver.answer = 204;
    answer();
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
    // The sender ignored the outcome of the request in flight, and it skipped the event, whose type the endpoint no
    // longer wants.
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      "pet.created",
      "category.created",
    ]);
  });

  it("keeps an earlier cursor even if a request is in flight", async () => {
    const endpoint = await addEndpoint();
    let answer = () => {};
    await createPets("First", "Second");
    await startSender();
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
    receiver.answer = (response) => void (answer = () => response.writeHead(204).end());
    await createPets("Third");
    await until(() => expect(receiver.received).toHaveLength(3));
    expect((await send(`POST ${endpoints}/${endpoint.id}/replay`, { after: endpoint.cursor })).status).toBe(200);
    receiver.answer = 204;
    answer();
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
    const ids = idsOf(receiver);
    expect(ids.slice(3)).toEqual(ids.slice(0, 3));
  });

  it("prevents the response to an earlier request from disabling the endpoint", async () => {
    const endpoint = await addEndpoint();
    let answer = () => {};
    receiver.answer = (response) => {
      answer = () => response.writeHead(410).end();
    };
    await createPets("Rex");
    // The sender reads the endpoint only when the test says so, so it notes the answer without knowing of the change.
    const sender = await startSender({}, { ...pace, tickMs: 60_000 });
    await until(() => expect(receiver.received).toHaveLength(1));
    await change(endpoint, { description: "Shop" });
    receiver.answer = 204;
    answer();
    await until(() => expect(sender.stats().deliveries.failed).toBe(1));
    await until(async () => {
      await sender.run();
      expect(await get(endpoint)).toMatchObject({ status: "active", behind: 0 });
    });
    const { rows } = await api.database.pool.query<{ action: string }>(
      "SELECT action FROM audit_event WHERE subject_kind = 'webhook_endpoint' AND subject_id = $1 ORDER BY id",
      [endpoint.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["webhook_endpoint.create", "webhook_endpoint.update"]);
  });

  it("signs the next message with the new secret as well", async () => {
    const endpoint = await addEndpoint();
    await createPets("First");
    await startSender();
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
    await send(`POST ${endpoints}/${endpoint.id}/rotate`, {});
    const { rows } = await api.database.pool.query<{ revision: number }>("SELECT revision FROM webhook_endpoint");
    expect(rows).toEqual([{ revision: 1 }]);
  });
});

describe("a delivery of an expired event", () => {
  it("is marked as expired, and the events after it are sent", async () => {
    const endpoint = await addEndpoint({ types: ["pet.created"] });
    receiver.answer = 500;
    await createPets("Gone");
    await startSender();
    await until(async () => expect((await get(endpoint)).retrying).toBe(1));
    const [{ eventId } = { eventId: null }] = await deliveriesOf(endpoint);
    await api.database.pool.query("SELECT expire_events('infinity', $1)", [Number(eventId?.split("-")[1])]);
    await api.deps.eventFeed.number();
    receiver.answer = 204;
    now += 6_000;
    await createPets("Kept");
    await until(async () =>
      expect(await deliveriesOf(endpoint)).toMatchObject([
        { status: "failed", problem: "expired", attempts: 1, nextAttemptAt: null },
        { status: "delivered", problem: null },
      ]),
    );
    expect(receiver.received).toHaveLength(2);
    expect(await get(endpoint)).toMatchObject({ retrying: 0, behind: 0, status: "active" });
  });
});

describe("tests of an endpoint", () => {
  it("are sent one after the other", async () => {
    const endpoint = await addEndpoint();
    const answers: (() => void)[] = [];
    receiver.answer = (response) => void answers.push(() => response.writeHead(204).end());
    const both = [1, 2].map(() => send(`POST ${endpoints}/${endpoint.id}/test`));
    await until(() => expect(answers).toHaveLength(1));
    receiver.answer = 204;
    expect(receiver.received).toHaveLength(1);
    answers[0]?.();
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(receiver.received).toHaveLength(2);
    expect(answers).toHaveLength(1);
  });
});

describe("the sender", () => {
  /** Creates a pool that refuses a statement this many times. */
  const refusing = (name: string, times: number) => {
    let left = times;
    const pool = new Proxy(api.deps.database.pool, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property);
        if (property !== "query") return typeof value === "function" ? value.bind(target) : value;
        return (given: { name?: string }) => {
          if (given.name !== name || left === 0) return target.query(given as never);
          left -= 1;
          return Promise.reject(new Error(`${name} is refused`));
        };
      },
    });
    return { deps: { database: { ...api.deps.database, pool } }, left: () => left };
  };

  it.each(["note_webhook_attempt", "load_webhook_endpoints", "renew_webhook_lease", "move_webhook_cursor"])(
    "continues after %s has failed, and loses nothing",
    async (name) => {
      const endpoint = await addEndpoint({ types: ["pet.created"] });
      await send("POST /v1/categories", { name: `${name} ${endpoint.id}` });
      const { deps, left } = refusing(name, 2);
      await startSender(deps);
      await until(() => expect(left()).toBe(name === "note_webhook_attempt" ? 2 : 0));
      await createPets("One", "Two");
      await until(async () => expect(await get(endpoint)).toMatchObject({ behind: 0, failures: 0, status: "active" }));
      expect(left()).toBe(0);
      expect([...new Set(idsOf(receiver))]).toHaveLength(2);
      expect(await deliveriesOf(endpoint)).toMatchObject([{ status: "delivered" }, { status: "delivered" }]);
    },
  );

  it("continues after the feed has failed, and loses nothing", async () => {
    const endpoint = await addEndpoint();
    let left = 2;
    const failing =
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args) => {
        if (left === 0) return work(...args);
        left -= 1;
        throw new Error("The feed cannot be read");
      };
    const { eventFeed } = api.deps;
    const open = failing((...args: Parameters<typeof eventFeed.open>) => eventFeed.open(...args));
    const read = failing((...args: Parameters<typeof eventFeed.read>) => eventFeed.read(...args));
    await startSender({ eventFeed: { ...eventFeed, open, read } });
    await createPets("One", "Two");
    await until(async () => expect(await get(endpoint)).toMatchObject({ behind: 0, failures: 0 }));
    expect(left).toBe(0);
    expect(idsOf(receiver)).toHaveLength(2);
  });

  it("alternates between new events and retries", async () => {
    const endpoint = await addEndpoint();
    receiver.answer = 500;
    await createPets("A", "B");
    const sender = await startSender();
    await until(async () => expect(await get(endpoint)).toMatchObject({ retrying: 2, behind: 0 }));
    await sender.close();
    await createPets("C", "D");
    await api.deps.eventFeed.number();
    receiver.answer = 204;
    receiver.received.length = 0;
    now += 6_000;
    await startSender();
    await until(() => expect(receiver.received).toHaveLength(4));
    // Deliveries that failed together become due in any order.
    const isRetry = receiver.received.map(({ body }) => /"name":"[AB]"/.test(body));
    expect(isRetry).toEqual([true, false, true, false]);
  });

  describe("with many retries", () => {
    /**
     * Returns what the sender sends next, if there are two new events and the given retries are due. The sender reads
     * the store only once.
     */
    const orderOf = async (due: readonly string[], waiting: number, answer: number) => {
      const endpoint = await addEndpoint();
      receiver.answer = 500;
      await createPets(...due);
      const first = await startSender();
      await until(async () => expect(await get(endpoint)).toMatchObject({ retrying: due.length, behind: 0 }));
      await first.close();
      await createPets("In line", "In line");
      await api.database.pool.query(
        `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
         SELECT $1, 'evt' || n, '00000000-1', 'pet.created', 'waiting', $2 FROM generate_series(1, $3::integer) AS n`,
        [endpoint.id, new Date(now + HOUR), waiting - due.length],
      );
      await api.deps.eventFeed.number();
      receiver.answer = answer;
      receiver.received.length = 0;
      now += 6_000;
      await startSender({}, { ...pace, tickMs: 4_000 });
      await until(() => expect(receiver.received.length).toBeGreaterThanOrEqual(due.length + 1));
      return receiver.received.map(({ body }) => (body.includes('"name":"In line"') ? "line" : "again"));
    };

    it("continues with new events once a retry has succeeded", async () => {
      expect((await orderOf(["A", "B"], 1_000, 204)).slice(0, 3)).toEqual(["again", "line", "again"]);
    });

    it("leaves new events in the feed as soon as one more delivery has failed", async () => {
      expect((await orderOf(["A", "B", "C"], 999, 500)).slice(0, 4)).toEqual(["again", "line", "again", "again"]);
    });
  });

  it("trims old deliveries after each hundred attempts", async () => {
    const endpoint = await addEndpoint();
    const old = new Date(now - 31 * 24 * 3_600_000);
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, type, state, created_at) VALUES ($1, 'old', 'pet.created', 'failed', $2)`,
      [endpoint.id, old],
    );
    await createPets(...Array.from({ length: 100 }, (_, at) => `Rex ${at}`));
    await startSender();
    await until(async () => expect((await deliveriesOf(endpoint))[0]?.messageId).not.toBe("old"));
    // If the sender loses its lease meanwhile, it sends an event twice, so the test counts different ids.
    await until(() => expect(new Set(idsOf(receiver)).size).toBe(100));
  });

  it("leaves new events in the feed while the endpoint has the maximum of retries", async () => {
    const endpoint = await addEndpoint();
    await createPets("Waits");
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
       SELECT $1, 'evt' || n, '00000000-1', 'pet.created', 'waiting', $2 FROM generate_series(1, 1000) AS n`,
      [endpoint.id, new Date(now + 60_000)],
    );
    const sender = await startSender();
    for (let looks = 0; looks < 3; looks += 1) await sender.run();
    expect(receiver.received).toEqual([]);
    await api.database.pool.query("DELETE FROM webhook_delivery WHERE message_id = 'evt7'");
    await until(() => expect(receiver.received).toHaveLength(1));
  });
});
