import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionsPerProcess, laneLimits, type LaneLimits, poolSizes } from "./connection-budget.js";
import type { Flow } from "./fair-queue.js";
import { createLane } from "./lane.js";

const limits: LaneLimits = {
  ...{ connections: 2, perKey: 1, perAccount: 2 },
  ...{ maxWaitingPerKey: 3, maxWaiting: 5, maxWaitMs: 1_000 },
};
const greedy: Flow = { account: "one", key: "greedy" };
const sibling: Flow = { account: "one", key: "sibling" };
const stranger: Flow = { account: "two", key: "stranger" };

/** Work that ends when it is told to. */
const createWork = () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { started, work, end: (at: number) => ends[at]?.() };
};
const turn = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe("a lane", () => {
  it("keeps a connection free for other keys, however much one key asks for", async () => {
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

  it("serves accounts in turn, and keys of one account in turn", async () => {
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

  it("answers 429 to a key that has too much waiting, and 503 to all once the lane is full", async () => {
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

  it("refuses work at once while the process is overloaded", async () => {
    const { started, work } = createWork();
    const refused = createLane(limits, () => true).run(greedy, work("late"));
    await expect(refused).rejects.toMatchObject({ code: "service_unavailable" });
    expect(started).toEqual([]);
  });

  it("frees the connection of work that fails or throws at once", async () => {
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

describe("a queue that does not move", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("answers 503 after the longest wait; the work is never started, and its place is free again", async () => {
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
});

describe("the connection budget", () => {
  it("adds up: the pools have what the lanes promise, and a process opens what an operator counts on", () => {
    const { control, signIn, writes, bulkWrites, reads, searches } = laneLimits;
    const changes = [control, signIn, writes, bulkWrites].reduce((sum, { connections }) => sum + connections, 0);
    expect(poolSizes.changes).toBe(changes);
    expect(poolSizes.reads).toBe(reads.connections + searches.connections);
    expect(connectionsPerProcess).toBe(19);
  });

  it.each(Object.entries(laneLimits))("leaves a connection of %s to other keys and accounts", (_name, lane) => {
    expect(lane.perKey).toBeLessThan(lane.connections);
    expect(lane.perAccount).toBeLessThan(lane.connections);
    expect(lane.perKey).toBeLessThanOrEqual(lane.perAccount);
    expect(lane.maxWaitingPerKey).toBeLessThanOrEqual(lane.maxWaiting);
  });
});
