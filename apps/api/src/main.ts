import { defineNavigator } from "./patches/navigator.js";
import { loadEnvFile, run } from "./startup/run.js";
import { catchShutdownSignals, Interrupted } from "./startup/shutdown-signals.js";
import { setV8Flags } from "./startup/v8-flags.js";

const EXIT_CODE_AT_ONCE = 1;

// First: an earlier signal ends a process that has started nothing.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
setV8Flags();
defineNavigator();

await run(async () => {
  loadEnvFile();
  const { serve } = await import("./startup/serve.js");
  const loadStartWorkers = async () => (await import("./cluster/start-workers.js")).startWorkers;
  await serve(process.env, signal, loadStartWorkers).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
    // Without waiting for what is left, such as a connection attempt.
    process.exit();
  });
});
