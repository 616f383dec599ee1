import { parseConfig } from "./config.js";
import { openStore } from "./database/open-store.js";
import { keepHeapSmall } from "./keep-heap-small.js";
import { createLog } from "./log.js";
import { loadEnvFile, run } from "./run.js";

await run(async () => {
  keepHeapSmall();
  loadEnvFile();
  const config = parseConfig(process.env);
  const log = await createLog(config.logLevel);
  // Express and the rest are loaded while PostgreSQL starts; with workers, there.
  const loadStart = async () =>
    config.workers === 1
      ? (await import("./service.js")).startService
      : (await import("./cluster/start-workers.js")).startWorkers;
  const loading = Promise.all([loadStart(), import("./greeting.js")]);
  loading.catch(() => {});
  const database = await openStore(config, log);
  const [start, { greeting }] = await loading.catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const service = await start(config, log, database);
  const stop = (signal: NodeJS.Signals) => {
    log.info(`${signal}: ending the requests under way, then the service. Once more ends it at once.`);
    for (const again of ["SIGINT", "SIGTERM"] as const) process.once(again, () => process.exit(1));
    void run(() => service.stop());
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.stdout.write(greeting(service.address, service.firstStart));
});
