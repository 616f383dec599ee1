import { setV8Flags } from "./startup/v8-flags.js";
import { loadEnvFile, run } from "./startup/run.js";
import { catchShutdownSignals, Interrupted } from "./startup/shutdown-signals.js";

const EXIT_CODE_AT_ONCE = 1;

// First: a signal before this ends a process that has started nothing. All else is loaded after it.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
setV8Flags();

await run(async () => {
  loadEnvFile();
  const { serve } = await import("./startup/serve.js");
  await serve(process.env, signal).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
    // What was started has ended. What is left, such as a connection attempt, is not waited for.
    process.exit();
  });
});
