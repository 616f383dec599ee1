import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBatcher, type BatchLimits, type RunCalls } from "./batcher.js";
import type { LaneLimits } from "../config/connection-budget.js";
import type { Flow } from "./fair-queue.js";
import { createLane, type Lane } from "./lane.js";

const gate = () => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

/** Records the batches. A test ends each of them. */
const createWork = () => {
  const batches: (readonly number[])[] = [];
  const gates: ReturnType<typeof gate>[] = [];
  const runCalls = async (calls: readonly number[]) => {
    const end = gate();
    batches.push(calls);
    gates.push(end);
    await end.opened;
    return calls.map((call) => call * 10);
  };
  return { batches, runCalls, end: (at: number) => gates[at]?.open() };
};

const limits: LaneLimits = {
  ...{ connections: 8, perKey: 8, perAccount: 8 },
  ...{ maxWaitingPerKey: 1_000, maxWaiting: 1_000, maxWaitMs: 60_000 },
};
const me: Flow = { account: "me", key: "mine" };
const other: Flow = { account: "other", key: "other's" };

/** Creates a batcher for one key, in a lane with free slots. */
const createBatched = <Call, Result>(runCalls: RunCalls<Call, Result>, batchLimits: BatchLimits<Call>) => {
  const batched = createBatcher(createLane(limits), runCalls, batchLimits);
  return (call: Call) => batched(me, call);
};

const untilImmediate = () => new Promise((resolve) => setImmediate(resolve));

it("runs calls that arrive together as one batch, and resolves each with its result", async () => {
  const { batches, runCalls, end } = createWork();
  const call = createBatched(runCalls, { name: "test", maxBatchSize: 10, maxInFlight: 1 });
  const answers = Promise.all([call(1), call(2), call(3)]);
  await untilImmediate();
  expect(batches).toEqual([[1, 2, 3]]);
  end(0);
  expect(await answers).toEqual([10, 20, 30]);
});

it("counts the batches in flight and the sizes of all batches, including failed ones", async () => {
  const lane = createLane(limits);
  const { batches, runCalls, end } = createWork();
  const failing = async (calls: readonly number[]) => {
    if (calls.includes(0)) throw new Error("failed");
    return runCalls(calls);
  };
  const batched = createBatcher(lane, failing, { name: "test", maxBatchSize: 2, maxInFlight: 2 });
  const answers = Promise.all([1, 2, 3, 4, 5].map((call) => batched(me, call)));
  await untilImmediate();
  expect(lane.batches).toEqual({ inFlight: 2, sizes: [undefined, undefined, 2] });
  end(0);
  end(1);
  await expect.poll(() => batches.length).toBe(3);
  end(2);
  expect(await answers).toEqual([10, 20, 30, 40, 50]);
  await expect(batched(me, 0)).rejects.toThrow("failed");
  expect(lane.batches).toEqual({ inFlight: 0, sizes: [undefined, 2, 2] });
});

it("runs a single call without waiting for other calls", async () => {
  const { batches, runCalls, end } = createWork();
  const call = createBatched(runCalls, { name: "test", maxBatchSize: 10, maxInFlight: 1 });
  const answer = call(1);
  await untilImmediate();
  expect(batches).toEqual([[1]]);
  end(0);
  expect(await answer).toBe(10);
});

it("ends a batch with the call whose size fills it", async () => {
  const { batches, runCalls, end } = createWork();
  const call = createBatched(runCalls, { name: "test", maxBatchSize: 10, maxInFlight: 1, sizeOf: (size) => size });
  const answers = Promise.all([call(4), call(5), call(30), call(1), call(10), call(2)]);
  await untilImmediate();
  expect(batches).toEqual([[4, 5, 30]]);
  end(0);
  await expect.poll(() => batches.length).toBe(2);
  expect(batches[1]).toEqual([1, 10]);
  end(1);
  await expect.poll(() => batches.length).toBe(3);
  end(2);
  expect(await answers).toEqual([40, 50, 300, 10, 100, 20]);
});

it("starts the next batch of waiting calls before it resolves the previous batch", async () => {
  const { batches, runCalls, end } = createWork();
  const call = createBatched(runCalls, { name: "test", maxBatchSize: 10, maxInFlight: 2 });
  const answers: Promise<number>[] = [];
  for (const one of [1, 2, 3]) {
    answers.push(call(one));
    await untilImmediate();
  }
  expect(batches).toEqual([[1]]);
  end(0);
  const sentFirst = answers[0]?.then(() => batches.length);
  expect(await sentFirst).toBe(2);
  expect(batches).toEqual([[1], [2, 3]]);
  end(1);
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

it("starts a second batch only if more calls wait than fit into one", async () => {
  const { batches, runCalls, end } = createWork();
  const call = createBatched(runCalls, { name: "test", maxBatchSize: 2, maxInFlight: 3 });
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(call));
  await untilImmediate();
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  end(1);
  await untilImmediate();
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  end(0);
  await untilImmediate();
  expect(batches.at(-1)).toEqual([5, 6]);
  end(2);
  expect(await answers).toEqual([10, 20, 30, 40, 50, 60]);
});

it("rejects each call of a failed batch, and runs the next batch", async () => {
  const failure = new Error("of the work");
  const runCalls = async (calls: readonly number[]) => {
    if (calls.includes(1)) throw failure;
    return calls;
  };
  const call = createBatched(runCalls, { name: "test", maxBatchSize: 2, maxInFlight: 1 });
  expect(await Promise.allSettled([1, 2, 3].map(call))).toEqual([
    { status: "rejected", reason: failure },
    { status: "rejected", reason: failure },
    { status: "fulfilled", value: 3 },
  ]);
});

it("rejects the calls of a batch that throws synchronously", async () => {
  const failure = new Error("at once");
  const fail = () => {
    throw failure;
  };
  const call = createBatched<number, number>(fail, { name: "test", maxBatchSize: 2, maxInFlight: 1 });
  await expect(call(1)).rejects.toBe(failure);
  await expect(call(2)).rejects.toBe(failure);
});

it("does not count a call that the lane has refused as waiting", async () => {
  const lane = createLane({ ...limits, connections: 1, maxWaitMs: 10 });
  const { open, opened } = gate();
  const holding = lane.run(other, () => opened);
  const batched = createBatcher<number, number>(lane, async (calls) => calls, {
    ...{ name: "test", maxBatchSize: 10, maxInFlight: 1 },
  });
  const refused = { status: "rejected", reason: expect.objectContaining({ code: "service_unavailable" }) };
  expect(await Promise.allSettled([1, 2, 3].map((call) => batched(me, call)))).toEqual([refused, refused, refused]);
  expect(lane.stats().waiting).toBe(0);
  open();
  await holding;
  expect(await batched(me, 4)).toBe(4);
});

it("runs each call of a key once, in order and within the limits, even if some fail", async () => {
  const bounds = fc.record({
    maxBatchSize: fc.integer({ min: 1, max: 5 }),
    maxInFlight: fc.integer({ min: 1, max: 3 }),
  });
  const turns = fc.array(fc.record({ calls: fc.nat(6), fails: fc.boolean() }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(bounds, turns, async ({ maxBatchSize, maxInFlight }, turns) => {
      const batches: (readonly number[])[] = [];
      let inFlight = 0;
      let mostInFlight = 0;
      const call = createBatched(
        async (calls: readonly number[]) => {
          mostInFlight = Math.max(mostInFlight, (inFlight += 1));
          const fails = turns[batches.push(calls) - 1]?.fails;
          await untilImmediate();
          inFlight -= 1;
          if (fails) throw new Error("of the work");
          return calls;
        },
        { name: "test", maxBatchSize, maxInFlight },
      );
      const answers: Promise<number | "failed">[] = [];
      for (const { calls } of turns) {
        for (let count = 0; count < calls; count += 1) answers.push(call(answers.length).catch(() => "failed"));
        await untilImmediate();
      }
      const results = await Promise.all(answers);
      const expected = batches.flatMap((calls, at) => calls.map((one) => (turns[at]?.fails ? "failed" : one)));
      expect(batches.flat()).toEqual(answers.map((_, at) => at));
      expect(results).toEqual(expected);
      expect(batches.every(({ length }) => length >= 1 && length <= maxBatchSize)).toBe(true);
      expect(mostInFlight).toBeLessThanOrEqual(maxInFlight);
    }),
  );
});

describe("between keys", () => {
  /** Runs six calls of one key, then one of another. */
  const race = async (lane: Lane) => {
    const { batches, runCalls, end } = createWork();
    const batched = createBatcher(lane, runCalls, { name: "test", maxBatchSize: 2, maxInFlight: 1 });
    const results = [1, 2, 3, 4, 5, 6].map((call) => batched(me, call));
    await untilImmediate();
    results.push(batched(other, 100));
    for (let at = 0; at < 4; at += 1) {
      end(at);
      await untilImmediate();
    }
    await Promise.all(results);
    return batches;
  };

  it("puts a key's only call into the next batch, however many calls another key has", async () => {
    const batches = await race(createLane(limits));
    expect(batches[0]).toEqual([1, 2]);
    expect(batches[1]).toContain(100);
    expect(batches.flat().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 100]);
  });

  it("runs a batch of another key before all batches of a greedy key have run", async () => {
    const lane = createLane({ ...limits, connections: 1 });
    const order: string[] = [];
    const open = (name: string) =>
      createBatcher<number, number>(
        lane,
        async (calls) => {
          order.push(name);
          await untilImmediate();
          return calls;
        },
        { name: "test", maxBatchSize: 1, maxInFlight: 1 },
      );
    const greedy = Array.from({ length: 20 }, (_, shape) => open(`greedy ${shape}`)(me, shape));
    await untilImmediate();
    await Promise.all([...greedy, open("modest")(other, 0)]);
    expect(order.indexOf("modest")).toBeLessThanOrEqual(4);
  });

  it("rejects calls beyond a key's waiting limit with 429, and serves other keys", async () => {
    const lane = createLane({ ...limits, maxWaitingPerKey: 3 });
    const { runCalls, end } = createWork();
    const batched = createBatcher(lane, runCalls, { name: "test", maxBatchSize: 10, maxInFlight: 1 });
    const mine = [1, 2, 3, 4].map((call) => batched(me, call));
    const theirs = batched(other, 5);
    await expect(mine[3]).rejects.toMatchObject({ code: "rate_limited", headers: { "Retry-After": "1" } });
    await untilImmediate();
    end(0);
    expect(await Promise.all([...mine.slice(0, 3), theirs])).toEqual([10, 20, 30, 50]);
  });
});
