import { defineNavigator } from "./patches/navigator.js";
import { loadEnvFile } from "./startup/env-file.js";
import { run } from "./startup/run.js";
import { catchShutdownSignals, Interrupted } from "./startup/shutdown-signals.js";
import { setV8Flags } from "./startup/v8-flags.js";

const EXIT_CODE_AT_ONCE = 1;

// This is the first statement. A signal before it ends the process, which has not started anything by then.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
setV8Flags();
defineNavigator();

/**
 * If there are several workers, the primary loads neither Express nor the other modules for requests, because only the
 * workers serve requests.
 */
const loadStart = async (workers: number) => {
  if (workers > 1) return (await import("./cluster/start-workers.js")).startWorkers;
  const [{ createStartService }, { compose }] = await Promise.all([
    import("./startup/service.js"),
    import("./compose.js"),
  ]);
  return createStartService(compose);
};

await run(async () => {
  loadEnvFile(process.env);
  const { serve } = await import("./startup/serve.js");
  await serve(process.env, signal, loadStart).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
    // The process exits without waiting for anything that is still open, such as an attempt to connect.
    process.exit();
  });
});
