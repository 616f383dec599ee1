import { parseConfig } from "./config.js";
import { greeting } from "./greeting.js";
import { createLog } from "./log.js";
import { loadEnvFile, run } from "./run.js";
import { startService } from "./service.js";

await run(async () => {
  loadEnvFile();
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  const service = await startService(config, log);
  process.stdout.write(greeting(service.address, service.firstStart));

  const stop = (signal: NodeJS.Signals) => {
    log.info(`${signal}: ending the requests under way, then the service. Once more ends it at once.`);
    for (const again of ["SIGINT", "SIGTERM"] as const) process.once(again, () => process.exit(1));
    void run(() => service.stop());
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
});
