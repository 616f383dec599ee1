import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Client } from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { type ChangeFeed, openChangeFeed } from "../../database/change-feed.js";
import type { WorkerBus } from "../../concurrency/worker-bus.js";
import type { CacheDependency } from "../../operation/cache-dependency.js";
import { createResponseCache, type CachedResponse, type ResponseCache } from "./response-cache.js";

const all: CacheDependency = { from: 0, to: Infinity };
const aboutId = (id: number): CacheDependency => ({ ...all, ids: new Set([id]) });
const answerOf = (text: string, fields: string[] = []): CachedResponse => ({
  isStored: true,
  vary: "Authorization",
  tag: `"${text}"`,
  fields,
  text,
  encoding: "latin1",
});
const added = (id: number) => ({ before: null, after: { id, categoryId: 1, status: "available" as const } });

const readOnce = (cache: ResponseCache, target: string, dependency: CacheDependency, answer = answerOf(target)) => {
  const reading = cache.startRead(target);
  reading.store(dependency, answer);
  reading.finish();
};

/** Reads twice, because a target that is requested only once is not cached. */
const cacheResponse = (...read: Parameters<typeof readOnce>) => {
  readOnce(...read);
  readOnce(...read);
};

/** Starts a read that the admission filter lets into the cache. */
const startReadAgain = (cache: ResponseCache, target: string) => {
  cache.startRead(target).finish();
  return cache.startRead(target);
};

describe("createResponseCache", () => {
  let state: { isCurrent: boolean; notify: (payload?: string) => void; caughtUp: Promise<void> };
  let cache: ResponseCache;
  let fromWorker: (payload?: string) => void;
  let sent: (string | undefined)[];

  beforeEach(() => {
    state = { isCurrent: true, notify: () => {}, caughtUp: Promise.resolve() };
    sent = [];
    const feed: ChangeFeed = {
      isCurrent: () => state.isCurrent,
      subscribe: (_channel, onChange) => void (state.notify = onChange),
      catchUp: () => state.caughtUp,
      close: async () => {},
    };
    const workerBus: Pick<WorkerBus, "publish" | "subscribe"> = {
      publish: async (_channel, payload) => void sent.push(payload),
      subscribe: (_channel, listener) => void (fromWorker = listener),
    };
    cache = createResponseCache(feed, { maxBytes: 8_000_000, workerBus });
  });

  it("returns responses until a change from any source invalidates them", () => {
    const change = '[[5, [1, "available"], [1, "sold"]]]';
    const sources: Record<string, () => unknown> = {
      feed: () => state.notify(change),
      process: () => cache.invalidate([{ before: { id: 5 }, after: { id: 5 } }]),
      worker: () => fromWorker(JSON.stringify([{ before: { id: 5 }, after: { id: 5 } }])),
    };
    for (const invalidate of Object.values(sources)) {
      cacheResponse(cache, "five", aboutId(5));
      cacheResponse(cache, "six", aboutId(6));
      invalidate();
      expect(cache.find("five")).toBeUndefined();
      expect(cache.find("six")).toEqual(answerOf("six"));
    }
  });

  it("admits a target that is requested again within thousands of other requests", () => {
    readOnce(cache, "five", aboutId(5));
    expect(cache.find("five")).toBeUndefined();
    readOnce(cache, "five", aboutId(5));
    expect(cache.find("five")).toEqual(answerOf("five"));
    readOnce(cache, "six", aboutId(6));
    for (let page = 0; page < 200_000; page += 1) cache.startRead(`page ${page}`).finish();
    readOnce(cache, "six", aboutId(6));
    expect([cache.find("five"), cache.find("six")]).toEqual([answerOf("five"), undefined]);
  });

  it("invalidates everything if a worker does not know what changed", () => {
    cacheResponse(cache, "five", aboutId(5));
    fromWorker();
    expect(cache.find("five")).toBeUndefined();
  });

  it("sends a response without a dependency to requests that joined, and does not cache it", async () => {
    const reading = startReadAgain(cache, "five");
    const waiting = cache.find("five");
    reading.store(undefined, answerOf("five"));
    expect(await waiting).toEqual(answerOf("five"));
    expect(cache.find("five")).toBeUndefined();
  });

  it("has caught up once the feed has caught up", async () => {
    let isCaughtUp = false;
    let arrive = () => {};
    state.caughtUp = new Promise((resolve) => (arrive = resolve));
    const waiting = cache.catchUp().then(() => (isCaughtUp = true));
    await Promise.resolve();
    expect(isCaughtUp).toBe(false);
    arrive();
    expect(await waiting).toBe(true);
  });

  it("sends changes to the other workers, and sends nothing without a change", async () => {
    expect(cache.invalidate([])).toBeUndefined();
    await cache.invalidate([added(5)]);
    await cache.invalidate(undefined);
    expect(sent).toEqual([JSON.stringify([added(5)]), undefined]);
  });

  it.each([
    ["nothing", undefined],
    ["an empty text", ""],
    ["text that is not JSON", "pet 5"],
    ["JSON of another kind", '{"version": 2}'],
  ])("invalidates everything if the feed sends %s", (_, payload) => {
    cacheResponse(cache, "five", aboutId(5));
    const reading = cache.startRead("six");
    state.notify(payload);
    reading.store(aboutId(6), answerOf("six"));
    expect([cache.find("five"), cache.find("six")]).toEqual([undefined, undefined]);
  });

  it("does not cache a response that a change during its read invalidates", () => {
    const [invalidated, unaffected] = [startReadAgain(cache, "five"), startReadAgain(cache, "six")];
    state.notify('[[5, [1, "available"], null]]');
    invalidated.store(aboutId(5), answerOf("five"));
    unaffected.store(aboutId(6), answerOf("six"));
    expect(cache.find("five")).toBeUndefined();
    expect(cache.find("six")).toEqual(answerOf("six"));
  });

  it("does not cache a response whose read missed more changes than are remembered", async () => {
    const [many, few] = [startReadAgain(cache, "many"), startReadAgain(cache, "few")];
    await cache.invalidate(Array.from({ length: 1_000 }, (_, at) => added(at + 1_000)));
    few.store(aboutId(5), answerOf("few"));
    await cache.invalidate(Array.from({ length: 1_001 }, (_, at) => added(at + 2_000)));
    many.store(aboutId(5), answerOf("many"));
    expect(cache.find("few")).toEqual(answerOf("few"));
    expect(cache.find("many")).toBeUndefined();
  });

  it("remembers at least 1,000 and at most 2,000 changes for reads that started before them", async () => {
    const changesOf = (count: number) => Array.from({ length: count }, (_, at) => added(at + 1_000));
    const first = startReadAgain(cache, "first");
    await cache.invalidate(changesOf(1_001));
    const second = startReadAgain(cache, "second");
    await cache.invalidate(changesOf(999));
    first.store(aboutId(5), answerOf("first"));
    await cache.invalidate(changesOf(1));
    second.store(aboutId(5), answerOf("second"));
    expect([cache.find("first"), cache.find("second")]).toEqual([answerOf("first"), answerOf("second")]);
  });

  it("does not cache a response that one of several changes during its read invalidates", async () => {
    const reading = startReadAgain(cache, "five");
    await cache.invalidate([{ before: { id: 5 }, after: null }, added(6), added(7)]);
    reading.store(aboutId(5), answerOf("five"));
    expect(cache.find("five")).toBeUndefined();
  });

  it("does not cache a response if everything was invalidated during its read", async () => {
    await cache.invalidate([added(6)]);
    const reading = startReadAgain(cache, "five");
    state.notify();
    await cache.invalidate([added(7), added(8)]);
    reading.store(aboutId(5), answerOf("five"));
    expect(cache.find("five")).toBeUndefined();
  });

  it("counts hits, joins, misses, removed entries, and its entries and bytes", () => {
    expect(cache.stats()).toEqual({ hits: 0, joins: 0, misses: 0, invalidations: 0, entries: 0, bytes: 0 });
    for (const id of [5, 6, 7]) cacheResponse(cache, `pet ${id}`, aboutId(id));
    for (const target of ["pet 5", "pet 5", "pet 6"]) void cache.find(target);
    cache.startRead("pet 8");
    void cache.find("pet 8");
    const held = cache.stats();
    expect(held).toMatchObject({ hits: 3, joins: 1, misses: 7, invalidations: 0, entries: 3 });
    void cache.invalidate([{ before: { id: 5 }, after: { id: 5 } }]);
    expect(cache.stats()).toMatchObject({ invalidations: 1, entries: 2, bytes: (held.bytes * 2) / 3 });
    void cache.invalidate([{ before: { id: 5 }, after: { id: 5 } }]);
    expect(cache.stats()).toMatchObject({ invalidations: 1, entries: 2 });
    void cache.invalidate(undefined);
    expect(cache.stats()).toMatchObject({ invalidations: 3, entries: 0, bytes: 0 });
  });

  it("counts the length of a target towards its bytes", () => {
    const [short = 0, long = 0] = ["a", "a".repeat(1_001)].map((target) => {
      const before = cache.stats().bytes;
      cacheResponse(cache, target, all, answerOf("x"));
      return cache.stats().bytes - before;
    });
    expect(long - short).toBe(1_000);
  });

  it("neither returns nor caches responses while the feed is not current", () => {
    cacheResponse(cache, "five", aboutId(5));
    state.isCurrent = false;
    expect(cache.find("five")).toBeUndefined();
    cacheResponse(cache, "six", aboutId(6));
    state.isCurrent = true;
    expect(cache.find("six")).toBeUndefined();
    expect(cache.find("five")).toEqual(answerOf("five"));
  });

  describe("for concurrent requests of one target", () => {
    it("reads once, resolves all requests as soon as the read is done, and caches the response", async () => {
      const reading = cache.startRead("five");
      const waiting = Promise.all([1, 2].map(async () => cache.find("five")));
      reading.store(aboutId(5), answerOf("five"));
      expect(await waiting).toEqual([answerOf("five"), answerOf("five")]);
      expect(cache.find("five")).toEqual(answerOf("five"));
    });

    it("resolves requests that joined before a change, and lets no request join after the change", async () => {
      const reading = cache.startRead("five");
      const early = cache.find("five");
      expect(early).toBeInstanceOf(Promise);
      await cache.invalidate([{ before: { id: 5 }, after: null }]);
      expect(cache.find("five")).toBeUndefined();
      const later = cache.startRead("five");
      reading.store(aboutId(5), answerOf("old"));
      expect(await early).toEqual(answerOf("old"));
      const joined = cache.find("five");
      later.store(aboutId(5), answerOf("new"));
      expect(await joined).toEqual(answerOf("new"));
      expect(cache.find("five")).toEqual(answerOf("new"));
    });

    it("resolves with undefined if the read fails, and lets no request join it afterwards", async () => {
      const reading = cache.startRead("five");
      const waiting = cache.find("five");
      reading.finish();
      expect(await waiting).toBeUndefined();
      expect(cache.find("five")).toBeUndefined();
    });

    it("lets requests join only while the feed is current", () => {
      cache.startRead("five");
      state.isCurrent = false;
      expect(cache.find("five")).toBeUndefined();
    });
  });

  it("keeps no response of a finished read in V8's old generation", () => {
    setFlagsFromString("--expose-gc");
    // Earlier tests kept such values for a long time. V8 may then allocate new ones directly in the old generation.
    setFlagsFromString("--no-allocation-site-pretenuring");
    const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
    const oldBytes = () => getHeapSpaceStatistics().find((one) => one.space_name === "old_space")?.space_used_size ?? 0;
    const read = (target: string) => {
      const reading = cache.startRead(target);
      // A number that is not a small integer takes 16 bytes of memory.
      const fields = Array.from({ length: 100 }, (_, at) => at + 0.5) as unknown as string[];
      return () => reading.store(all, answerOf(target, fields));
    };
    const started: (() => void)[] = [];
    collect();
    const before = oldBytes();
    for (let at = 0; at < 20_000; at += 1) {
      started.push(read(`page ${at}`));
      if (started.length > 32) started.shift()?.();
      if (at % 200 === 0) collect({ type: "minor" });
    }
    expect(oldBytes() - before).toBeLessThan(8_000_000);
  });

  describe("is bounded", () => {
    const countOf = (prefix: string, all: number) =>
      Array.from({ length: all }, (_, at) => cache.find(`${prefix}${at}`)).filter((found) => found !== undefined)
        .length;

    it("evicts the least recently used response when it exceeds its bytes", () => {
      const cacheLarge = (target: string) => cacheResponse(cache, target, all, answerOf("x".repeat(1_000_000)));
      for (let at = 0; at < 7; at += 1) cacheLarge(`large${at}`);
      expect(cache.find("large0")).toBeDefined();
      cacheLarge("one more");
      expect(cache.find("large1")).toBeUndefined();
      expect(countOf("large", 7)).toBe(6);
    });

    it.each<[string, CacheDependency, CachedResponse]>([
      ["text", all, answerOf("x".repeat(100_000))],
      ["two-byte text", all, { ...answerOf("ä".repeat(50_000)), encoding: "utf8" }],
      ["header fields", all, answerOf("x", ["Link", "x".repeat(100_000)])],
      ["ids", { ...all, ids: new Set(Array.from({ length: 450 }, (_, at) => at)) }, answerOf("x")],
    ])("counts the bytes of %s", (_, dependency, answer) => {
      for (let at = 0; at < 200; at += 1) cacheResponse(cache, `large${at}`, dependency, answer);
      expect(countOf("large", 200)).toBeGreaterThan(70);
      expect(countOf("large", 200)).toBeLessThan(81);
    });

    it("does not cache a response that is larger than the limit", () => {
      cacheResponse(cache, "huge", all, answerOf("x".repeat(8_000_001)));
      expect(cache.find("huge")).toBeUndefined();
    });
  });
});

describe("createResponseCache with a database", () => {
  let database: TestDatabase;
  let feed: ChangeFeed;
  let cache: ResponseCache;
  let payloads: (string | undefined)[];

  beforeEach(async () => {
    database = await createTestDatabase();
    feed = openChangeFeed(database.connection, pino({ level: "silent" }));
    payloads = [];
    cache = createResponseCache(feed, { maxBytes: 8_000_000 });
    feed.subscribe("petstore_catalogue", (payload) => void payloads.push(payload));
    await vi.waitFor(() => expect(feed.isCurrent()).toBe(true), { timeout: 20_000, interval: 5 });
    await database.pool.query("INSERT INTO category (id) VALUES (1), (2)");
    await database.pool.query(
      "INSERT INTO pet (id, name, category_id) SELECT id, 'Frank', 1 FROM generate_series(1, 3) AS id",
    );
    await allArrived();
    payloads.length = 0;
    for (const id of [1, 2, 3, 9]) cacheResponse(cache, `${id}`, aboutId(id));
    cacheResponse(cache, "sold", { from: 5, to: Infinity, status: "sold" });
    cacheResponse(cache, "of two", { from: 5, to: Infinity, categoryId: 2 });
  });
  afterEach(async () => {
    await feed.close();
    await database.drop();
  });

  /** Waits for a last notification. They arrive in commit order, so all earlier ones have arrived by then. */
  const allArrived = async () => {
    const mark = `[[${9_000_000 + payloads.length}, null, null]]`;
    await database.pool.query("SELECT pg_notify('petstore_catalogue', $1)", [mark]);
    await vi.waitFor(() => expect(payloads).toContain(mark), { timeout: 20_000, interval: 5 });
    payloads.splice(payloads.indexOf(mark), 1);
  };
  const stillCached = async () => {
    await allArrived();
    return ["1", "2", "3", "9", "sold", "of two"].filter((target) => cache.find(target) !== undefined);
  };
  const sql = (text: string) => database.pool.query(text);

  it.each([
    ["an added pet", "INSERT INTO pet (id, name, category_id) VALUES (9, 'Bo', 2)", ["1", "2", "3", "sold"]],
    ["a changed pet", "UPDATE pet SET status = 'sold' WHERE id = 1", ["2", "3", "9", "sold", "of two"]],
    ["a pet with a new id", "UPDATE pet SET id = 9 WHERE id = 1", ["2", "3", "sold", "of two"]],
    ["two deleted pets", "DELETE FROM pet WHERE id < 3", ["3", "9", "sold", "of two"]],
    [
      "an upsert",
      `INSERT INTO pet (id, name, category_id) VALUES (1, 'Bo', 1), (9, 'Bo', 1)
      ON CONFLICT (id) DO UPDATE SET category_id = 2`,
      ["2", "3", "sold", "of two"],
    ],
    ["no pet", "UPDATE pet SET status = 'sold' WHERE id > 100", ["1", "2", "3", "9", "sold", "of two"]],
    ["a rolled back transaction", "BEGIN; DELETE FROM pet; ROLLBACK", ["1", "2", "3", "9", "sold", "of two"]],
    [
      "a transaction of two statements",
      "BEGIN; DELETE FROM pet WHERE id = 1; DELETE FROM pet WHERE id = 2; COMMIT",
      [...["3", "9", "sold", "of two"]],
    ],
    ["all pets at once", "TRUNCATE pet CASCADE", []],
    ["all categories at once", "TRUNCATE category CASCADE", []],
  ])("invalidates what a statement affects: %s", async (_, statement, expected) => {
    await sql(statement);
    expect(await stillCached()).toEqual(expected);
  });

  it("gets notifications only of statements that change pets", async () => {
    await sql("DELETE FROM pet WHERE id > 100");
    await allArrived();
    expect(payloads).toEqual([]);
  });

  it("invalidates everything if a notification cannot hold all changed pets", async () => {
    const insert = (from: number, to: number) =>
      sql(`INSERT INTO pet (id, name, category_id) SELECT id, 'x', 1 FROM generate_series(${from}, ${to}) AS id`);
    await insert(1_000, 1_199);
    expect(await stillCached()).toEqual(["1", "2", "3", "9", "sold", "of two"]);
    expect(JSON.parse(payloads[0] ?? "")).toHaveLength(200);
    await insert(2_000, 2_399);
    expect(await stillCached()).toEqual([]);
    expect(payloads[1]).toBe("");
    cacheResponse(cache, "1", aboutId(1));
    await sql("UPDATE pet SET status = 'pending' WHERE id > 1000");
    expect(await stillCached()).toEqual([]);
    expect(Math.max(...payloads.map((payload) => (payload ?? "").length))).toBeLessThan(8_000);
  });

  it("gets notifications with the longest ids", async () => {
    await sql("INSERT INTO category (id) VALUES (9007199254740991)");
    await sql("INSERT INTO pet (id, name, category_id) VALUES (9007199254740991, 'Bo', 9007199254740991)");
    await allArrived();
    expect(payloads.map((payload) => JSON.parse(payload ?? ""))).toEqual([
      [[9007199254740991, null, [9007199254740991, "available"]]],
    ]);
  });

  it("gets notifications with session_replication_role = replica", async () => {
    const client = new Client({ ...database.connection, user: "postgres" });
    await client.connect();
    await client.query("SET session_replication_role = replica");
    await client.query("DELETE FROM pet WHERE id = 1");
    await client.end();
    expect(await stillCached()).toEqual(["2", "3", "9", "sold", "of two"]);
  });
});
