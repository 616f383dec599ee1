import { parseConfig } from "../config.js";
import { openStore } from "../database/open-store.js";
import { createLog } from "./log.js";
import { run } from "./run.js";
import { whenAborted } from "./shutdown-signals.js";

/**
 * Starts the service and says on standard output where it is. It stops when the signal aborts.
 * @throws Interrupted where the start was abandoned; nothing that it started is left then.
 */
export const serve = async (env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> => {
  const config = parseConfig(env);
  const log = await createLog(config.logLevel);
  whenAborted(signal, () =>
    log.info(`${signal.reason.signal}: ending the requests under way, then the service. Once more ends it at once.`),
  );
  // Express and the rest are loaded while PostgreSQL starts; with workers, there.
  const loadStart = async () =>
    config.workers === 1
      ? (await import("./service.js")).startService
      : (await import("../cluster/start-workers.js")).startWorkers;
  const loading = Promise.all([loadStart(), import("./banner.js")]);
  loading.catch(() => {});
  const database = await openStore(config, log, signal);
  const [start, { banner }] = await loading.catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const service = await start(config, log, database, { signal, isTerminal: process.stdout.isTTY });
  process.stdout.write(banner(service.address, service.firstStart));
  whenAborted(signal, () => void run(() => service.stop()));
};
