import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";

const STOP_WITHIN_MS = 20_000;

export type StartedProcess = {
  start(): void;
  kill(signal: NodeJS.Signals): Promise<void>;
  hasExited(): boolean;
  log(): Promise<string>;
};

type Options = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: User;
};

export type User = { readonly uid: number; readonly gid: number };

/** PostgreSQL refuses to run as root; any other user owns what the trials start. */
export const databaseUser = (): User => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
};

/** A program in the foreground whose output goes to `folder/name.log`. The cleanup stops it. */
export const createProcess = (options: Options, cleanup: Cleanup): StartedProcess => {
  const { name, command, args, folder, env = {}, user } = options;
  const file = join(folder, `${name}.log`);
  let child: ChildProcess | undefined;
  const hasExited = () => child === undefined || child.exitCode !== null || child.signalCode !== null;
  const kill = async (signal: NodeJS.Signals) => {
    if (child === undefined || hasExited()) return;
    const exited = once(child, "exit");
    child.kill(signal);
    const killing = setTimeout(() => child?.kill("SIGKILL"), STOP_WITHIN_MS);
    await exited;
    clearTimeout(killing);
  };
  cleanup.add(() => kill("SIGTERM"));
  return {
    start: () => {
      const { PATH = "" } = process.env;
      const started = spawn(command, [...args], {
        cwd: folder,
        env: { PATH, HOME: folder, LC_ALL: "C.UTF-8", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        ...user,
      });
      const log = createWriteStream(file, { flags: "a" });
      started.stdout.pipe(log, { end: false });
      started.stderr.pipe(log, { end: false });
      started.once("error", (error) => log.write(`${String(error)}\n`));
      child = started;
    },
    kill,
    hasExited,
    log: () => readFile(file, "utf8").catch(() => ""),
  };
};
