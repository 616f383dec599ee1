import type { CreatedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { staleSessionKey } from "../../test/support/requests.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { startReceiver } from "../../test/support/webhook-receiver.js";
import { parseNetworks } from "../config/networks.js";

const endpoints = "/v1/webhook-endpoints";
const hook = { url: "https://shop.example/hook" };

let api: TestApi;
let admin: string;
/** The address to which every name resolves. */
let address: string;
/** The names that the service has looked up. */
let asked: string[];

beforeAll(async () => {
  const allowed = parseNetworks(["127.0.0.1"]) ?? expect.fail();
  const resolve = (host: string) => {
    asked.push(host);
    return Promise.resolve(address === "" ? [] : [address]);
  };
  api = await createTestApi({}, { webhookTargets: { allowed, ports: new Set(), resolve } });
  admin = await api.makeKey("admin");
  asked = [];
  address = "93.184.215.14";
});
afterEach(async () => {
  address = "93.184.215.14";
  asked = [];
  await api.database.pool.query("DELETE FROM webhook_endpoint");
});
afterAll(() => api.close());

const send = (line: string, body?: unknown) => api.send(line, { key: admin, ...(body !== undefined && { body }) });
const add = async (body: object = {}) =>
  (await send(`POST ${endpoints}`, { ...hook, ...body })).body as CreatedWebhookEndpoint;
const rows = async () => (await api.database.pool.query("SELECT * FROM webhook_endpoint ORDER BY id")).rows as object[];

describe("POST /webhook-endpoints", () => {
  it("returns 201 with the secret, which no later response contains", async () => {
    const last = await lastEventId(api.database);
    const { status, headers, body } = await send(`POST ${endpoints}`, { ...hook, types: ["pet.created"] });
    const { secret, ...shown } = body as CreatedWebhookEndpoint;
    expect([status, headers.get("cache-control"), headers.get("location")]).toEqual([
      201,
      "no-store",
      `${endpoints}/${shown.id}`,
    ]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    api.secrets.add(secret, Buffer.from(secret.slice("whsec_".length), "base64").toString("hex"));
    expect(shown).toMatchObject({ ...hook, description: null, types: ["pet.created"], status: "active", behind: 0 });
    expect((await send(`GET ${endpoints}`)).body).toEqual([shown]);
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([{ action: "webhook_endpoint.create", before: null, after: { ...hook } }]);
    expect(JSON.stringify(events)).not.toContain("whsec_");
    expect((await send("GET /v1/history")).text).not.toContain("webhook_endpoint");
    expect((await send("GET /v1/events")).text).not.toContain("webhook_endpoint");
  });

  it.each([
    [{ url: "https://u:p@shop.example/" }, "body.url must be an https URL"],
    [{ url: "ftp://shop.example/" }, "body.url must be an https URL"],
    [{ url: "https://shop.example/#a" }, "body.url must be an https URL"],
    [{ url: "https://shop.example:0/" }, "body.url must be an https URL"],
    [{ url: "shop.example" }, "body.url must be an https URL"],
    [
      { url: "http://shop.example/" },
      "body.url must be an https URL; http is allowed only for addresses of this machine",
    ],
    [{ url: "https://10.0.0.1/" }, "body.url must lead only to public addresses"],
    [{ url: "https://2852039166/" }, "body.url must lead only to public addresses"],
    [{ url: "https://[::ffff:169.254.169.254]/" }, "body.url must lead only to public addresses"],
    [{ ...hook, types: ["pet.sold"] }, "body.types.0 must be one of"],
    [{ ...hook, types: ["pet.created", "pet.created"] }, "body.types must be an array of event types without repeats"],
    [{ ...hook, secret: "mine" }, "body.secret"],
  ])("returns 400 for %j, and writes nothing", async (body, message) => {
    const answer = await send(`POST ${endpoints}`, body);
    expect([answer.status, answer.body]).toEqual([
      400,
      errorBody("invalid_request", 400, expect.stringContaining(message)),
    ]);
    expect(await rows()).toEqual([]);
  });

  it("returns 400 with the same message for internal and unknown names", async () => {
    for (const [to, message] of [
      ["10.0.0.1", "must lead only to public addresses"],
      ["", "must lead only to public addresses"],
    ] as const) {
      address = to;
      const { status, text } = await send(`POST ${endpoints}`, hook);
      expect([status, text]).toEqual([400, expect.stringContaining(`body.url ${message}`)]);
      expect(text).not.toContain("10.0.0.1");
    }
    expect(await rows()).toEqual([]);
  });

  it("returns 409 for a twenty-first endpoint, even among concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(`POST ${endpoints}`, hook)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 20 }, () => 201),
      ...Array.from({ length: 4 }, () => 409),
    ]);
    expect(await rows()).toHaveLength(20);
  });
});

describe("a session key with an old proof", () => {
  const required = errorBody("reauthentication_required", 403, expect.stringContaining("POST /auth/reauthenticate"));

  it("creates, moves and rotates nothing without a new proof", async () => {
    const accountId = await api.makeAccount();
    const key = await staleSessionKey(api, accountId);
    const create = () => api.send(`POST ${endpoints}`, { key, body: hook });
    const { id } = await add();
    const rotate = () => api.send(`POST ${endpoints}/${id}/rotate`, { key, body: {} });
    const change = (body: object) => api.send(`PATCH ${endpoints}/${id}`, { key, body });
    const move = () => change({ url: hook.url });
    const [before, last] = [await rows(), await lastEventId(api.database)];
    asked = [];
    for (const refused of [await create(), await move(), await rotate()])
      expect([refused.status, refused.body]).toEqual([403, required]);
    expect([await rows(), asked, await eventsSince(api.database, last)]).toEqual([before, [], []]);
    expect((await api.send(`GET ${endpoints}`, { key })).status).toBe(200);
    expect((await change({ description: "What does not move it" })).status).toBe(200);
    await api.database.db.session.updateMany({ where: { accountId }, data: { authenticatedAt: new Date() } });
    expect([(await create()).status, (await move()).status, (await rotate()).status]).toEqual([201, 200, 200]);
    expect(await rows()).toHaveLength(2);
  });

  it("deletes nothing and adds no types without a new proof", async () => {
    const accountId = await api.makeAccount();
    const key = await staleSessionKey(api, accountId);
    const { id } = await add({ types: ["pet.created", "pet.updated"] });
    const change = (types: string[]) => api.send(`PATCH ${endpoints}/${id}`, { key, body: { types } });
    const remove = () => api.send(`DELETE ${endpoints}/${id}`, { key });
    const before = await rows();
    for (const refused of [await change([]), await change(["pet.created", "pet.deleted"]), await remove()])
      expect([refused.status, refused.body]).toEqual([403, required]);
    expect(await rows()).toEqual(before);
    expect((await change(["pet.updated"])).status).toBe(200);
    await api.database.db.session.updateMany({ where: { accountId }, data: { authenticatedAt: new Date() } });
    expect([(await change([])).status, (await remove()).status]).toEqual([200, 204]);
  });

  it("does not widen an endpoint that was narrowed concurrently", async () => {
    const key = await staleSessionKey(api);
    const { id } = await add({ types: ["pet.created", "pet.updated"] });
    const widen = () => api.send(`PATCH ${endpoints}/${id}`, { key, body: { types: ["pet.created", "pet.updated"] } });
    const narrow = ["UPDATE webhook_endpoint SET types = ARRAY['pet.created'] WHERE id = $1", id] as const;
    expect((await sendWhileLocked(api, [narrow], widen)).body).toEqual(required);
  });

  it("gets 404 or 412 before it is asked for a new proof", async () => {
    const key = await staleSessionKey(api);
    const { id } = await add();
    const rotate = (path: string) =>
      api.send(`POST ${endpoints}/${path}/rotate`, { key, body: {}, headers: { "if-match": '"stale"' } });
    expect([(await rotate("900000000000001")).status, (await rotate(String(id))).status]).toEqual([404, 412]);
  });
});

describe("other operations of webhooks", () => {
  it("keys without scope admin are refused with 403", async () => {
    const { id } = await add();
    for (const line of [
      `GET ${endpoints}`,
      `GET ${endpoints}/${id}`,
      `GET ${endpoints}/${id}/deliveries`,
      `POST ${endpoints}/${id}/rotate`,
      `POST ${endpoints}/${id}/test`,
      `DELETE ${endpoints}/${id}`,
    ])
      expect((await api.send(line)).status).toBe(403);
    expect(await rows()).toHaveLength(1);
  });

  it("a rotation keeps the old secret for the overlap, or discards it if there is no overlap", async () => {
    const { id } = await add();
    const stored = async () => (await rows())[0] as { secret: Buffer; old_secret: Buffer | null };
    const before = await stored();
    const rotate = async (overlapSeconds: number) =>
      (await send(`POST ${endpoints}/${id}/rotate`, { overlapSeconds })).body as CreatedWebhookEndpoint;
    expect((await rotate(60)).oldSecretUntil).toEqual(expect.any(String));
    const first = await stored();
    expect([first.old_secret, first.secret.equals(before.secret)]).toEqual([before.secret, false]);
    expect((await rotate(0)).oldSecretUntil).toBe(null);
    const second = await stored();
    expect([second.old_secret, second.secret.equals(first.secret)]).toEqual([null, false]);
  });

  it("PATCH changes the body's fields, and checks a new URL", async () => {
    const { id, secret: _secret, ...before } = await add({ description: "Shop" });
    const { status, body } = await send(`PATCH ${endpoints}/${id}`, { types: ["order.created"], status: "disabled" });
    expect([status, body]).toMatchObject([
      200,
      { ...before, types: ["order.created"], status: "disabled", statusReason: "request", ...times(body) },
    ]);
    address = "127.0.0.2";
    asked = [];
    const refused = await send(`PATCH ${endpoints}/${id}`, { url: "https://inside.example/" });
    expect([refused.status, asked]).toEqual([400, ["inside.example"]]);
    // Without a new URL, no name server is asked.
    expect((await send(`PATCH ${endpoints}/${id}`, { status: "active" })).body).toMatchObject({
      status: "active",
      statusReason: null,
      url: hook.url,
    });
    expect(asked).toEqual(["inside.example"]);
  });

  it("a test and a redelivery look up the name again", async () => {
    const { id } = await add();
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state) VALUES ($1, 'evt', '00000000-1', 'pet.created', 'failed')`,
      [id],
    );
    const before = (await send(`GET ${endpoints}/${id}/deliveries`)).body as WebhookDelivery[];
    address = "10.0.0.1";
    for (const line of [`POST ${endpoints}/${id}/test`, `POST /v1/webhook-deliveries/${before[0]?.id}/redeliver`]) {
      const { status, body } = await send(line);
      expect([status, body]).toEqual([
        409,
        errorBody(
          "conflict",
          409,
          expect.stringContaining(`the url of webhook endpoint ${id} must lead only to public`),
        ),
      ]);
    }
    expect((await send(`GET ${endpoints}/${id}/deliveries`)).body).toEqual(before);
  });

  it("a test sends a signed message, and changes no state", async () => {
    const receiver = await startReceiver();
    receiver.answer = 503;
    const { id } = await add({ url: receiver.url });
    const before = (await send(`GET ${endpoints}/${id}`)).body as WebhookEndpoint;
    const { status, body } = await send(`POST ${endpoints}/${id}/test`);
    expect([status, body]).toMatchObject([
      200,
      { type: "test", status: "failed", responseStatus: 503, problem: "status", eventId: null },
    ]);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers["webhook-id"]).toBe((body as WebhookDelivery).messageId);
    expect((await send(`GET ${endpoints}/${id}`)).body).toEqual(before);
    const again = await send(`POST /v1/webhook-deliveries/${(body as WebhookDelivery).id}/redeliver`);
    expect([again.status, again.body]).toEqual([
      409,
      errorBody("conflict", 409, expect.stringContaining("it is a test")),
    ]);
    await receiver.close();
  });

  it("a delivery is repeated only for an active endpoint", async () => {
    const { id } = await add();
    await send(`PATCH ${endpoints}/${id}`, { status: "disabled" });
    const { rows: made } = await api.database.pool.query<{ id: string }>(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state) VALUES ($1, 'evt', '00000000-1', 'pet.created', 'failed') RETURNING id`,
      [id],
    );
    const { status, text } = await send(`POST /v1/webhook-deliveries/${made[0]?.id}/redeliver`);
    expect([status, text]).toEqual([409, expect.stringContaining(`webhook endpoint ${id} is disabled`)]);
  });

  it("a redelivery of a delivery trimmed before the lock gets 404, and nothing is recorded", async () => {
    const { id } = await add();
    const { rows: made } = await api.database.pool.query<{ id: string }>(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state) VALUES ($1, 'evt', '00000000-1', 'pet.created', 'failed') RETURNING id`,
      [id],
    );
    const last = await lastEventId(api.database);
    const { status } = await sendWhileLocked(
      api,
      [
        ["SELECT FROM webhook_endpoint WHERE id = $1 FOR UPDATE", id],
        ["DELETE FROM webhook_delivery WHERE endpoint_id = $1", id],
      ],
      () => send(`POST /v1/webhook-deliveries/${made[0]?.id}/redeliver`),
    );
    expect([status, await eventsSince(api.database, last)]).toEqual([404, []]);
  });

  it("a replay accepts only past events of this store", async () => {
    const { id, cursor } = await add();
    const [epoch, position] = cursor.split("-");
    for (const after of ["00000000-1", `${epoch}-${Number(position) + 1_000}`]) {
      const { status, text } = await send(`POST ${endpoints}/${id}/replay`, { after });
      expect([status, text]).toEqual([
        400,
        expect.stringContaining("body.after must be the id of an event that this store"),
      ]);
    }
    expect((await send(`GET ${endpoints}/${id}`)).body).toMatchObject({ cursor });
  });

  it("the deliveries are listed by status, in either order", async () => {
    const { id } = await add();
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state)
       SELECT $1, 'evt' || n, '00000000-1', 'pet.created', CASE WHEN n % 2 = 0 THEN 'failed' ELSE 'delivered' END FROM generate_series(1, 5) AS n`,
      [id],
    );
    const listed = async (query: string) =>
      (await send(`GET ${endpoints}/${id}/deliveries?${query}`)).body as WebhookDelivery[];
    expect((await listed("status=failed&sort=-id")).map(({ messageId }) => messageId)).toEqual(["evt4", "evt2"]);
    const first = await send(`GET ${endpoints}/${id}/deliveries?limit=3`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(((await send(`GET ${next}`)).body as WebhookDelivery[]).map(({ messageId }) => messageId)).toEqual([
      "evt4",
      "evt5",
    ]);
  });
});

const times = (body: unknown) => {
  const { statusSince, updatedAt } = body as WebhookEndpoint;
  return { statusSince, updatedAt };
};
