import { serviceUnavailable, tooManyWaiting } from "../errors.js";
import type { LaneLimits } from "../config/connection-budget.js";
import type { Tracing } from "../tracing/tracing.js";
import { createFairQueue, type Flow } from "./fair-queue.js";

const MAX_RETRY_SECONDS = 30;
const LONGEST_INTERVAL_MS = 1_000;
const WEIGHT = 0.1;

export type LaneStats = {
  readonly running: number;
  readonly waiting: number;
  readonly connections: number;
  readonly refusals: Readonly<Record<"full" | "key" | "overloaded" | "timeout", number>>;
  readonly batches: BatchStats;
};

/** Counts batches. `sizes` has a count for each size. */
type BatchStats = { inFlight: number; readonly sizes: number[] };

export type Lane = {
  /**
   * Runs work, which may use one connection but must not enter another lane.
   * @throws AppError 429 or 503 if the work was not started.
   */
  run<Result>(flow: Flow, work: () => Promise<Result>): Promise<Result>;
  /** Runs a request that `addWaiting` has counted. */
  runCounted<Result>(flow: Flow, work: () => Promise<Result>): Promise<Result>;
  checkRoom(flow: Flow): void;
  addWaiting(flow: Flow): void;
  /** Call it when a waiting request starts. */
  removeWaiting(flow: Flow): void;
  /** Call it when a waiting request gives up before it has started. */
  dropWaiting(flow: Flow): void;
  /** The statistics of the lane's batchers. */
  readonly batches: BatchStats;
  readonly tracing: LaneTracing | undefined;
  stats(): LaneStats;
};

export type LaneTracing = Pick<Tracing, "origin" | "runBatch">;

export type Load = { readonly isOverloaded: boolean };

type Entry = { readonly start: () => void; readonly timer: NodeJS.Timeout };

export const estimateWait = (now: () => number = () => performance.now(), random: () => number = Math.random) => {
  let meanIntervalMs = 0;
  let lastStartAt = now();
  return {
    countStart: () => {
      const startAt = now();
      meanIntervalMs += WEIGHT * (Math.min(startAt - lastStartAt, LONGEST_INTERVAL_MS) - meanIntervalMs);
      lastStartAt = startAt;
    },
    /**
     * Returns the value of `Retry-After` (RFC 9110 §10.2.3). It is partly random, so that clients refused together do
     * not return together.
     */
    retrySeconds: (ahead: number): number => {
      const seconds = (ahead * meanIntervalMs * (1 + random())) / 1_000;
      return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
    },
  };
};

const createCounts = () => {
  const accounts = new Map<string, number>();
  const keys = new Map<string, number>();
  let total = 0;
  const change = (counts: Map<string, number>, name: string, by: 1 | -1) => {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };
  return {
    total: () => total,
    keys: () => keys.size,
    ofAccount: ({ account }: Flow) => accounts.get(account) ?? 0,
    ofKey: ({ key }: Flow) => keys.get(key) ?? 0,
    add: ({ account, key }: Flow, by: 1 | -1) => {
      total += by;
      change(accounts, account, by);
      change(keys, key, by);
    },
  };
};

export const createLane = (
  limits: LaneLimits,
  eventLoop: Load = { isOverloaded: false },
  tracing?: LaneTracing,
): Lane => {
  const queue = createFairQueue<Entry>();
  const running = createCounts();
  const waiting = createCounts();
  const estimate = estimateWait();
  const refusals = { full: 0, key: 0, overloaded: 0, timeout: 0 };
  const batches: BatchStats = { inFlight: 0, sizes: [] };

  const hasRoom = () => running.total() < limits.connections;
  const mayRun = (flow: Flow) => running.ofKey(flow) < limits.perKey && running.ofAccount(flow) < limits.perAccount;
  const dispatch = () => {
    while (hasRoom()) {
      const next = queue.shift(mayRun);
      if (next === undefined) return;
      clearTimeout(next.item.timer);
      running.add(next.flow, 1);
      next.item.start();
    }
  };
  const takeTurn = (flow: Flow): Promise<void> | undefined => {
    if (hasRoom() && mayRun(flow)) {
      running.add(flow, 1);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        queue.remove(flow, entry);
        refusals.timeout += 1;
        reject(serviceUnavailable(undefined, estimate.retrySeconds(waiting.total())));
      };
      const entry: Entry = { start: resolve, timer: setTimeout(giveUp, limits.maxWaitMs) };
      queue.push(flow, entry);
    });
  };
  const runCounted = async <Result>(flow: Flow, work: () => Promise<Result>): Promise<Result> => {
    const turn = takeTurn(flow);
    if (turn !== undefined) await turn;
    try {
      return await work();
    } finally {
      running.add(flow, -1);
      dispatch();
    }
  };
  const checkRoom = (flow: Flow) => {
    if (waiting.total() >= limits.maxWaiting || eventLoop.isOverloaded) {
      refusals[eventLoop.isOverloaded ? "overloaded" : "full"] += 1;
      throw serviceUnavailable(undefined, estimate.retrySeconds(waiting.total()));
    }
    const ofKey = waiting.ofKey(flow);
    if (ofKey >= limits.maxWaitingPerKey) {
      refusals.key += 1;
      throw tooManyWaiting(limits.maxWaitingPerKey, estimate.retrySeconds(ofKey * waiting.keys()));
    }
  };
  const addWaiting = (flow: Flow) => {
    checkRoom(flow);
    waiting.add(flow, 1);
  };
  const removeWaiting = (flow: Flow) => {
    waiting.add(flow, -1);
    estimate.countStart();
  };
  // Such requests do not count in the estimate, because requests that give up would make a queue look fast when it is
  // stalled.
  const dropWaiting = (flow: Flow) => waiting.add(flow, -1);
  return {
    runCounted,
    checkRoom,
    addWaiting,
    removeWaiting,
    dropWaiting,
    batches,
    tracing,
    stats: () => ({
      running: running.total(),
      waiting: waiting.total(),
      connections: limits.connections,
      refusals,
      batches,
    }),
    run: async (flow, work) => {
      addWaiting(flow);
      let isWaiting = true;
      return runCounted(flow, () => {
        isWaiting = false;
        removeWaiting(flow);
        return work();
      }).finally(() => {
        if (isWaiting) dropWaiting(flow);
      });
    },
  };
};
