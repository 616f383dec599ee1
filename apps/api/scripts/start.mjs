// `npm start`: installs and builds what has changed, then serves in this very process, so that signals reach the service.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Pet Store needs Node.js 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

// npm runs this in a shell, and a SIGTERM that npm passes on ends that shell alone: without it, this is to end as well.
if (process.env.npm_lifecycle_event === "start") {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}

const { readBuildState, writeBuildState } = await import("./build-state.mjs");
const isWindows = process.platform === "win32";
const signals = ["SIGHUP", "SIGINT", "SIGTERM"];

/** Runs a command; a signal ends it with all that it has started, and then this process. */
const run = (command, args, cwd) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: fileURLToPath(new URL(`../../../${cwd}`, import.meta.url)),
      detached: !isWindows,
      env: { ...process.env, npm_config_update_notifier: "false" },
      shell: isWindows,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let received;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    const stop = (signal) => {
      received ??= signal;
      if (isWindows) child.kill(signal);
      else if (child.pid !== undefined) process.kill(-child.pid, signal);
    };
    for (const signal of signals) process.on(signal, stop);
    const end = (problem) => {
      for (const signal of signals) process.off(signal, stop);
      if (received !== undefined) process.exit(128 + constants.signals[received]);
      resolve({ output, problem });
    };
    child.once("error", ({ message }) => end(message));
    child.once("close", (code) => end(code === 0 ? undefined : `${command} ended with ${code}`));
  });

const check = ({ output, problem }) => {
  if (problem === undefined) return;
  console.error(`${output}\nThe build failed (${problem}). Its output is above.`);
  process.exit(1);
};

const { isInstalled, isBuilt } = readBuildState();
if (!isBuilt && isInstalled) {
  console.error("Building what has changed…");
  // The packages' own scripts: npm runs them without the network, which npx may ask for pnpm.
  for (const folder of ["packages/contract", "apps/api"]) check(await run("npm", ["run", "build"], folder));
} else if (!isBuilt) {
  console.error("Installing and building what has changed…");
  check(await run("npx", ["--yes", "pnpm@12.21.0", "run", "build"], "."));
  // Turbo may have restored an older build of the same sources.
  writeBuildState();
}
await import("../dist/main.js");
