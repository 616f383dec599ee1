import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkerBus } from "../../concurrency/worker-bus.js";
import type { ChangeFeed } from "../../database/change-feed.js";
import type { CacheDependency } from "../../operation/cache-dependency.js";
import { createResponseCache, type CachedResponse, type ResponseCache } from "./response-cache.js";

const response: CachedResponse = {
  isStored: true,
  vary: "Authorization",
  tag: '"a"',
  fields: [],
  text: "a",
  encoding: "latin1",
};
const anyPet: CacheDependency = { from: 0, to: Infinity };
const pet = (id: number): CacheDependency => ({ ...anyPet, ids: new Set([id]) });
const created = (id: number) => ({ before: null, after: { id, categoryId: 1, status: "available" as const } });

describe("invalidation of cached responses", () => {
  let cache: ResponseCache;
  let onFeed: (payload?: string) => void;
  let onWorker: (payload?: string) => void;
  const catchUp = vi.fn<() => Promise<void>>();

  beforeEach(() => {
    catchUp.mockReset();
    const feed: ChangeFeed = {
      isCurrent: () => true,
      subscribe: (_channel, listener) => void (onFeed = listener),
      catchUp,
      close: async () => {},
    };
    const workerBus: Pick<WorkerBus, "publish" | "subscribe"> = {
      publish: async () => {},
      subscribe: (_channel, listener) => void (onWorker = listener),
    };
    cache = createResponseCache(feed, { maxBytes: 8_000_000, workerBus });
  });

  /** Starts a read of a target that was requested before, so that its response is admitted. */
  const read = (target: string) => {
    cache.startRead(target).finish();
    return cache.startRead(target);
  };
  const store = (target: string, dependency: CacheDependency) => read(target).store(dependency, response);

  it.each<[string, number[], CacheDependency, boolean]>([
    ["above the range", [50, 60], { from: 0, to: 10 }, true],
    ["below the range", [5, 6], { from: 10, to: 20 }, true],
    ["at the upper end", [10], { from: 0, to: 10 }, false],
    ["at the lower end", [10], { from: 10, to: 20 }, false],
    ["within and above", [5, 50], { from: 0, to: 10 }, false],
    ["within and below", [5, 50], { from: 40, to: 60 }, false],
  ])("a create invalidates cached responses %s", async (_where, ids, dependency, isCached) => {
    store("page", dependency);
    await cache.invalidate(ids.map(created));
    expect(cache.find("page")).toEqual(isCached ? response : undefined);
  });

  it("drops everything when a worker reports an unknown change", () => {
    store("page", pet(1));
    onWorker();
    expect(cache.find("page")).toBeUndefined();
  });

  it("no read during an unknown change is cached, whatever has changed before", async () => {
    await cache.invalidate([created(7)]);
    const reading = read("page");
    onFeed();
    reading.store(pet(1), response);
    expect(cache.find("page")).toBeUndefined();
  });

  it("a read during a change of another pet is cached even if older changes are forgotten", async () => {
    await cache.invalidate(Array.from({ length: 2_000 }, (_, at) => created(at + 100)));
    const reading = read("page");
    await cache.invalidate([created(7)]);
    reading.store(pet(1), response);
    expect(cache.find("page")).toEqual(response);
  });

  it("admits the first read of a target when a second request joins it", async () => {
    const reading = cache.startRead("page");
    const joined = cache.find("page");
    reading.store(pet(1), response);
    expect(await joined).toEqual(response);
    expect(cache.find("page")).toEqual(response);
  });

  it("waits for the feed to catch up", async () => {
    let resolve = () => {};
    catchUp.mockReturnValue(new Promise<void>((done) => (resolve = done)));
    let isCaughtUp = false;
    const waiting = cache.catchUp().then(() => (isCaughtUp = true));
    await Promise.resolve();
    expect(isCaughtUp).toBe(false);
    resolve();
    await waiting;
    expect(catchUp).toHaveBeenCalledTimes(1);
  });
});
