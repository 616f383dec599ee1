import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, openConnection } from "./connection.js";
import { createHistogram } from "./histogram.js";
import type { Job, Outcome } from "./job.js";
import { createSupply } from "./supply.js";

const LAST_RESPONSES_MS = 10_000;
const IDLE_BATCH = 50;

const openIdle = async ({ port, idleConnections, plan }: Job): Promise<Connection[]> => {
  const request = Buffer.from(plan.requests[0] ?? "", "latin1");
  const opened: Connection[] = [];
  const open = () =>
    new Promise<void>((onEnd) => {
      const requests = [request];
      const next = () => requests.pop();
      opened.push(openConnection({ port, next, onResponse: () => {}, onFailure: () => {}, onEnd }));
    });
  while (opened.length < idleConnections) await Promise.all(Array.from({ length: IDLE_BATCH }, open));
  return opened;
};

/** Runs a closed loop, in which each connection sends its next request after each response. */
export const runClosedLoop = async (job: Job): Promise<Outcome> => {
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

  const connections = Array.from({ length: job.connections }, () =>
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
  for (const { close } of [...connections, ...idle]) close();
  return { responses, seconds, errors, created, ...histogram.summary(), busy };
};
