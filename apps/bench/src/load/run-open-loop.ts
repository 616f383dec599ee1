import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { drawArrivals } from "./arrivals.js";
import { type Connection, openConnection } from "./connection.js";
import { createHistogram } from "./histogram.js";
import type { Job, Outcome } from "./job.js";
import { createSupply } from "./supply.js";

const LAST_RESPONSES_MS = 10_000;
const TICK_MS = 1;

/**
 * Runs an open loop. Requests are due at times fixed in advance, and latency counts from those times: a slow response
 * makes the requests behind it slow as well, as it does for users (Gil Tene's "coordinated omission"). A request that
 * never returns counts as an error.
 */
export const runOpenLoop = async (job: Job, ratePerSecond: number): Promise<Outcome> => {
  const supply = createSupply({ ...job.plan, isOnce: false });
  const dueAfter = drawArrivals(ratePerSecond, job.warmUpSeconds + job.seconds);
  const histogram = createHistogram();
  const idle: Connection[] = [];
  let [sent, ended, responses, errors, created] = [0, 0, 0, 0, 0];
  let isClosing = false;
  const startedAt = performance.now();
  const warmAt = startedAt + job.warmUpSeconds * 1000;
  const nextDue = () => startedAt + (dueAfter[sent] ?? Infinity);

  const open = (): Connection => {
    let due: number | undefined;
    const connection: Connection = openConnection({
      port: job.port,
      next: () => {
        if (nextDue() > performance.now()) return undefined;
        due = nextDue();
        sent += 1;
        return supply();
      },
      onResponse: (status) => {
        ended += 1;
        if (status === 201) created += 1;
        const since = due ?? 0;
        due = undefined;
        if (since < warmAt) return;
        responses += 1;
        histogram.record(performance.now() - since);
        if (status < 200 || status > 299) errors += 1;
      },
      onFailure: () => {
        if (isClosing || due === undefined) return;
        due = undefined;
        ended += 1;
        errors += 1;
      },
      onEnd: () => idle.push(connection),
    });
    return connection;
  };
  const connections = Array.from({ length: job.connections }, open);

  const busyBefore = performance.eventLoopUtilization();
  const endsAt = startedAt + (job.warmUpSeconds + job.seconds) * 1000;
  const isDrained = () => sent === dueAfter.length && ended >= sent;
  while (!isDrained() && performance.now() < endsAt + LAST_RESPONSES_MS) {
    while (idle.length > 0 && nextDue() <= performance.now()) idle.shift()?.resume();
    await sleep(TICK_MS);
  }
  const busy = performance.eventLoopUtilization(busyBefore).utilization;
  isClosing = true;
  errors += Math.max(dueAfter.length - ended, 0);
  const seconds = (Math.max(performance.now(), endsAt) - warmAt) / 1000;
  for (const { close } of connections) close();
  return { responses, seconds, errors, created, ...histogram.summary(), busy };
};
