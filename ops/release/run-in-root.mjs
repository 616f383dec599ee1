// Runs programs in an image root, in namespaces of their own, as the image's user and with a folder as its /data.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 120_000;
const LOOK_MS = 10;

/** The mounts exist in the namespace only, and end with it. */
const enter = `mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/dev/shm" && mount --bind "$2" "$1/data" &&
  root="$1" user="$3" && shift 3 &&
  exec chroot --userspec="$user" "$root" /bin/sh -c 'cd /app && exec "$@"' sh "$@"`;

/** Starts a program, which becomes process 1 of its namespace, so that all other processes end with it. */
const run = ({ root, data, image: { user, group, env } }, command) => {
  const settings = [...env, "HOST=127.0.0.1", "PORT=0", "METRICS_HOST=127.0.0.1", "DATABASE_URL=private"];
  const inRoot = ["env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin", ...settings, ...command];
  const shell = ["bash", "-c", enter, "bash", root, data, `${user}:${group}`, ...inRoot];
  const program = spawn("unshare", ["--mount", "--pid", "--fork", ...shell], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const ended = new Promise((resolve) => program.once("close", resolve));
  const hasEnded = () => program.exitCode !== null || program.signalCode !== null;
  const findChild = () =>
    hasEnded() ? 0 : Number(readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, "utf8").trim());
  /** unshare ignores signals while its child runs, so the child gets them. */
  const signal = async (name) => {
    let child = findChild();
    for (; child === 0 && !hasEnded(); child = findChild()) await sleep(LOOK_MS);
    // Number 0 would be the own process group.
    if (child !== 0) process.kill(child, name);
  };
  return { program, ended, signal, output: () => output };
};

/**
 * Starts the service.
 * @returns `address` resolves when it listens; `stop` requires that it ends properly; `kill` ends all its processes.
 */
export const startService = (place) => {
  const { program, ended, signal, output } = run(place, place.image.command);
  const stop = async () => {
    await signal("SIGTERM");
    if ((await ended) !== 0) throw new Error(`The service did not stop properly: ${output()}`);
  };
  const kill = async () => {
    await signal("SIGKILL");
    await ended;
  };
  const address = new Promise((resolve, reject) => {
    const late = () => {
      reject(new Error(`The service has not started in ${START_MS} ms: ${output()}`));
      void kill();
    };
    const timer = setTimeout(late, START_MS);
    const settle = (done) => {
      clearTimeout(timer);
      done();
    };
    program.stdout.on("data", () => {
      const [, found] = /API +(http:\S+)\/v1/.exec(output()) ?? [];
      if (found !== undefined) settle(() => resolve(found));
    });
    void ended.then((code) => settle(() => reject(new Error(`The service exited with ${code}: ${output()}`))));
  });
  // A start that is killed has no address, which its caller does not wait for.
  address.catch(() => {});
  return { address, stop, kill };
};

/** Runs a command of the root to its end. @returns What it prints. */
export const runCommand = async (place, ...command) => {
  const { ended, output } = run(place, command);
  const code = await ended;
  if (code !== 0) throw new Error(`${command.join(" ")} exited with ${code}: ${output()}`);
  return output().trim();
};
