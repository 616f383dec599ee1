import { Redis } from "ioredis";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRedisProcess, hasRedis, type RedisProcess } from "../../../test/support/redis-process.js";
import { createTestApi, type TestApi } from "../../../test/support/test-api.js";
import { hashApiKey } from "../../credentials/api-key-format.js";
import { openRedisCounters } from "./redis-counter.js";

const WARN = 40;
const password = "hush-hush";

describe.runIf(hasRedis)("rate limits with REDIS_URL", () => {
  let redis: RedisProcess;
  let services: TestApi[];
  beforeEach(async () => {
    redis = await createRedisProcess(password);
    services = [];
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    await redis.remove();
  });

  const start = async () => {
    const service = await createTestApi({ RATE_LIMIT: "1000", REDIS_URL: redis.url });
    services.push(service);
    return service;
  };
  /** Starts two replicas, and creates a key that both know. */
  const startReplicas = async (): Promise<[TestApi, TestApi]> => {
    const [a, b] = [await start(), await start()];
    const record = await a.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(a.key) } });
    await b.database.db.apiKey.create({ data: { ...record, id: record.id + 1_000n } });
    return [a, { ...b, send: (line, options) => b.send(line, { key: a.key, ...options }) }];
  };
  const usedOf = async (service: TestApi, headers: Record<string, string> = {}) => {
    const answer = await service.send("GET /v1/inventory", { headers });
    expect([200, 304]).toContain(answer.status);
    return 1_000 - Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  };
  const isUsed = ({ deps }: TestApi) => deps.dependencies.redis?.();
  const redisLines = ({ logged }: TestApi) => logged.filter(({ msg }) => /Redis/.test(String(msg)));
  const isBack = ({ logged }: TestApi) => logged.some(({ msg }) => String(msg).startsWith("Redis is back"));
  const untilBack = (service: TestApi) =>
    expect
      .poll(
        async () => {
          await service.send("GET /v1/inventory");
          return isBack(service);
        },
        { timeout: 20_000 },
      )
      .toBe(true);

  it("share one count between replicas", async () => {
    await redis.start();
    const [a, b] = await startReplicas();
    expect([await usedOf(a), await usedOf(b), await usedOf(a), await usedOf(b)]).toEqual([1, 2, 3, 4]);
  });

  it("count the same key separately in two counters", async () => {
    await redis.start();
    const counters = await openRedisCounters(redis.url, pino({ level: "silent" }));
    const local = { add: () => Promise.reject(new Error("Redis does not count")) };
    const [keys, accounts] = ["keys", "accounts"].map((name) =>
      counters.open({ name, points: 10, seconds: 60 }, local),
    );
    const remaining = async (counter = keys) => (await counter?.add("7"))?.remaining;
    expect([await remaining(), await remaining(), await remaining(accounts)]).toEqual([9, 8, 9]);
    counters.close();
  });

  it("refund a 304 from the response cache", async () => {
    await redis.start();
    const [a, b] = await startReplicas();
    await expect.poll(() => a.deps.changeFeed.isCurrent(), { timeout: 20_000 }).toBe(true);
    const ask = async (headers: Record<string, string> = {}) => {
      const answer = await a.send("GET /v1/pets?limit=7", { headers });
      const used = 1_000 - Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
      return { status: answer.status, used, etag: answer.headers.get("etag") ?? "" };
    };
    // The second request adds the response to the cache.
    await ask();
    const { etag } = await ask();
    for (let request = 0; request < 3; request++) {
      expect(await ask({ "if-none-match": etag })).toMatchObject({ status: 304, used: 2 });
    }
    expect(await usedOf(b)).toBe(3);
  });

  it("ignore a refund after the end of its window", async () => {
    await redis.start();
    const counters = await openRedisCounters(redis.url, pino({ level: "silent" }));
    const client = new Redis(redis.url);
    try {
      const open = (seconds: number) =>
        counters.open({ name: "requests", points: 10, seconds }, { add: () => expect.fail("Redis was not used.") });
      // The second window must last longer than the test.
      const [short, long] = [open(1), open(60)];
      const earlier = await short.add("key");
      const endsAt = performance.now() + 1_000;
      const hasEnded = async () => performance.now() > endsAt && (await client.exists("petstore:requests:key")) === 0;
      await expect.poll(hasEnded, { timeout: 20_000 }).toBe(true);
      const later = [await long.add("key")];
      earlier.refund();
      later.push(await long.add("key"));
      expect(later.map(({ remaining }) => remaining)).toEqual([9, 8]);
    } finally {
      client.disconnect();
      counters.close();
    }
  });

  it("count in each replica while Redis is gone, and in Redis again when it is back", async () => {
    await redis.start();
    const [a, b] = await startReplicas();
    expect([await usedOf(a), await usedOf(b)]).toEqual([1, 2]);
    expect([isUsed(a), isUsed(b)]).toEqual([true, true]);
    await redis.kill();
    expect([await usedOf(a), await usedOf(b), await usedOf(a), await usedOf(b)]).toEqual([1, 1, 2, 2]);
    for (const service of [a, b]) expect(redisLines(service)).toMatchObject([{ level: WARN }]);
    expect([isUsed(a), isUsed(b)]).toEqual([false, false]);
    await redis.start();
    await Promise.all([untilBack(a), untilBack(b)]);
    expect([isUsed(a), isUsed(b)]).toEqual([true, true]);
    const used = await usedOf(a);
    expect([await usedOf(b), await usedOf(a)]).toEqual([used + 1, used + 2]);
    for (const service of [a, b]) expect(redisLines(service)).toHaveLength(2);
  });

  it("wait only once for a Redis that hangs", async () => {
    await redis.start();
    const service = await start();
    expect(await usedOf(service)).toBe(1);
    redis.freeze();
    // If each of them waited half a second, the test would time out.
    for (let request = 1; request <= 150; request++) expect(await usedOf(service)).toBe(request);
    expect(redisLines(service)).toMatchObject([{ level: WARN, reason: "Command timed out" }]);
    expect(isUsed(service)).toBe(false);
  });

  it("work if the service starts without Redis", async () => {
    const service = await start();
    expect([await usedOf(service), await usedOf(service)]).toEqual([1, 2]);
    expect(redisLines(service)).toMatchObject([{ level: WARN, reason: "ECONNREFUSED" }]);
    expect(isUsed(service)).toBe(false);
    await redis.start();
    await untilBack(service);
  });

  it("count without Redis after a wrong password, and log no password", async () => {
    await redis.start();
    const url = redis.url.replace(password, "not-the-password");
    const service = await createTestApi({ REDIS_URL: url });
    services.push(service);
    expect((await service.send("GET /v1/inventory")).headers.get("ratelimit")).toMatch(/r=5999/);
    expect(redisLines(service)).toMatchObject([{ level: WARN, reason: expect.stringContaining("WRONGPASS") }]);
    expect(JSON.stringify(service.logged)).not.toMatch(/not-the-password|hush-hush/);
  });
});
