import { defineNavigator } from "./patches/navigator.js";
import { loadEnvFile, run } from "./startup/run.js";
import { catchShutdownSignals, Interrupted } from "./startup/shutdown-signals.js";
import { setV8Flags } from "./startup/v8-flags.js";

const EXIT_CODE_AT_ONCE = 1;

// First: an earlier signal ends a process that has started nothing.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
setV8Flags();
defineNavigator();

/** The primary of several workers loads neither Express nor the rest: its workers do. */
const loadStart = async (workers: number) => {
  if (workers > 1) return (await import("./cluster/start-workers.js")).startWorkers;
  const [{ createStartService }, { compose }] = await Promise.all([
    import("./startup/service.js"),
    import("./compose.js"),
  ]);
  return createStartService(compose);
};

await run(async () => {
  loadEnvFile();
  const { serve } = await import("./startup/serve.js");
  await serve(process.env, signal, loadStart).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
    // Without waiting for what is left, such as a connection attempt.
    process.exit();
  });
});
