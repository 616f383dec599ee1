import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { prepareFirstStart } from "../startup/first-start.js";
import type { StartService } from "../startup/service.js";
import { untilAborted } from "../startup/shutdown-signals.js";
import { startWorkerSupervisor } from "./worker-supervisor.js";

/** This process, the primary, holds the store open and distributes connections in turn. */
export const startWorkers: StartService = async (config, log, database, options) => {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./worker.js", import.meta.url)), args: [] });
  const supervisor = startWorkerSupervisor(config, log);
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
