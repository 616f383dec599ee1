#!/usr/bin/env node
import { petstore } from "./cli/petstore.js";
import { loadEnvFile, run } from "./run.js";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    interruption.abort();
    // Once more ends it at once: a transaction that the database no longer hears of is rolled back.
    for (const again of ["SIGINT", "SIGTERM"] as const) process.once(again, () => process.exit(130));
  });
}

// `| head` closes standard output before its end: each write is told so, and knows what to do.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

await run(async () => {
  loadEnvFile();
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await petstore(process.argv.slice(2), { env, stdin, stdout, stderr, signal: interruption.signal });
});
