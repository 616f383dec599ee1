import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "./connection.js";
import { createHistogram } from "./histogram.js";
import type { Job, Outcome, Plan } from "./job.js";

const LAST_RESPONSES_MS = 10_000;
const IDLE_BATCH = 50;

const createSupply = ({ requests, sequence, isOnce = false }: Plan) => {
  const buffers = requests.map((request) => Buffer.from(request, "latin1"));
  const length = sequence?.length ?? buffers.length;
  let next = 0;
  return (): Buffer | undefined => {
    if (next === length) {
      if (isOnce) return undefined;
      next = 0;
    }
    const index = next++;
    return buffers[sequence?.[index] ?? index];
  };
};

const openIdle = async ({ port, idleConnections, plan }: Job): Promise<(() => void)[]> => {
  const request = Buffer.from(plan.requests[0] ?? "", "latin1");
  const closers: (() => void)[] = [];
  const open = () =>
    new Promise<void>((onEnd) => {
      const requests = [request];
      const next = () => requests.pop();
      closers.push(openConnection({ port, next, onResponse: () => {}, onFailure: () => {}, onEnd }));
    });
  while (closers.length < idleConnections) await Promise.all(Array.from({ length: IDLE_BATCH }, open));
  return closers;
};

export const runJob = async (job: Job): Promise<Outcome> => {
  const supply = createSupply(job.plan);
  const idle = await openIdle(job);
  const histogram = createHistogram();
  let isWarm = false;
  let isOver = false;
  let [responses, errors, created, ended] = [0, 0, 0, 0];
  let endedAt = 0;
  let onAllEnded = () => {};
  const allEnded = new Promise<void>((resolve) => {
    onAllEnded = resolve;
  });

  const closers = Array.from({ length: job.connections }, () =>
    openConnection({
      port: job.port,
      next: () => (isOver ? undefined : supply()),
      onResponse: (status, milliseconds) => {
        if (status === 201) created += 1;
        if (!isWarm) return;
        responses += 1;
        histogram.record(milliseconds);
        if (status < 200 || status > 299) errors += 1;
      },
      onFailure: () => {
        errors += 1;
      },
      onEnd: () => {
        endedAt = performance.now();
        ended += 1;
        if (ended === job.connections) onAllEnded();
      },
    }),
  );

  await Promise.race([sleep(job.warmUpSeconds * 1000), allEnded]);
  isWarm = true;
  const startedAt = performance.now();
  const idleBefore = performance.eventLoopUtilization();
  await Promise.race([sleep(job.seconds * 1000), allEnded]);
  isOver = true;
  const busy = performance.eventLoopUtilization(idleBefore).utilization;
  await Promise.race([allEnded, sleep(LAST_RESPONSES_MS)]);
  errors += job.connections - ended;
  const seconds = ((ended === job.connections ? endedAt : performance.now()) - startedAt) / 1000;
  for (const close of [...closers, ...idle]) close();
  const [p50Ms, p99Ms] = [histogram.quantile(0.5), histogram.quantile(0.99)];
  return { responses, seconds, errors, created, p50Ms, p99Ms, busy };
};
