#!/usr/bin/env node
import { defineNavigator } from "./patches/navigator.js";
import { loadEnvFile } from "./startup/env-file.js";
import { run } from "./startup/run.js";
import { catchShutdownSignals } from "./startup/shutdown-signals.js";

const EXIT_CODE_AT_ONCE = 130;

// A second signal ends the process at once. The database rolls back a transaction whose client has gone.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
defineNavigator();

// A reader such as `| head` closes standard output early. Every write to it gets the error and handles it, so this
// listener does nothing.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

await run(async () => {
  loadEnvFile(process.env);
  const { petstore } = await import("./cli/petstore.js");
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await petstore(process.argv.slice(2), { env, stdin, stdout, stderr, signal });
});
