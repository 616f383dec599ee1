import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { Database } from "../database/open-database.js";
import { prepareFirstStart } from "../startup/first-start.js";
import type { Service, StartOptions } from "../startup/service.js";
import { untilAborted } from "../startup/shutdown-signals.js";
import { startWorkerSupervisor } from "./worker-supervisor.js";

/**
 * The service as several processes: this one, the primary, holds the store open, takes the connections and hands them out in
 * turn; the workers answer. It makes the first start when all of them listen.
 * @param database - Open and migrated. It is closed with the service, and when the start fails or is abandoned.
 * @throws OperatorError where the address cannot be had, or the workers do not start.
 */
export const startWorkers = async (
  config: Config,
  log: Logger,
  database: Database,
  options: StartOptions,
): Promise<Service> => {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./worker.js", import.meta.url)), args: [] });
  const supervisor = startWorkerSupervisor(config, log);
  // Who ends at once takes them along.
  process.once("exit", () => supervisor.kill());
  const stop = async () => {
    await supervisor.stop();
    await database.close();
  };
  try {
    const address = await untilAborted(options.signal, supervisor.listening);
    const firstStart = await prepareFirstStart({ db: database.db, config, log, database }, options);
    supervisor.markReady();
    return { address, firstStart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
