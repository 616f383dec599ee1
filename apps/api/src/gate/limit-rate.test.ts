import { type IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newPet } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { parseConfig } from "../config/config.js";
import type { Principal } from "../operation/principal.js";
import type { RequestMetrics } from "../metrics/request-metrics.js";
import { openMemoryCounter } from "../concurrency/rate-limit/counter.js";
import { limitRate, refundRequest } from "./limit-rate.js";
import { openContext } from "./open-context.js";

type Standing = { remaining: number; seconds: number };

/** Reads what remains of the key's limit. @returns Undefined without a RateLimit header. */
const standingOf = ({ headers }: { headers: Headers }): Standing | undefined => {
  const [, remaining, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "") ?? [];
  return remaining === undefined ? undefined : { remaining: Number(remaining), seconds: Number(seconds) };
};
const remainingOf = (answer: { headers: Headers }) => standingOf(answer)?.remaining;

describe("RATE_LIMIT", () => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi({ RATE_LIMIT: "3", ACCOUNT_RATE_LIMIT: "0" });
  });
  beforeEach(async () => {
    key = await api.makeKey("write");
  });
  afterAll(() => api.close());

  const send = (line: string, options: Parameters<TestApi["send"]>[1] = {}) => api.send(line, { key, ...options });
  const exhaustLimit = async () => {
    for (let request = 0; request < 3; request++) await send("GET /v1/inventory");
  };

  it("sends the policy, the remaining requests and the time to reset in every response", async () => {
    const answers = [await send("GET /v1/pets"), await send("HEAD /v1/pets"), await send("GET /v1/inventory")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ headers }) => headers.get("ratelimit-policy"))).toEqual(Array(3).fill('"default";q=3;w=60'));
    expect(answers.map(remainingOf)).toEqual([2, 1, 0]);
    for (const answer of answers) {
      expect(standingOf(answer)?.seconds).toBeGreaterThanOrEqual(1);
      expect(standingOf(answer)?.seconds).toBeLessThanOrEqual(60);
    }
  });

  it("returns 429 with Retry-After over the limit", async () => {
    await exhaustLimit();
    const answer = await send("GET /v1/pets");
    expect(answer.body).toEqual(
      errorBody("rate_limited", 429, "too many requests with this API key: at most 3 per minute; see Retry-After"),
    );
    expect(answer.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
    expect(remainingOf(answer)).toBe(0);
    expect(answer.headers.get("retry-after")).toBe(String(standingOf(answer)?.seconds));
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });

  it("names the key and the account in the log line of a 429", async () => {
    await send("GET /v1/inventory", { headers: { "x-request-id": "within-the-limit" } });
    await exhaustLimit();
    await send("GET /v1/pets", { headers: { "x-request-id": "over-the-limit" } });
    const lineOf = (id: string) => api.logged.find(({ requestId }) => requestId === id);
    await expect.poll(() => lineOf("over-the-limit")).toMatchObject({ status: 429, apiKeyId: expect.any(Number) });
    const { apiKeyId, accountId } = lineOf("within-the-limit") ?? {};
    expect(lineOf("over-the-limit")).toMatchObject({ apiKeyId, accountId });
  });

  it("runs nothing on a 429, and stores nothing for an Idempotency-Key", async () => {
    await exhaustLimit();
    const headers = { "idempotency-key": "over-the-limit" };
    const { status } = await send("POST /v1/pets", { body: newPet({ name: "Over" }), headers });
    expect(status).toBe(429);
    expect(await api.database.db.pet.count({ where: { name: "Over" } })).toBe(0);
    expect(await api.database.db.storedOutcome.count()).toBe(0);
  });

  it("counts each key separately", async () => {
    await exhaustLimit();
    expect((await send("GET /v1/pets")).status).toBe(429);
    expect(remainingOf(await send("GET /v1/pets", { key: await api.makeKey("read") }))).toBe(2);
  });

  it("counts requests that the service refuses later", async () => {
    const answers = [
      await send("GET /v1/pets?limit=0"),
      await send("GET /v1/pets", { headers: { accept: "text/html" } }),
      await send("GET /v1/pets/0"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 406, 404]);
    expect(answers.map(remainingOf)).toEqual([2, 1, 0]);
    expect((await send("POST /v1/pets", { raw: "x" })).status).toBe(429);
  });

  it.each([
    ["a request without a key", "GET /v1/pets", 401, { key: "" }],
    ["an invalid key", "GET /v1/pets", 401, { key: "pets_live_no" }],
    ["an unknown path", "GET /v1/nothing", 404, {}],
    ["an unsupported method", "PUT /v1/pets", 405, {}],
    ["OPTIONS", "OPTIONS /v1/pets", 204, {}],
    ["the OpenAPI document", "GET /v1/openapi.json", 200, {}],
    ["the health checks", "GET /readyz", 200, {}],
  ])("does not count %s", async (_what, line, status, options) => {
    for (let request = 0; request < 5; request++) {
      const answer = await send(line, options);
      expect([answer.status, answer.headers.get("ratelimit-policy"), standingOf(answer)]).toEqual([
        status,
        null,
        undefined,
      ]);
    }
    expect(remainingOf(await send("GET /v1/pets"))).toBe(2);
  });

  it("does not count a request outside the scope of its key", async () => {
    key = await api.makeKey("read");
    const answer = await send("POST /v1/pets", { body: newPet() });
    expect([answer.status, standingOf(answer)]).toEqual([403, undefined]);
    expect(remainingOf(await send("GET /v1/pets"))).toBe(2);
  });

  it("does not count a 304 from the response cache", async () => {
    await send("GET /v1/pets?limit=7");
    const { headers } = await send("GET /v1/pets?limit=7");
    const ifNoneMatch = { "if-none-match": headers.get("etag") ?? "" };
    for (let request = 0; request < 5; request++) {
      const answer = await send("GET /v1/pets?limit=7", { headers: ifNoneMatch });
      expect([answer.status, remainingOf(answer)]).toEqual([304, 1]);
    }
    expect(remainingOf(await send("GET /v1/pets?limit=7"))).toBe(0);
  });

  it.each(["GET /v1/inventory", "GET /v1/pets?q=%C3%A0%C3%A1&sort=name"])(
    "counts a 304 that needs the database: %s",
    async (line) => {
      const answers = [];
      for (let request = 0; request < 3; request++) {
        // Each request has another query, so that the cache has no response.
        const target = line.includes("?") ? `${line}&limit=${request + 1}` : line;
        answers.push(await send(target, { headers: { "if-none-match": "*" } }));
      }
      expect(answers.map((answer) => [answer.status, remainingOf(answer)])).toEqual([
        [304, 2],
        [304, 1],
        [304, 0],
      ]);
    },
  );

  it("admits exactly as many concurrent requests as the limit allows", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send("GET /v1/pets")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  });
});

describe("ACCOUNT_RATE_LIMIT", () => {
  it("limits all keys of an account together, and no other account", async () => {
    const api = await createTestApi({ RATE_LIMIT: "3", ACCOUNT_RATE_LIMIT: "5" });
    const accountId = await api.makeAccount();
    const keys = await Promise.all([1, 2, 3].map(() => api.makeKey("read", { accountId })));
    const answers = [];
    for (const key of [...keys, ...keys]) answers.push(await api.send("GET /v1/inventory", { key }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const last = answers.at(-1)!;
    expect(last.body).toEqual(
      errorBody(
        "rate_limited",
        429,
        "too many requests with the API keys of this account: at most 5 per minute; see Retry-After",
      ),
    );
    expect(last.headers.get("ratelimit-policy")).toBe('"account";q=5;w=60');
    expect(last.headers.get("ratelimit")).toMatch(/^"account";r=0;t=\d+$/);
    expect(last.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
    expect((await api.send("GET /v1/inventory")).status).toBe(200);
    await api.close();
  });

  it("does not count requests over a key's own limit", async () => {
    const api = await createTestApi({ RATE_LIMIT: "2", ACCOUNT_RATE_LIMIT: "3" });
    const [greedy, other] = [await api.makeKey("read"), await api.makeKey("read")];
    for (let request = 0; request < 6; request++) await api.send("GET /v1/inventory", { key: greedy });
    expect((await api.send("GET /v1/inventory", { key: other })).status).toBe(200);
    await api.close();
  });
});

describe("the RateLimit headers", () => {
  it("state 6,000 requests a minute by default", async () => {
    const api = await createTestApi();
    const answer = await api.send("GET /v1/pets");
    expect([answer.headers.get("ratelimit-policy"), remainingOf(answer)]).toEqual(['"default";q=6000;w=60', 5999]);
    await api.close();
  });

  it("are absent with RATE_LIMIT=0", async () => {
    const api = await createTestApi({ RATE_LIMIT: "0" });
    const { status, headers } = await api.send("GET /v1/pets");
    expect([status, headers.get("ratelimit-policy"), headers.get("ratelimit")]).toEqual([200, null, null]);
    await api.close();
  });

  it("are exposed to pages of CORS_ORIGINS", async () => {
    const api = await createTestApi({ CORS_ORIGINS: "https://admin.example" });
    const { headers } = await api.send("GET /v1/pets", { headers: { origin: "https://admin.example" } });
    const exposed = headers.get("access-control-expose-headers")?.split(",");
    expect(exposed).toEqual(expect.arrayContaining(["RateLimit", "RateLimit-Policy", "Retry-After"]));
    await api.close();
  });
});

describe.each([
  ["this process", false],
  ["another process", true],
])("limits that %s counts", (_where, isRemote) => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const openLimits = (keyLimit: number, accountLimit: number) => {
    const open = (points: number) => {
      if (points === 0) return undefined;
      const counter = openMemoryCounter({ name: "test", points, seconds: 60 });
      return isRemote ? { add: async (key: string) => counter.add(key) } : counter;
    };
    const rateLimited = { key: 0, account: 0 };
    const metrics = { rateLimited } as unknown as RequestMetrics;
    const config = parseConfig({ RATE_LIMIT: String(keyLimit), ACCOUNT_RATE_LIMIT: String(accountLimit) });
    const rateLimits =
      keyLimit + accountLimit === 0
        ? undefined
        : { keys: open(keyLimit), accounts: open(accountLimit), isRedisUsed: undefined, close: () => {} };
    const limit = limitRate({ config, rateLimits, metrics });
    /** @returns What the response says about the limits, and the reason if the request is refused. */
    const request = async (key = "key", { isRefunded = false } = {}) => {
      const message = { method: "GET", rawHeaders: [], socket: new Socket() } as unknown as IncomingMessage;
      const response = new ServerResponse(message);
      const context = openContext(message, response, () => {});
      let refusal: string | undefined;
      try {
        await limit(context, { flow: { key, account: "account" } } as Principal);
        if (isRefunded) refundRequest(response);
      } catch (error) {
        refusal = (error as Error).message.replace(/:.*/, "");
      }
      context.fields.applyToResponse();
      return [response.getHeader("ratelimit-policy"), response.getHeader("ratelimit"), refusal];
    };
    return { request, rateLimited };
  };
  const ofKey = (limit: number, remaining: number) => [`"default";q=${limit};w=60`, `"default";r=${remaining};t=60`];
  const ofAccount = (limit: number, remaining: number) => [
    `"account";q=${limit};w=60`,
    `"account";r=${remaining};t=60`,
  ];
  const [keyRefused, accountRefused] = [
    "too many requests with this API key",
    "too many requests with the API keys of this account",
  ];

  it("show the limit with fewer requests left, or the limit of the key if both are equal", async () => {
    expect(await openLimits(3, 4).request()).toEqual([...ofKey(3, 2), undefined]);
    expect(await openLimits(3, 3).request()).toEqual([...ofKey(3, 2), undefined]);
    expect(await openLimits(4, 3).request()).toEqual([...ofAccount(3, 2), undefined]);
  });

  it("are those of the only limit that is set, whether of the key or of the account", async () => {
    const [key, account] = [openLimits(1, 0), openLimits(0, 1)];
    expect([await key.request(), await key.request()]).toEqual([
      [...ofKey(1, 0), undefined],
      [...ofKey(1, 0), keyRefused],
    ]);
    expect([await account.request("one"), await account.request("two")]).toEqual([
      [...ofAccount(1, 0), undefined],
      [...ofAccount(1, 0), accountRefused],
    ]);
    expect(await openLimits(0, 0).request("key", { isRefunded: true })).toEqual([undefined, undefined, undefined]);
  });

  it("refuse a request over either limit, and count none over the key's limit for the account", async () => {
    const { request, rateLimited } = openLimits(1, 2);
    const all = [await request("one"), await request("one"), await request("two"), await request("three")];
    expect(all).toEqual([
      [...ofKey(1, 0), undefined],
      [...ofKey(1, 0), keyRefused],
      [...ofKey(1, 0), undefined],
      [...ofAccount(2, 0), accountRefused],
    ]);
    expect(rateLimited).toEqual({ key: 1, account: 1 });
  });

  it("are both corrected when a request is refunded", async () => {
    for (const [open, of] of [
      [() => openLimits(2, 3), ofKey],
      [() => openLimits(3, 2), ofAccount],
    ] as const) {
      const { request } = open();
      for (let times = 0; times < 4; times++) {
        expect(await request("key", { isRefunded: true })).toEqual([...of(2, 2), undefined]);
      }
      expect([await request(), await request()]).toEqual([
        [...of(2, 1), undefined],
        [...of(2, 0), undefined],
      ]);
    }
  });
});

describe("a fixed window", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = () => openMemoryCounter({ name: "requests", points: 2, seconds: 60 });

  it("starts with the first request and expires a minute later", async () => {
    const counter = open();
    expect(await counter.add("key")).toMatchObject({ isOver: false, remaining: 1, resetSeconds: 60 });
    vi.advanceTimersByTime(45_500);
    expect(await counter.add("key")).toMatchObject({ isOver: false, remaining: 0, resetSeconds: 15 });
    expect(await counter.add("key")).toMatchObject({ isOver: true, remaining: 0, resetSeconds: 15 });
    vi.advanceTimersByTime(14_500);
    expect(await counter.add("key")).toMatchObject({ isOver: false, remaining: 1, resetSeconds: 60 });
  });

  it("ignores a refund to the previous window", async () => {
    const counter = open();
    const late = await counter.add("key");
    vi.advanceTimersByTime(60_000);
    late.refund();
    const next = [await counter.add("key"), await counter.add("key"), await counter.add("key")];
    expect(next.map(({ isOver }) => isOver)).toEqual([false, false, true]);
  });
});
