import type { Config } from "../config/config.js";
import type { RequestMetrics } from "./request-metrics.js";
import type { Database } from "../database/open-database.js";
import { gauge, type Snapshot } from "./metric.js";
import { readDatabaseMetrics } from "./database-metrics.js";
import { openProcessMetrics } from "./process-metrics.js";
import { type MeasuredDeps, readServiceMetrics } from "./service-metrics.js";
import { toSnapshot } from "./snapshots.js";

export type Collect = () => Promise<Snapshot>;

/** Collects the metrics of a process that serves requests. */
export const createServiceCollector = (
  deps: Omit<MeasuredDeps, "metrics"> & {
    readonly metrics: RequestMetrics | undefined;
    readonly database: Database;
    readonly config: Pick<Config, "environment">;
  },
): Collect => {
  const { metrics, database, config } = deps;
  if (metrics === undefined) throw new TypeError("Metrics are collected only with METRICS_PORT.");
  const readProcess = openProcessMetrics(config);
  return async () =>
    toSnapshot([
      ...(await readProcess()),
      ...readServiceMetrics({ ...deps, metrics }),
      ...readDatabaseMetrics(database),
    ]);
};

/** Collects the metrics of the primary, which serves no requests. */
export const createPrimaryCollector = (config: Pick<Config, "environment">, database: Database): Collect => {
  const readProcess = openProcessMetrics(config);
  return async () => toSnapshot([...(await readProcess()), ...readDatabaseMetrics(database)]);
};

/** @param up - Tells for each worker whether it has sent its metrics in time. */
export const workersUp = (up: readonly boolean[]) =>
  gauge(
    "petstore_worker_up",
    "1 if the worker has sent its metrics in time; 0 if its counters are older.",
    up.map((isUp, at) => [{ worker: at + 1 }, Number(isUp)]),
    "first",
  );
