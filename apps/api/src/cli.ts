#!/usr/bin/env node
import { defineNavigator } from "./patches/navigator.js";
import { loadEnvFile, run } from "./startup/run.js";
import { catchShutdownSignals } from "./startup/shutdown-signals.js";

const EXIT_CODE_AT_ONCE = 130;

// Once more ends it at once: a transaction that the database no longer hears of is rolled back.
const signal = catchShutdownSignals(EXIT_CODE_AT_ONCE);
defineNavigator();

// `| head` closes standard output before its end: each write is told so, and knows what to do.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

await run(async () => {
  loadEnvFile();
  const { petstore } = await import("./cli/petstore.js");
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await petstore(process.argv.slice(2), { env, stdin, stdout, stderr, signal });
});
