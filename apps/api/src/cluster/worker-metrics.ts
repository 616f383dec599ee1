import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import type { Database } from "../database/open-database.js";
import { createPrimaryCollector, workersUp } from "../metrics/collect.js";
import type { Snapshot } from "../metrics/metric.js";
import { countersOf, mergeSnapshots } from "../metrics/snapshots.js";
import type { WorkerHandle } from "./worker-handle.js";

/**
 * A place of a worker. When the worker is replaced, its successor takes the place. Labels with process ids instead
 * would increase in number without end.
 */
type Place = { worker: WorkerHandle; last: Snapshot; isMissing: boolean };

/**
 * Collects the metrics of this process and of all workers. The last counters of a worker that hangs or has ended are
 * kept.
 */
export const createWorkerMetrics = (
  workers: Iterable<WorkerHandle>,
  config: Pick<Config, "environment">,
  database: Database,
  log: Logger,
): (() => Promise<Snapshot[]>) => {
  const collectHere = createPrimaryCollector(config, database);
  const places: Place[] = [];
  let ended: Snapshot = [];

  const place = async () => {
    const current = new Set(workers);
    const free = places.filter(({ worker }) => !current.has(worker));
    for (const { worker } of places) current.delete(worker);
    for (const left of free) {
      // eslint-disable-next-line no-await-in-loop -- each sum contains the one before
      ended = await mergeSnapshots([ended, countersOf(left.last)]);
      left.last = [];
    }
    for (const worker of current) {
      const successor: Place = { worker, last: [], isMissing: false };
      const left = free.shift();
      if (left === undefined) places.push(successor);
      else places[places.indexOf(left)] = successor;
    }
    // The worker in this place has ended, and its replacement has not started yet.
    return free;
  };
  const scrape = async (one: Place): Promise<Snapshot> => {
    const snapshot = await one.worker.scrape();
    if (snapshot === undefined && !one.isMissing) {
      log.warn({ worker: one.worker.pid }, "A worker sends no metrics; its counters are those of the last scrape.");
    }
    one.isMissing = snapshot === undefined;
    one.last = snapshot ?? one.last;
    return snapshot ?? countersOf(one.last);
  };
  return async () => {
    const absent = new Set(await place());
    const present = places.filter((one) => !absent.has(one));
    const [here, ...found] = await Promise.all([collectHere(), ...present.map(scrape)]);
    const up = workersUp(places.map((one) => !absent.has(one) && !one.isMissing));
    return [here, [up], ended, ...found];
  };
};
