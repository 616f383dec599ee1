#!/usr/bin/env node
import { requirePlatform } from "./startup/require-platform.js";

const EXIT_CODE_OF_REFUSAL = 1;
const EXIT_CODE_AT_ONCE = 130;

requirePlatform(EXIT_CODE_OF_REFUSAL);

// Other modules are imported after this check, because old versions of Node cannot even load them.
const { catchShutdownSignals } = await import("./startup/shutdown-signals.js");
// A second signal ends the process at once. The database rolls back a transaction whose client has gone.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
const [{ defineNavigator }, { loadEnvFile }, { run }] = await Promise.all([
  import("./patches/navigator.js"),
  import("./startup/env-file.js"),
  import("./startup/run.js"),
]);
defineNavigator();

// A reader such as `| head` closes standard output early, and a disk may be full. Every write gets the error and handles
// it, so this listener does nothing.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

await run(async () => {
  loadEnvFile(process.env);
  const { petstore } = await import("./cli/petstore.js");
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await petstore(process.argv.slice(2), { env, stdin, stdout, stderr, signal });
});
