import { parseConfig } from "../config/config.js";
import { explainDatabaseError } from "../database/explain-database-error.js";
import { describeStorePlace, findStorePlace } from "../database/describe-store.js";
import { openStore } from "../database/open-store.js";
import { loadTracing } from "../tracing/load-tracing.js";
import { warnOfFewConnections } from "../database/warn-of-few-connections.js";
import { queryOfPool } from "../database/query.js";
import { checkSharedSettings } from "./check-shared-settings.js";
import { checkWorkers } from "./check-workers.js";
import { createLog } from "./log.js";
import { findNearMisses } from "./near-misses.js";
import { warnOfExposure } from "./exposure.js";
import { describeRelease, readRelease } from "../database/release.js";
import { run } from "./run.js";
import type { StartService } from "./service.js";
import { whenAborted } from "./shutdown-signals.js";
import { startWatchdog } from "./watchdog.js";
import { waitForDatabase, type WaitingPort } from "./wait-for-database.js";

/** @throws Interrupted if the start was interrupted. In this case nothing that it started is left. */
export const serve = async (
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  loadStart: (workers: number) => Promise<StartService>,
): Promise<void> => {
  const config = parseConfig(env);
  const log = await createLog(config.logLevel);
  const release = readRelease();
  log.info(release, `Pet Store ${describeRelease(release)} is starting.`);
  for (const sentence of findNearMisses(env)) log.warn(sentence);
  warnOfExposure(config, log);
  checkWorkers(config.workers, log);
  startWatchdog(env, log);
  whenAborted(signal, () =>
    log.info(
      `${signal.reason.signal}: the service answers the requests in flight, then stops. A second signal stops it at once.`,
    ),
  );
  // Express and other modules are loaded while PostgreSQL starts. If there are workers, they load the modules instead.
  const loading = Promise.all([loadStart(config.workers), import("./banner.js")]);
  loading.catch(() => {});
  // If there are workers, they create the traces, because the primary serves no requests.
  const tracing = config.workers === 1 ? await loadTracing(config, log) : undefined;
  const attempt = async ({ port, release, noteReached }: WaitingPort) => {
    const database = await openStore(config, log, signal, tracing, noteReached);
    // A start must not fail because a check for a warning failed. If there is a real problem, the next statement fails.
    await warnOfFewConnections(database, config.workers, log).catch((error: unknown) =>
      log.debug({ err: error }, "PostgreSQL's limits on connections cannot be read."),
    );
    const [start] = await loading.catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    const store = await findStorePlace(database, config.dataDir)
      .then(async (place) => {
        await checkSharedSettings(queryOfPool(database.pool), config);
        return place;
      })
      .catch(async (error: unknown) => {
        await database.close();
        throw explainDatabaseError(error, database);
      });
    log.info({ store }, `The store is ${describeStorePlace(store)}.`);
    const options = { signal, tracing, isTerminal: process.stdout.isTTY, releasePort: release };
    const started = await start({ ...config, port }, log, database, options).catch((error: unknown) => {
      throw explainDatabaseError(error, database);
    });
    return { ...started, store };
  };
  const service = await waitForDatabase(config, log, signal, attempt);
  const [, { banner }] = await loading;
  const stateOf = (folder: string | undefined, setting: string | undefined) =>
    folder !== undefined ? "served" : setting === undefined ? "not built" : "off";
  const served = {
    admin: stateOf(config.webDir, env["WEB_DIR"]),
    docs: stateOf(config.docsDir, env["DOCS_DIR"]),
  } as const;
  process.stdout.write(banner(service.address, served, { release, store: service.store }, service.firstStart));
  const stop = async () => {
    await service.stop();
    log.info("Stopped.");
    // Without this, the SDK would repeat its last export to an unreachable collector for ten more seconds.
    if (tracing !== undefined) process.exit();
  };
  whenAborted(signal, () => void run(stop));
};
