import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionsPerProcess, laneLimits, type LaneLimits, poolSizes } from "../config/connection-budget.js";
import type { Flow } from "./fair-queue.js";
import { createLane, estimateWait } from "./lane.js";

const limits: LaneLimits = {
  ...{ connections: 2, perKey: 1, perAccount: 2 },
  ...{ maxWaitingPerKey: 3, maxWaiting: 5, maxWaitMs: 1_000 },
};
const greedy: Flow = { account: "one", key: "greedy" };
const sibling: Flow = { account: "one", key: "sibling" };
const stranger: Flow = { account: "two", key: "stranger" };

/** Creates work that a test ends. */
const createWork = () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { started, work, end: (at: number) => ends[at]?.() };
};
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const turn = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe("createLane", () => {
  it("reserves a connection for other keys, however much work one key has", async () => {
    const lane = createLane(limits);
    const { started, work, end } = createWork();
    const all = [lane.run(greedy, work("g1")), lane.run(greedy, work("g2")), lane.run(stranger, work("s1"))];
    expect(started).toEqual(["g1", "s1"]);
    end(0);
    await all[0];
    await turn();
    expect(started).toEqual(["g1", "s1", "g2"]);
    end(1);
    end(2);
    expect(await Promise.all(all)).toEqual(["g1", "g2", "s1"]);
  });

  it("serves accounts in turn, and the keys of one account in turn", async () => {
    const lane = createLane({ ...limits, connections: 1 });
    const { started, work, end } = createWork();
    const names = [
      ...([
        ["g1", greedy],
        ["g2", greedy],
        ["g3", greedy],
      ] as const),
      ...([
        ["b1", sibling],
        ["s1", stranger],
      ] as const),
    ];
    const all = names.map(([name, flow]) => lane.run(flow, work(name)));
    for (let at = 0; at < names.length; at += 1) {
      end(at);
      await turn();
      await turn();
    }
    await Promise.all(all);
    expect(started).toEqual(["g1", "g2", "s1", "b1", "g3"]);
  });

  it("refuses a key with too much waiting work with 429, and all keys with 503 when it is full", async () => {
    const lane = createLane(limits);
    const { work } = createWork();
    const never = (flow: Flow) => void lane.run(flow, work("")).catch(() => {});
    for (let count = 0; count < 4; count += 1) never(greedy);
    const refusal = { code: "rate_limited", status: 429, headers: { "Retry-After": "1" } };
    await expect(lane.run(greedy, work(""))).rejects.toMatchObject(refusal);
    for (let count = 0; count < 3; count += 1) never(stranger);
    const full = { code: "service_unavailable", status: 503, headers: { "Retry-After": "1" } };
    await expect(lane.run(sibling, work(""))).rejects.toMatchObject(full);
  });

  it("refuses work with 503 while the process is overloaded", async () => {
    const { started, work } = createWork();
    const refused = createLane(limits, { isOverloaded: true }).run(greedy, work("late"));
    await expect(refused).rejects.toMatchObject({ code: "service_unavailable" });
    expect(started).toEqual([]);
  });

  it("frees the connection of work that rejects or throws", async () => {
    const lane = createLane({ ...limits, connections: 1 });
    const failure = new Error("of the work");
    const throwing = () => {
      throw failure;
    };
    await expect(lane.run(greedy, () => Promise.reject(failure))).rejects.toBe(failure);
    await expect(lane.run(greedy, throwing)).rejects.toBe(failure);
    expect(await lane.run(greedy, async () => "next")).toBe("next");
  });
});

describe("a lane whose work does not end", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("refuses waiting work with 503 after maxWaitMs, never starts it, and frees its place", async () => {
    const lane = createLane({ ...limits, connections: 1, maxWaitingPerKey: 1 });
    const { started, work, end } = createWork();
    const first = lane.run(greedy, work("first"));
    const late = lane.run(stranger, work("late")).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toMatchObject({ code: "service_unavailable" });
    const next = lane.run(stranger, work("next"));
    end(0);
    await first;
    await vi.advanceTimersByTimeAsync(0);
    end(1);
    expect(await next).toBe("next");
    expect(started).toEqual(["first", "next"]);
  });

  it("does not count work as timed out if it started in time", async () => {
    const lane = createLane({ ...limits, connections: 1 });
    const { work, end } = createWork();
    const first = lane.run(greedy, work("first"));
    const second = lane.run(stranger, work("second"));
    end(0);
    await first;
    await vi.advanceTimersByTimeAsync(limits.maxWaitMs);
    expect(lane.stats().refusals.timeout).toBe(0);
    end(1);
    expect(await second).toBe("second");
  });

  it("estimates Retry-After from the pace of the last starts and the number of waiting requests", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const lane = createLane({ ...limits, connections: 1 });
    for (let served = 0; served < 100; served += 1) {
      const done = lane.run(greedy, () => delay(800));
      await vi.advanceTimersByTimeAsync(800);
      await done;
    }
    void lane.run(greedy, () => new Promise(() => {}));
    const refusals = [1, 2, 3].map(() => lane.run(stranger, () => delay(0)).catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(limits.maxWaitMs);
    const expected = ["3", "2", "1"].map((seconds) => ({ status: 503, headers: { "Retry-After": seconds } }));
    expect(await Promise.all(refusals)).toMatchObject(expected);
  });
});

describe("the connection budget", () => {
  it("gives each pool the connections of its lanes, 21 per process in all", () => {
    const { control, signIn, writes, bulkWrites, exports, reads, searches } = laneLimits;
    const changes = [control, signIn, writes, bulkWrites, exports].reduce(
      (sum, { connections }) => sum + connections,
      0,
    );
    expect(poolSizes.changes).toBe(changes);
    expect(poolSizes.reads).toBe(reads.connections + searches.connections);
    expect(connectionsPerProcess).toBe(21);
  });

  it.each(Object.entries(laneLimits))("reserves a connection of %s for other keys and accounts", (_name, lane) => {
    expect(lane.perKey).toBeLessThan(lane.connections);
    expect(lane.perAccount).toBeLessThan(lane.connections);
    expect(lane.perKey).toBeLessThanOrEqual(lane.perAccount);
    expect(lane.maxWaitingPerKey).toBeLessThanOrEqual(lane.maxWaiting);
  });
});

describe("the estimate of a wait", () => {
  const estimateAt = (intervalMs: number, luck: number) => {
    let time = 0;
    const estimate = estimateWait(
      () => time,
      () => luck,
    );
    for (let start = 0; start < 100; start += 1) {
      time += intervalMs;
      estimate.countStart();
    }
    return estimate;
  };

  it("is one second before anything has started", () => {
    expect(estimateWait().retrySeconds(50)).toBe(1);
  });

  it("is the number ahead times the mean interval between starts", () => {
    expect(estimateAt(150, 0).retrySeconds(50)).toBe(8);
    expect(estimateAt(1, 0).retrySeconds(2_000)).toBe(2);
  });

  it("is up to twice as long, at random", () => {
    expect(estimateAt(150, 0.999).retrySeconds(50)).toBe(15);
  });

  it("is at most 30 seconds, and counts an idle hour as one second", () => {
    expect(estimateAt(1_000, 0.5).retrySeconds(500)).toBe(30);
    expect(estimateAt(3_600_000, 0).retrySeconds(10)).toBe(10);
  });
});
