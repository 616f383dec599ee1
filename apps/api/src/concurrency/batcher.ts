import { createFairQueue, type Flow } from "./fair-queue.js";
import type { TraceOrigin } from "../tracing/tracing.js";
import type { Lane } from "./lane.js";

export type Batched<Call, Result> = (flow: Flow, call: Call) => Promise<Result>;

/** @returns One result for each call, at the index of the call. */
export type RunCalls<Call, Result> = (calls: readonly Call[]) => Promise<readonly Result[]>;

export type BatchLimits<Call> = {
  /** The name of the operation, which is also the name of the spans of its batches. */
  readonly name: string;
  readonly maxBatchSize: number;
  /** The size of a call, one by default. A batch closes with the call that reaches `maxBatchSize`. */
  readonly sizeOf?: (call: Call) => number;
  /** A second batch starts only if more calls are waiting than fit into one. */
  readonly maxInFlight: number;
};

type Waiting<Call, Result> = {
  readonly call: Call;
  readonly origin: TraceOrigin | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

const settle = <Call, Result>(
  batch: readonly Waiting<Call, Result>[],
  outcome: PromiseSettledResult<readonly Result[]>,
) => {
  for (const [at, { resolve, reject }] of batch.entries()) {
    if (outcome.status === "fulfilled") resolve(outcome.value[at] as Result);
    else reject(outcome.reason);
  }
};

/** Runs calls in batches. A single call does not wait for others, and each batch is shared fairly between keys. */
export const createBatcher = <Call, Result>(
  lane: Lane,
  runCalls: RunCalls<Call, Result>,
  { name, maxBatchSize, maxInFlight, sizeOf = () => 1 }: BatchLimits<Call>,
): Batched<Call, Result> => {
  const waiting = createFairQueue<Waiting<Call, Result>>();
  const requested = new Set<string>();
  let inFlight = 0;
  let isPlanned = false;

  const mayStart = () =>
    waiting.size() > 0 && (inFlight === 0 || (inFlight < maxInFlight && waiting.size() > maxBatchSize));
  const takeBatch = (first: Flow): Waiting<Call, Result>[] => {
    const batch: Waiting<Call, Result>[] = [];
    let size = 0;
    for (let next = waiting.shiftOf(first) ?? waiting.shift(); next !== undefined; next = waiting.shift()) {
      lane.removeWaiting(next.flow);
      batch.push(next.item);
      size += sizeOf(next.item.call);
      if (size >= maxBatchSize) break;
    }
    return batch;
  };
  const refuseAllOf = (flow: Flow, reason: unknown) => {
    for (let late = waiting.shiftOf(flow); late !== undefined; late = waiting.shiftOf(flow)) {
      lane.dropWaiting(flow);
      late.item.reject(reason);
    }
  };
  const runBatch = async (flow: Flow) => {
    requested.delete(flow.key);
    if (!mayStart()) return;
    inFlight += 1;
    // No call may join a batch that has started, because a read that begins after a change must see the change.
    const batch = takeBatch(flow);
    const { batches } = lane;
    batches.inFlight += 1;
    batches.sizes[batch.length] = (batches.sizes[batch.length] ?? 0) + 1;
    const run = () => Promise.resolve(batch.map(({ call }) => call)).then(runCalls);
    const { tracing } = lane;
    const origins = batch.map(({ origin }) => origin);
    const running = tracing === undefined ? run() : tracing.runBatch(origins, name, run);
    requestTurns();
    const [outcome] = await Promise.allSettled([running]);
    inFlight -= 1;
    batches.inFlight -= 1;
    // The next batch starts first, so that PostgreSQL works on it while Node answers this one.
    if (waiting.size() > 0) setImmediate(settle<Call, Result>, batch, outcome);
    else settle(batch, outcome);
  };
  const requestTurn = (flow: Flow) => {
    if (requested.has(flow.key)) return;
    requested.add(flow.key);
    lane
      .runCounted(flow, () => runBatch(flow))
      .catch((reason: unknown) => {
        requested.delete(flow.key);
        refuseAllOf(flow, reason);
      })
      .finally(requestTurns);
  };
  const requestTurns = () => {
    isPlanned = false;
    for (const flow of waiting.flows()) {
      if (!mayStart()) return;
      requestTurn(flow);
    }
  };
  return async (flow, call) => {
    lane.addWaiting(flow);
    return new Promise((resolve, reject) => {
      waiting.push(flow, { call, origin: lane.tracing?.origin(), resolve, reject });
      if (isPlanned || inFlight >= maxInFlight) return;
      isPlanned = true;
      // Waits for the reads of this event-loop turn, so that calls which arrived together share a batch.
      setImmediate(requestTurns);
    });
  };
};
