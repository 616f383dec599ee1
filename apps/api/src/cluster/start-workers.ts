import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { untilAborted } from "../database/until-aborted.js";
import type { Config } from "../config/config.js";
import type { Database } from "../database/open-database.js";
import type { MetricsServer } from "../startup/metrics-server.js";
import { type LoadSample, prepareFirstStart } from "../startup/first-start.js";
import type { StartService } from "../startup/service.js";
import type { WorkerHandle } from "./worker-handle.js";
import { startWorkerSupervisor } from "./worker-supervisor.js";

const serveMetrics = async (config: Config, log: Logger, database: Database, workers: Iterable<WorkerHandle>) => {
  if (config.metricsPort === undefined) return undefined;
  const [{ openMetricsServer }, { createWorkerMetrics }] = await Promise.all([
    import("../startup/metrics-server.js"),
    import("./worker-metrics.js"),
  ]);
  return openMetricsServer(config, log, createWorkerMetrics(workers, config, database, log));
};

/** This module is loaded only in a first start, because the primary serves no requests and should use little memory. */
const loadSample: LoadSample = async (...given) => (await import("../pets/sample/load-sample.js")).loadSample(...given);

/** Starts workers. This process, the primary, keeps the store open and gives connections to the workers in turn. */
export const startWorkers: StartService = async (config, log, database, options) => {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("../worker.js", import.meta.url)), args: [] });
  const supervisor = startWorkerSupervisor(config, log, options.releasePort);
  process.once("exit", () => supervisor.kill());
  let metricsServer: MetricsServer | undefined;
  const stop = async () => {
    await supervisor.stop();
    metricsServer?.close();
    await database.close();
  };
  try {
    metricsServer = await serveMetrics(config, log, database, supervisor.workers);
    const address = await untilAborted(options.signal, supervisor.listening);
    const deps = { db: database.db, config, log, database, loadSample };
    const firstStart = await prepareFirstStart(deps, { ...options, address });
    supervisor.markReady();
    return { address, firstStart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
