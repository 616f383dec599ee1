import { EXIT_CODE_OF_MISTAKE, requirePlatform } from "./startup/require-platform.js";

const EXIT_CODE_AT_ONCE = 1;

requirePlatform(EXIT_CODE_OF_MISTAKE);

// Other modules are imported after this check, because old versions of Node cannot even load them.
const { catchShutdownSignals, Interrupted } = await import("./startup/shutdown-signals.js");
// This comes before anything starts. A signal before it ends the process, which has not started anything by then.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
const [{ defineNavigator }, { loadEnvFile }, { run }, { setV8Flags }] = await Promise.all([
  import("./patches/navigator.js"),
  import("./startup/env-file.js"),
  import("./startup/run.js"),
  import("./startup/v8-flags.js"),
]);
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
