import { randomUUID } from "node:crypto";
import type { CreatedWebhookEndpoint, Order, Today } from "@petstore/contract/client";
import type { Scope } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addPets, newPet } from "../../test/support/builders.js";
import { ownApi } from "../../test/support/own-api.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import type { Lane } from "../concurrency/lane.js";
import { createLanes, type Lanes } from "../concurrency/lanes.js";
import { hashApiKey } from "../credentials/api-key-format.js";

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

describe("GET /today", () => {
  let api: TestApi;
  const keys = {} as Record<Scope, string>;
  let entered: string[] = [];
  beforeAll(async () => {
    const noted = ([name, lane]: [string, Lane]) => {
      const run: Lane["run"] = (flow, work) => {
        entered.push(name);
        return lane.run(flow, work);
      };
      return [name, { ...lane, run }];
    };
    api = await createTestApi({}, { lanes: Object.fromEntries(Object.entries(createLanes()).map(noted)) as Lanes });
    for (const scope of ["read", "write", "admin"] as const) keys[scope] = await api.makeKey(scope);
  });
  beforeEach(() => {
    entered = [];
  });
  afterAll(() => api.close());

  const today = async (key = keys.admin, query = "", on = api) =>
    (await on.send(`GET /v1/today${query}`, { key })).body as Today;
  const ask = async (path: string, key: string, on = api) => (await on.send(`GET /v1${path}`, { key })).body;
  const query = (text: string, ...values: unknown[]) => api.database.pool.query<{ id: string }>(text, values);

  const parts = ["added", "inventory", "orders", "statistics"];
  const readLanes = ["reads", "reads", "searches", "searches"];

  it("returns 200 with zeros for an empty store", async () => {
    const none = { count: 0, hasMore: false };
    const empty = await ownApi();
    const key = await empty.makeKey("admin");
    expect(await today(key, "", empty)).toEqual({
      inventory: { byStatus: { available: 0, pending: 0, sold: 0 }, byCategory: [] },
      statistics: await ask("/statistics?days=30", key, empty),
      added: [],
      orders: { placed: none, approved: none, oldest: [] },
      ...{ actions: [], imports: [], apiKeys: [], webhookEndpoints: [] },
    });
  });

  it.each([
    ["read", parts, readLanes],
    ["write", ["actions", "added", "inventory", "orders", "statistics"], [...readLanes, "searches"]],
    [
      "admin",
      ["actions", "added", "apiKeys", "imports", "inventory", "orders", "statistics", "webhookEndpoints"],
      ["control", ...readLanes, "searches", "searches", "writes"],
    ],
  ] as const)("returns to a key of scope %s exactly what its own operations return", async (scope, names, lanes) => {
    const attribute = { name: `p${randomUUID().replaceAll("-", "")}`, label: "Price", type: "text", isPublic: false };
    await api.send("POST /v1/attributes", { key: keys.admin, body: attribute });
    const profile = { attributes: { [attribute.name]: "secret price" } };
    for (const _ of Array.from({ length: 7 })) await api.send("POST /v1/pets", { body: newPet({ profile }) });
    const petIds = await addPets(api, {}, {});
    const customer = { name: "secret person" };
    for (const petId of petIds) await api.send("POST /v1/orders", { body: { petId, note: "secret note", customer } });
    await api.send("POST /v1/pets", { body: newPet({ profile }) });
    const key = keys[scope];
    entered = [];
    const answer = await today(key, "?timeZone=Asia/Tokyo");
    expect(entered.toSorted()).toEqual([...lanes]);
    expect(Object.keys(answer).toSorted()).toEqual([...names]);
    expect(answer).toMatchObject({
      inventory: await ask("/inventory", key),
      statistics: await ask("/statistics?days=30&timeZone=Asia/Tokyo", key),
      added: await ask("/pets?sort=-id&limit=6&expand=profile", key),
      orders: { oldest: ((await ask("/orders?status=placed&expand=pet&expand=customer", key)) as Order[]).slice(0, 6) },
      ...(scope !== "read" && { actions: await ask("/actions?limit=8", key) }),
    });
    const text = JSON.stringify(answer);
    const secrets = ["secret price", "secret note", "secret person"];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual(scope === "read" ? [] : secrets);
  });

  it("returns a change of many pets as one action, and its undo as another", async () => {
    const own = await ownApi();
    const key = await own.makeKey("write");
    const pets = await addPets(own, ...Array.from({ length: 12 }, () => ({ name: "Rex" })));
    const from = { name: "Rex", categoryId: 1, status: "available" };
    const body = pets.map((id) => ({ id, from, to: { ...from, status: "sold" } }));
    await own.send("POST /v1/pets/changes", { key, body, headers: { "action-key": randomUUID() } });
    const [sale] = (await today(key, "", own)).actions ?? [];
    expect(sale).toMatchObject({ events: 12, undoes: null, parts: [{ count: 12, to: { status: "sold" } }] });
    await own.send(`POST /v1/actions/${sale?.id}/undo`, { key });
    await vi.waitFor(async () => {
      const actions = (await today(key, "", own)).actions ?? [];
      expect(actions.map(({ events, status, undoes }) => [events, status, undoes])).toEqual([
        [12, "done", sale?.id],
        [12, "undone", null],
      ]);
    }, 60_000);
  });

  it("returns to a clerk's admin key only what a clerk may see", async () => {
    const key = await api.makeKey("admin", { accountId: await api.makeAccount("clerk") });
    expect(Object.keys(await today(key)).toSorted()).toEqual(["actions", "added", "inventory", "orders", "statistics"]);
  });

  it("counts up to 100 open orders of each status, with the oldest ones", async () => {
    const own = await ownApi();
    const key = await own.makeKey("read");
    const petIds = await addPets(own, ...Array.from({ length: 103 }, () => ({ name: "Rex" })));
    const statusOf = (at: number) => (at === 1 ? "approved" : at === 2 ? "cancelled" : "placed");
    await own.database.db.order.createMany({ data: petIds.map((petId, at) => ({ petId, status: statusOf(at) })) });
    const { orders } = await today(key, "", own);
    expect(orders).toMatchObject({ placed: { count: 100, hasMore: true }, approved: { count: 1, hasMore: false } });
    expect(orders.oldest.map(({ petId, status, pet }) => [petId, status, pet?.name])).toEqual(
      [0, 1, 3, 4, 5, 6].map((at) => [petIds[at], statusOf(at), "Rex"]),
    );
    await own.database.db.order.deleteMany({ where: { petId: { in: [petIds[0] ?? 0, petIds[3] ?? 0] } } });
    expect((await today(key, "", own)).orders.placed).toEqual({ count: 99, hasMore: false });
  });

  it("lists keys that expire within 14 days, then deprecated callers", async () => {
    const add = async (
      name: string,
      expiresAt: Date | null,
      ...calls: [daysAgo: number, operation: string, n: number][]
    ) => {
      const hash = hashApiKey(await api.makeKey("read", { name, expiresAt }));
      const { id } = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash } });
      for (const [daysAgo, ...call] of calls)
        await query("INSERT INTO deprecated_use VALUES ($1, $2::date, $3, $4)", id, inDays(-daysAgo), ...call);
      return id;
    };
    const soon = inDays(13);
    await add("none", null);
    await add("far", inDays(15));
    await add("over", inDays(-1));
    await add("caller", null, [0, "getPet", 17]);
    await add("later", soon);
    await add("first", inDays(2), [1, "getPet", 1]);
    await add("busy", inDays(15), [89, "getPet", 20], [1, "getPet", 3], [1, "listPetOrders", 1]);
    await add("old", null, [90, "getPet", 9]);
    await query("UPDATE api_key SET revoked_at = now() WHERE id = $1", await add("revoked", soon, [0, "getPet", 1]));
    const { apiKeys = [] } = await today();
    expect(apiKeys.map(({ name, ...key }) => [name, key.deprecatedCalls, key.deprecatedOperations])).toEqual([
      ["first", 1, ["getPet"]],
      ["later", 0, []],
      ["busy", 24, ["getPet", "listPetOrders"]],
      ["caller", 17, ["getPet"]],
    ]);
    expect(apiKeys.map(({ expiresAt }) => expiresAt)).toEqual([expect.any(String), soon.toISOString(), null, null]);
  });

  it("lists webhook endpoints that the service disabled, without their secrets", async () => {
    const add = async (state: string, reason: string | null) => {
      const body = { url: `http://127.0.0.1:9/${reason}` };
      const made = (await api.send("POST /v1/webhook-endpoints", { key: keys.admin, body })).body;
      const { id, secret } = made as CreatedWebhookEndpoint;
      api.secrets.add(secret);
      await query("UPDATE webhook_endpoint SET state = $2, state_reason = $3 WHERE id = $1", id, state, reason);
      return id;
    };
    await add("active", null);
    const ids = [await add("paused", "failures"), await add("disabled", "gone")];
    await add("disabled", "request");
    expect((await today()).webhookEndpoints).toEqual(
      ids.map((id, at) => ({
        ...{ id, url: `http://127.0.0.1:9/${at === 0 ? "failures" : "gone"}`, description: null },
        statusSince: expect.any(String),
      })),
    );
  });

  it("lists imports of the last week that skipped rows", async () => {
    const add = (source: string, leftCount: number, daysAgo: number) =>
      query(
        `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, after)
         VALUES ($1, 'system', 'test', 'catalogue.import', 'catalogue', jsonb_build_object('source', $2::text,
           'imported', 0, 'leftCount', $3::integer))`,
        ...[inDays(-daysAgo), source, leftCount],
      );
    await add("old.csv", 9, 8);
    await add("whole.csv", 0, 2);
    await add("bad.csv", 2, 1);
    expect((await today()).imports?.map(({ after }) => after?.["source"])).toEqual(["bad.csv"]);
  });

  it("returns 304 until something changes", async () => {
    const tag = (await api.send("GET /v1/today")).headers.get("etag") ?? "";
    const request = () => api.send("GET /v1/today", { headers: { "if-none-match": tag } });
    expect([(await request()).status, (await request()).text]).toEqual([304, ""]);
    await addPets(api, {});
    expect((await request()).status).toBe(200);
  });

  it("returns the same to two equal keys, each within its own share of the lane", async () => {
    const both = [keys.admin, await api.makeKey("admin", { accountId: await api.makeAccount("manager") })];
    const answers = await Promise.all([...both, ...both, ...both].map((key) => api.send("GET /v1/today", { key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it("returns 400 for an unknown time zone or parameter without reading anything", async () => {
    const message = "query.timeZone must be the name of an IANA time zone, for example Europe/Berlin";
    expect((await api.send("GET /v1/today?timeZone=Mars/Base")).body).toEqual(
      errorBody("invalid_request", 400, message),
    );
    expect((await api.send("GET /v1/today?days=7")).body).toEqual(
      errorBody("invalid_request", 400, "query.days is not a recognised parameter"),
    );
    expect((await api.send("GET /v1/today", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
    expect(entered).toEqual([]);
  });
});
