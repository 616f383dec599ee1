// `pnpm dev` serves, and restarts the service whenever a saved source compiles. As long as it does not compile, the
// last good build keeps serving. Vite's dev server serves the admin and forwards its requests to the service.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { forgetSources, hasWeb } from "./build-state.mjs";
import { catchSignals, installAndBuild, root, stopWithParent } from "./prepare.mjs";
import { runCommand } from "./run-command.mjs";
import { findFreePort, launchVite, urlOf } from "./vite.mjs";

/** An editor may save several files at once, or one file in several steps. */
const DEBOUNCE_MS = 30;
/** A graceful stop waits a second for idle clients. A restart must not take so long. */
const KILL_AFTER_MS = 300;

stopWithParent();
const { signal } = catchSignals();
await installAndBuild(signal, { isWebWanted: false });
// From here on, the build may be older than sources that are edited before the next `npm start`.
forgetSources();

const say = (text) => process.stderr.write(`${text}\n`);
const seconds = (from, to) => `${((to - from) / 1000).toFixed(1)} s`;

/** An abort also ends the wait for a change. */
const aborted = once(signal, "abort");
const changedPaths = new Set();
let wake = () => {};
for (const folder of ["packages/contract/src", "packages/tables/src", "apps/api/src", "apps/api/prisma"])
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (name === null || /\.test\.ts$|^generated\b/.test(name)) return;
    changedPaths.add(`${folder}/${name}`);
    wake();
  });
const nextChange = async () => {
  if (changedPaths.size === 0) await Promise.race([aborted, new Promise((resolve) => (wake = resolve))]);
  await delay(DEBOUNCE_MS);
  const paths = [...changedPaths];
  changedPaths.clear();
  return paths;
};

const typescript = createRequire(join(root, "package.json")).resolve("typescript/package.json");
// The type checkers repeat some work of each other, so more of them than processors would only take longer.
const checkers = ["--checkers", String(Math.min(4, availableParallelism()))];
const compile = [
  process.execPath,
  join(dirname(typescript), "bin", "tsc"),
  "-b",
  "apps/api/tsconfig.build.json",
  ...checkers,
];
const generateClient = [process.execPath, "apps/api/scripts/generate-client.mjs"];

const build = async (paths) => {
  const commands = paths.some((path) => path.startsWith("apps/api/prisma/")) ? [generateClient, compile] : [compile];
  for (const command of commands) {
    const { output, failure } = await runCommand(command, { cwd: root, signal });
    if (failure === undefined) continue;
    if (!signal.aborted)
      say(`\n${output.trim()}\n\nNot restarted: correct the errors above. The last good build keeps serving.`);
    return false;
  }
  return true;
};

/** Resolves with the address of a restarted service, and with undefined if it exits before it serves. */
const launch = (isRestart, env) => {
  const main = join(root, "apps/api/dist/main.js");
  const stdio = ["inherit", isRestart ? "pipe" : "inherit", "inherit"];
  const child = spawn(process.execPath, ["--max-semi-space-size=8", main], { stdio, env });
  let isStopping = false;
  const exited = once(child, "exit");
  child.once("exit", (code, name) => {
    if (isStopping || signal.aborted) return;
    say(`\nThe service exited with ${code ?? name}; it starts again after the next change.`);
  });
  const address = new Promise((resolve) => {
    child.once("exit", () => resolve(undefined));
    let greeting = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      greeting += text;
      const [, url] = /API +(\S+)\n[^]*\n\n$/.exec(greeting) ?? [];
      if (url === undefined) return;
      // The output of a first start says where the key is.
      if (greeting.includes("Secrets")) process.stdout.write(greeting);
      resolve(url);
    });
  });
  const stop = async (killAfterMs) => {
    isStopping = true;
    child.kill("SIGTERM");
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    await exited;
    clearTimeout(timer);
  };
  return { address, stop };
};

const { loadEnvFile } = await import("../dist/startup/env-file.js");
const { run } = await import("../dist/startup/run.js");
const serve = async () => {
  loadEnvFile(process.env);
  const { parseConfig } = await import("../dist/config/config.js");
  const { openDatabase } = await import("../dist/database/open-database.js");
  const { createLog } = await import("../dist/startup/log.js");
  const { host, port: givenPort, databaseUrl, dataDir, workers } = parseConfig(process.env);
  // A private PostgreSQL keeps running when the service restarts. It stops with this process, even if the service was
  // killed.
  const database = await openDatabase({ databaseUrl, dataDir, workers, log: await createLog("warn"), signal });
  // A restart keeps the port, because Vite uses it.
  const port = givenPort === 0 ? await findFreePort(host) : givenPort;
  // The last build of the admin may be outdated, so the service does not serve it.
  const env = { ...process.env, PORT: String(port), ...(hasWeb() ? { WEB_DIR: "none" } : {}) };
  let service = launch(false, env);
  const onViteExit = (cause) => {
    if (!signal.aborted) say(`\nThe admin's dev server exited with ${cause}; the API keeps serving.`);
  };
  const vite = hasWeb() ? launchVite(urlOf(host, port), onViteExit) : undefined;
  while (!signal.aborted) {
    const paths = await nextChange();
    if (signal.aborted) break;
    const savedAt = performance.now();
    if (!(await build(paths))) continue;
    const builtAt = performance.now();
    await service.stop(KILL_AFTER_MS);
    if (signal.aborted) break;
    service = launch(true, env);
    const url = await service.address;
    const times = `built in ${seconds(savedAt, builtAt)}, started in ${seconds(builtAt, performance.now())}`;
    if (url !== undefined) say(`\n${paths.join(", ")}: serving ${url} again (${times}).`);
  }
  await Promise.all([service.stop(), vite?.stop()]);
  await database.close();
};
await run(() =>
  serve().catch((error) => {
    if (!signal.aborted) throw error;
  }),
);
process.exit(signal.aborted ? 128 + signal.reason : 1);
