// Installs and builds what has changed, for `npm start` and `pnpm dev`. This uses only Node's own modules, because it
// runs before the installation.
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { readBuildState, storeSiteSources } from "./build-state.mjs";
import { createProgress } from "./progress.mjs";
import { runCommand } from "./run-command.mjs";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const PARENT_CHECK_MS = 500;
const signals = ["SIGHUP", "SIGINT", "SIGTERM"];

/**
 * @returns {{ signal: AbortSignal, release: () => void }} The signal aborts when the first shutdown signal arrives; its
 * reason is the number of that signal.
 */
export const catchSignals = () => {
  const controller = new AbortController();
  const abort = (name) => controller.abort(constants.signals[name]);
  for (const name of signals) process.on(name, abort);
  return { signal: controller.signal, release: () => signals.forEach((name) => process.off(name, abort)) };
};

/**
 * npm and pnpm run a script in a shell. A SIGTERM that they forward ends only the shell, so this process ends when the
 * shell does.
 */
export const stopWithParent = () => {
  if (!["start", "dev"].includes(process.env.npm_lifecycle_event)) return;
  const parent = process.ppid;
  const check = () => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  };
  const watch = setInterval(check, PARENT_CHECK_MS).unref();
};

/** Returns the last progress that pnpm reported, for example "312 of 480 packages". */
const installDetail = (text) => {
  const [, resolved, added] = [...text.matchAll(/resolved (\d+), .*added (\d+)/g)].at(-1) ?? [];
  return added === undefined ? "" : `${added} of ${resolved} packages`;
};

/**
 * Exits the process after a failure or a signal.
 * @param {AbortSignal} signal
 * @param {{ isWebWanted: boolean }} options
 */
export const installAndBuild = async (signal, { isWebWanted }) => {
  const { isInstalled, isApiBuilt, staleSites } = readBuildState();
  const sites = staleSites.filter((folder) => isWebWanted || folder !== "apps/web");
  const folders = [...(isApiBuilt ? [] : ["packages/contract", "packages/tables", "apps/api"]), ...sites];
  if (folders.length === 0) return;
  const { step } = createProgress(process.stderr);
  const run = async (title, command, folder, remedy) => {
    const work = async (showDetail) => {
      const onOutput = (text) => showDetail(installDetail(text));
      const { output, failure } = await runCommand(command, { cwd: `${root}${folder}`, signal, onOutput });
      if (failure !== undefined)
        throw new Error(`\n${output.trim()}\n\n${title}: ${failure}; its output is above. ${remedy}`);
    };
    await step(title, work).catch(({ message }) => {
      if (signal.aborted) process.exit(128 + signal.reason);
      console.error(message);
      process.exit(1);
    });
  };
  if (!isInstalled)
    await run(
      "Install packages",
      ["npx", "--yes", "pnpm@12.21.0", "install"],
      "",
      "Check that this machine reaches the npm registry (npm ping), then run it again.",
    );
  // npm runs the packages' own build scripts without using the network, which npx may need to find pnpm.
  for (const folder of folders)
    await run(
      `Build ${folder}`,
      ["npm", "run", "build"],
      folder,
      `Correct the errors in ${folder}, then run it again.`,
    );
  for (const folder of sites) storeSiteSources(folder);
};
