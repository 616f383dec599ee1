import { spawn } from "node:child_process";

const isWindows = process.platform === "win32";

/**
 * Runs a command in a process group of its own, so that an abort ends everything that the command has started.
 * @param {string[]} command
 * @param {{ cwd: string, signal: AbortSignal, onOutput?: (text: string) => void }} options
 * @returns {Promise<{ output: string, failure: string | undefined }>}
 */
export const runCommand = ([file, ...args], { cwd, signal, onOutput }) =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      detached: !isWindows,
      env: { ...process.env, npm_config_update_notifier: "false" },
      shell: isWindows,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        onOutput?.(text);
      });
    const stop = () => {
      if (isWindows) child.kill();
      else if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    };
    const end = (failure) => {
      signal.removeEventListener("abort", stop);
      resolve({ output, failure });
    };
    signal.addEventListener("abort", stop);
    child.once("error", ({ message }) => end(message));
    child.once("close", (code) => end(code === 0 ? undefined : `${file} exited with ${code ?? "a signal"}`));
    if (signal.aborted) stop();
  });
