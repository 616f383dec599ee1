import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { CreatedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import { verifyWebhook } from "@petstore/contract/client";
import { WebhookMessage } from "@petstore/contract/schemas";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addPets, newPet } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { idsOf, type Received, startReceiver, type WebhookReceiver } from "../../test/support/webhook-receiver.js";
import { createWebhooks, type Webhooks } from "./deliver-webhooks.js";

const HOUR = 3_600_000;
const pace = { tickMs: 20, gapMs: 0, graceMs: 50, attemptMs: 60_000 };

let api: TestApi;
let admin: string;
let now: number;
let receiver: WebhookReceiver;
let webhooks: Webhooks;
let senders: Webhooks[];

const clock = () => new Date(now);
const deps = () => ({ ...api.deps, clock });
const startSender = (rest: Partial<TestApi["deps"]> = {}) => {
  const sender = createWebhooks({ ...deps(), ...rest }, pace);
  senders.push(sender);
  return sender;
};
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 5 });

beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
  // Creates a pet, so that its category is registered.
  await createPet();
});
afterAll(() => api.close());

beforeEach(async () => {
  now = Date.now();
  receiver = await startReceiver();
  senders = [];
  webhooks = startSender();
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  await receiver.close();
  await api.database.pool.query("DELETE FROM webhook_endpoint; DELETE FROM webhook_lease");
  // Every message of every test has the form that the document describes.
  for (const { body } of receiver.received) WebhookMessage.parse(JSON.parse(body));
});

const endpoints = "/v1/webhook-endpoints";
const addEndpoint = async (body: object = {}) => {
  const answer = await api.send(`POST ${endpoints}`, { key: admin, body: { url: receiver.url, ...body } });
  expect(answer.status).toBe(201);
  return answer.body as CreatedWebhookEndpoint;
};
/** Reads an endpoint, and how far it is behind. Committed events that have no number yet count too. */
const get = async ({ id }: { id: number }) => {
  await api.deps.eventFeed.number();
  return (await api.send(`GET ${endpoints}/${id}`, { key: admin })).body as WebhookEndpoint;
};
const deliveriesOf = async ({ id }: { id: number }) =>
  (await api.send(`GET ${endpoints}/${id}/deliveries?limit=100`, { key: admin })).body as WebhookDelivery[];
const createPet = async (name = "Rex") => {
  const { body } = await api.send("POST /v1/pets", { body: newPet({ name }) });
  return (body as { id: number }).id;
};
const createPets = async (count: number) => {
  for (let at = 0; at < count; at += 1) await createPet(`Rex ${at}`);
};

/** Calculates the signature of the specification without the service's own code. */
const signatureOf = ({ headers, body }: Pick<Received, "headers" | "body">, secret: string) => {
  const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
};

describe("the delivery of events", () => {
  it("sends nothing from a copied folder until a person turns the endpoint on there", async () => {
    const endpoint = await addEndpoint();
    await createPet();
    await webhooks.close();
    await api.database.pool.query(
      `INSERT INTO webhook_lease (id, holder, token, expires_at, store) VALUES (1, 'before', 1, now(), webhook_store('/srv/data'))
       ON CONFLICT (id) DO UPDATE SET store = EXCLUDED.store, expires_at = EXCLUDED.expires_at`,
    );
    await api.send(`PATCH ${endpoints}/${endpoint.id}`, { key: admin, body: { status: "active" } });
    const copy = createWebhooks({ ...deps(), storePlace: { folder: "/srv/copy", server: "" } }, pace);
    senders.push(copy);
    await copy.run();
    expect(await get(endpoint)).toMatchObject({ status: "disabled", statusReason: "copied" });
    expect(receiver.received).toEqual([]);
    await api.send(`PATCH ${endpoints}/${endpoint.id}`, { key: admin, body: { status: "active" } });
    await copy.run();
    await until(() => expect(receiver.received).toHaveLength(1));
  });

  it("sends each event once, in order, with its signature", async () => {
    const endpoint = await addEndpoint();
    const petId = await createPet();
    await api.send(`PATCH /v1/pets/${petId}`, { body: { status: "sold" } });
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(2));
    const [created, updated] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(created).toMatchObject({ type: "pet.created", data: { subject: { kind: "pet", id: petId }, before: null } });
    expect(updated).toMatchObject({ type: "pet.updated", data: { changed: ["status"], after: { status: "sold" } } });
    expect(created.timestamp).toBe(created.data.at);
    expect(created.data).not.toHaveProperty("actor");
    for (const { headers, body } of receiver.received) {
      expect(Buffer.from(endpoint.secret.slice("whsec_".length), "base64")).toHaveLength(32);
      expect(headers["webhook-signature"]).toBe(signatureOf({ headers, body }, endpoint.secret));
      expect(headers["content-type"]).toBe("application/json");
    }
    await until(async () =>
      expect(await get(endpoint)).toMatchObject({ cursor: updated.data.id, behind: 0, failures: 0 }),
    );
    const [first] = await deliveriesOf(endpoint);
    expect(first).toEqual({
      id: expect.any(Number),
      endpointId: endpoint.id,
      messageId: receiver.received[0]?.headers["webhook-id"],
      eventId: created.data.id,
      type: "pet.created",
      status: "delivered",
      attempts: 1,
      responseStatus: 204,
      problem: null,
      durationMs: expect.any(Number),
      requestBytes: Buffer.byteLength(receiver.received[0]?.body ?? ""),
      responseBytes: 0,
      createdAt: clock().toISOString(),
      lastAttemptAt: clock().toISOString(),
      nextAttemptAt: null,
    });
  });

  it("sends only the types of an endpoint, and skips the others", async () => {
    const endpoint = await addEndpoint({ types: ["pet.deleted"] });
    const petId = await createPet();
    await webhooks.run();
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
    expect(receiver.received).toEqual([]);
    await api.send(`DELETE /v1/pets/${petId}`);
    await until(() => expect(receiver.received).toHaveLength(1));
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ type: "pet.deleted", data: { after: null } });
  });

  it("moves a failed event to the retries, so that the next events are sent", async () => {
    const endpoint = await addEndpoint();
    receiver.answer = (response, { body }) =>
      response.writeHead(body.includes("Poison") && now === start ? 500 : 204).end();
    const start = now;
    await createPet("Poison");
    await createPets(3);
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(4));
    await until(async () =>
      expect(await get(endpoint)).toMatchObject({ retrying: 1, behind: 0, status: "active", failures: 0 }),
    );
    const [poison] = await deliveriesOf(endpoint);
    expect(poison).toMatchObject({ status: "waiting", attempts: 1, responseStatus: 500, problem: "status" });
    const delay = Date.parse(poison?.nextAttemptAt ?? "") - start;
    expect(delay).toBeGreaterThanOrEqual(4_500);
    expect(delay).toBeLessThanOrEqual(5_500);
    now += 6_000;
    await until(() => expect(receiver.received).toHaveLength(5));
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids[4]).toBe(ids[0]);
    await until(async () =>
      expect((await deliveriesOf(endpoint))[0]).toMatchObject({ status: "delivered", attempts: 2 }),
    );
  });

  it("isolates failing endpoints, and catches up when they recover", async () => {
    const inside = await startReceiver();
    const names = ["down", "error", "hangs", "slow", "redirects", "rebinds"] as const;
    const bad = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await startReceiver()] as const)),
    ) as Record<(typeof names)[number], WebhookReceiver>;
    let isWell = false;
    const unlessWell = (act: (response: ServerResponse) => void) => (response: ServerResponse) =>
      isWell ? response.writeHead(204).end() : act(response);
    bad.error.answer = unlessWell((response) => response.writeHead(500).end());
    const hanging: ServerResponse[] = [];
    bad.hangs.answer = unlessWell((response) => void hanging.push(response));
    bad.slow.answer = (response) => setTimeout(() => response.writeHead(204).end(), 10);
    bad.redirects.answer = unlessWell((response) => response.writeHead(302, { location: inside.url }).end());
    const inward = `http://rebinds.example:${new URL(inside.url).port}/`;
    await webhooks.close();
    // The first look-up, which creates the endpoint, finds the receiver. Later look-ups find an internal address until
    // the receiver has recovered.
    let isAsked = false;
    const resolve = () => {
      const to = isWell || !isAsked ? "127.0.0.1" : "10.0.0.1";
      isAsked = true;
      return Promise.resolve([to]);
    };
    const sender = startSender({ webhookTargets: { ...api.deps.webhookTargets, resolve } });
    await resolve();
    const made = [];
    for (const name of names) made.push(await addEndpoint({ url: bad[name].url }));
    await api.database.pool.query("UPDATE webhook_endpoint SET url = $2 WHERE id = $1", [made.at(-1)?.id, inward]);
    const good = await addEndpoint();
    // The receiver of "down" is not running.
    const { port } = new URL(bad.down.url);
    await bad.down.close();
    await createPets(15);
    await sender.run();
    await until(() => expect(receiver.received).toHaveLength(15));
    expect(idsOf(receiver)).toEqual([...new Set(idsOf(receiver))]);
    await until(async () => expect(await get(good)).toMatchObject({ behind: 0, failures: 0 }));
    const failing = [made[0], made[1], made[4], made[5]].map((one) => one ?? expect.fail());
    for (const one of failing) await until(async () => expect((await get(one)).status).toBe("paused"));
    expect(inside.received).toEqual([]);
    expect(hanging).toHaveLength(1);
    isWell = true;
    for (const response of hanging) response.writeHead(500).end();
    const again = await startReceiver(Number(port));
    now += HOUR;
    for (const one of [...failing, ...made.slice(2, 4)])
      await until(async () => expect(await get(one)).toMatchObject({ status: "active", behind: 0, retrying: 0 }));
    const all = new Set(idsOf(receiver));
    for (const one of [again, bad.error, bad.hangs, bad.slow, bad.redirects, inside])
      expect(new Set(idsOf(one))).toEqual(all);
    await sender.close();
    await Promise.all(
      [inside, again, bad.error, bad.hangs, bad.slow, bad.redirects, bad.rebinds].map((one) => one.close()),
    );
  });

  it("pauses an endpoint after ten failures, tries again, and resumes without loss", async () => {
    const endpoint = await addEndpoint();
    receiver.answer = 503;
    await createPets(12);
    await webhooks.run();
    await until(async () => expect((await get(endpoint)).status).toBe("paused"));
    expect(await get(endpoint)).toMatchObject({
      statusReason: "failures",
      failures: 10,
      failingSince: clock().toISOString(),
      nextProbeAt: new Date(now + 60_000).toISOString(),
      retrying: 10,
      behind: 2,
    });
    now += 59_000;
    await webhooks.run();
    expect(receiver.received).toHaveLength(10);
    now += 1_000;
    await until(async () => expect((await get(endpoint)).failures).toBe(11));
    expect(receiver.received).toHaveLength(11);
    expect((await get(endpoint)).nextProbeAt).toBe(new Date(now + 120_000).toISOString());
    receiver.answer = 204;
    const missed = receiver.received.length;
    now += 120_000;
    await until(async () => expect(await get(endpoint)).toMatchObject({ status: "active", retrying: 0, behind: 0 }));
    expect(new Set(idsOf(receiver).slice(missed)).size).toBe(12);
    expect((await deliveriesOf(endpoint)).every(({ status }) => status === "delivered")).toBe(true);
  });

  it("disables an endpoint that has failed for five days, and shows that it is disabled", async () => {
    const endpoint = await addEndpoint();
    receiver.answer = 500;
    await createPets(10);
    await webhooks.run();
    await until(async () => expect((await get(endpoint)).status).toBe("paused"));
    now += 5 * 24 * HOUR;
    await until(async () =>
      expect(await get(endpoint)).toMatchObject({ status: "disabled", statusReason: "failing_for_days" }),
    );
    await until(() => expect(webhooks.stats().endpoints).toMatchObject({ active: 0, disabled: 1, off: 0 }));
    const { body } = await api.send("GET /v1/audit-events?action=webhook_endpoint.disable&limit=1", { key: admin });
    expect(body).toMatchObject([
      {
        actor: { kind: "system", name: "webhooks" },
        subject: { id: endpoint.id },
        after: { statusReason: "failing_for_days" },
      },
    ]);
    receiver.answer = 204;
    const become = (status: string) => api.send(`PATCH ${endpoints}/${endpoint.id}`, { key: admin, body: { status } });
    await become("active");
    await until(async () =>
      expect(await get(endpoint)).toMatchObject({ status: "active", retrying: 0, behind: 0, statusReason: null }),
    );
    await become("disabled");
    await until(() => expect(webhooks.stats().endpoints).toEqual({ active: 0, paused: 0, disabled: 0, off: 1 }));
  });

  it("disables an endpoint that answers 410 at once, and keeps the event", async () => {
    const endpoint = await addEndpoint();
    receiver.answer = 410;
    await createPets(2);
    await webhooks.run();
    await until(async () => expect((await get(endpoint)).status).toBe("disabled"));
    expect(await get(endpoint)).toMatchObject({ statusReason: "gone", retrying: 1, behind: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  it("pauses the whole endpoint for as long as Retry-After says", async () => {
    const endpoint = await addEndpoint();
    receiver.answer = (response) => response.writeHead(429, { "retry-after": "900" }).end();
    await createPets(2);
    await webhooks.run();
    await until(async () => expect((await get(endpoint)).retrying).toBe(1));
    now += 890_000;
    await webhooks.run();
    expect(receiver.received).toHaveLength(1);
    expect((await deliveriesOf(endpoint))[0]?.nextAttemptAt).toBe(new Date(now + 10_000).toISOString());
    receiver.answer = 204;
    now += 10_000;
    await until(() => expect(receiver.received).toHaveLength(3));
  });

  it("follows no redirect", async () => {
    const inside = await startReceiver();
    const endpoint = await addEndpoint();
    receiver.answer = (response) => response.writeHead(307, { location: inside.url }).end();
    await createPet();
    await webhooks.run();
    await until(async () =>
      expect((await deliveriesOf(endpoint))[0]).toMatchObject({ responseStatus: 307, problem: "redirect" }),
    );
    expect(inside.received).toEqual([]);
    await inside.close();
  });

  it("tells an endpoint to read the catalogue again if its events have expired", async () => {
    const endpoint = await addEndpoint({ types: ["order.created"] });
    await api.database.pool.query("UPDATE webhook_endpoint SET cursor = '00000000-7', revision = revision + 1");
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(1));
    const { cursor } = await get(endpoint);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      type: "resync",
      data: { id: cursor, resync: true },
    });
    await until(async () =>
      expect(await deliveriesOf(endpoint)).toMatchObject([{ type: "resync", status: "delivered" }]),
    );
    expect(await get(endpoint)).toMatchObject({ behind: 0 });
  });

  it("is verified by the client, which returns the typed event, also while the secret is rotated", async () => {
    now = Date.now();
    const endpoint = await addEndpoint();
    const rotated = await api.send(`POST ${endpoints}/${endpoint.id}/rotate`, { key: admin, body: {} });
    const { secret } = rotated.body as CreatedWebhookEndpoint;
    const petId = await createPet("Verified");
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(1));
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    for (const one of [endpoint.secret, secret, [endpoint.secret, secret]]) {
      const message = await verifyWebhook(one, headers, body);
      if (message.type !== "pet.created") throw new TypeError(`The service has sent ${message.type}.`);
      expect(message.data.after).toMatchObject({ id: petId, name: "Verified" });
    }
    await expect(verifyWebhook(secret, headers, body.replace("Verified", "Forged"))).rejects.toThrow("no signature");
    await expect(verifyWebhook(`whsec_${"A".repeat(43)}=`, headers, body)).rejects.toMatchObject({
      problem: "signature",
    });
  });

  it("signs with both secrets for a day after a rotation", async () => {
    const endpoint = await addEndpoint();
    const { status, body, headers } = await api.send(`POST ${endpoints}/${endpoint.id}/rotate`, {
      key: admin,
      body: {},
    });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    const { secret } = body as CreatedWebhookEndpoint;
    expect(secret).not.toBe(endpoint.secret);
    await createPet();
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(1));
    now += 25 * HOUR;
    await createPet();
    await until(() => expect(receiver.received).toHaveLength(2));
    const [both, one] = receiver.received.map(({ headers: sent, body: text }) => ({
      signatures: String(sent["webhook-signature"]).split(" "),
      with: [secret, endpoint.secret].map((each) => signatureOf({ headers: sent, body: text }, each)),
    }));
    expect(both?.signatures).toEqual(both?.with);
    expect(one?.signatures).toEqual(one?.with.slice(0, 1));
  });

  it.each([
    [0, false],
    [7_200, true],
  ])(
    "signs with both secrets for as long as the rotation requests: %i seconds",
    async (overlapSeconds, isSignedByBoth) => {
      const endpoint = await addEndpoint();
      const { body } = await api.send(`POST ${endpoints}/${endpoint.id}/rotate`, {
        key: admin,
        body: { overlapSeconds },
      });
      const { secret, oldSecretUntil } = body as CreatedWebhookEndpoint;
      expect(oldSecretUntil === null).toBe(!isSignedByBoth);
      await createPet();
      await webhooks.run();
      await until(() => expect(receiver.received).toHaveLength(1));
      const [delivered] = receiver.received;
      const { headers: sent = {}, body: text = "" } = delivered ?? {};
      const used = [secret, ...(isSignedByBoth ? [endpoint.secret] : [])];
      expect(String(sent["webhook-signature"]).split(" ")).toEqual(
        used.map((each) => signatureOf({ headers: sent, body: text }, each)),
      );
    },
  );

  it("disables an endpoint whose secret needs another AUTH_SECRET", async () => {
    const endpoint = await addEndpoint();
    await webhooks.close();
    const other = startSender({ authSecret: "another secret of this store, at least 32" });
    await createPet();
    await other.run();
    await until(async () => expect(await get(endpoint)).toMatchObject({ status: "disabled", statusReason: "secret" }));
    await other.close();
    expect(receiver.received).toEqual([]);
    const texts = await api.database.pool.query<{ text: string }>(
      "SELECT webhook_endpoint::text AS text FROM webhook_endpoint",
    );
    const hex = Buffer.from(endpoint.secret.slice(6), "base64").toString("hex");
    expect(texts.rows.some(({ text }) => text.includes(hex) || text.includes(endpoint.secret))).toBe(false);
  });

  it("runs in one process, and another process continues from its cursor", async () => {
    const endpoint = await addEndpoint();
    await webhooks.run();
    const other = startSender();
    await other.run();
    expect([webhooks, other].map((one) => one.stats().endpoints)).toEqual([
      { active: 1, paused: 0, disabled: 0, off: 0 },
      {},
    ]);
    await createPets(2);
    await until(() => expect(receiver.received).toHaveLength(2));
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
    await webhooks.close();
    await createPet();
    await until(() => expect(receiver.received).toHaveLength(3));
    await other.close();
    expect(new Set(idsOf(receiver)).size).toBe(3);
  });

  it("writes nothing after it has lost the lease, and the next holder sends the event again", async () => {
    const endpoint = await addEndpoint();
    let answer = () => {};
    receiver.answer = (response) => {
      answer = () => response.writeHead(204).end();
    };
    await createPet();
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(1));
    // Simulates a process that stood still: its lease has expired, and another process has taken it.
    await api.database.pool.query("UPDATE webhook_lease SET holder = 'another', token = token + 1");
    answer();
    await until(() => expect(webhooks.stats().endpoints).toEqual({}));
    expect(await get(endpoint)).toMatchObject({ behind: 1, lastSuccessAt: null });
    expect(await deliveriesOf(endpoint)).toEqual([]);
    receiver.answer = 204;
    await api.database.pool.query("UPDATE webhook_lease SET expires_at = now()");
    await until(() => expect(receiver.received).toHaveLength(2));
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids[1]).toBe(ids[0]);
  });

  it("aborts requests when the service stops, and sends them again", async () => {
    const endpoint = await addEndpoint();
    receiver.answer = () => {};
    await createPet();
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(1));
    await webhooks.close();
    expect(await get(endpoint)).toMatchObject({ behind: 1, failures: 0 });
    const { rows } = await api.database.pool.query("SELECT expires_at <= clock_timestamp() AS free FROM webhook_lease");
    expect(rows).toEqual([{ free: true }]);
  });

  it("sends an event over 20 KB without its states", async () => {
    const endpoint = await addEndpoint({ types: ["note.created"] });
    const [petId = 0] = await addPets(api, {});
    await api.send(`POST /v1/pets/${petId}/notes`, { body: { text: "🐈".repeat(5_000) } });
    await webhooks.run();
    await until(() => expect(receiver.received).toHaveLength(1));
    const { data } = JSON.parse(receiver.received[0]?.body ?? "");
    expect(data).toMatchObject({ type: "note.created", subject: { kind: "note", petId } });
    expect(Object.keys(data)).not.toContain("after");
    await until(async () => expect((await deliveriesOf(endpoint))[0]?.requestBytes).toBeLessThan(20_000));
  });

  it("repeats one delivery, or all events from a cursor, on request", async () => {
    const endpoint = await addEndpoint();
    const { cursor } = endpoint;
    await createPets(2);
    await webhooks.run();
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
    const [delivery] = await deliveriesOf(endpoint);
    now = Date.now() + 1_000;
    const redelivery = await api.send(`POST /v1/webhook-deliveries/${delivery?.id}/redeliver`, { key: admin });
    expect(redelivery.status).toBe(202);
    await until(() => expect(receiver.received).toHaveLength(3));
    await until(async () =>
      expect((await deliveriesOf(endpoint))[0]).toMatchObject({ status: "delivered", attempts: 2 }),
    );
    const replay = await api.send(`POST ${endpoints}/${endpoint.id}/replay`, { key: admin, body: { after: cursor } });
    expect([replay.status, replay.body]).toMatchObject([200, { cursor, behind: 2 }]);
    await until(() => expect(receiver.received).toHaveLength(5));
    const ids = idsOf(receiver);
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[0], ids[1]]);
    await until(async () => expect((await get(endpoint)).behind).toBe(0));
  });

  it("queries only the lease while there is no endpoint", async () => {
    const queries: string[] = [];
    const counted = createWebhooks(
      {
        ...deps(),
        database: {
          db: new Proxy(api.deps.database.db, {
            get: (db, name) => {
              queries.push(String(name));
              return Reflect.get(db, name) as unknown;
            },
          }),
          pool: new Proxy(api.deps.database.pool, {
            get: (pool, name) =>
              name === "query"
                ? (given: { text: string }) => {
                    queries.push(given.text);
                    return pool.query(given);
                  }
                : Reflect.get(pool, name),
          }),
        },
      },
      { ...pace, tickMs: 60_000 },
    );
    await counted.run();
    await counted.run();
    await counted.close();
    expect(queries).toHaveLength(2);
    expect(queries.every((text) => text.includes("webhook_lease"))).toBe(true);
  });
});
