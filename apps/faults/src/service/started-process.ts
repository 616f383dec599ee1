import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";

const LOG_CHARACTERS = 100_000;

export type User = { readonly uid: number; readonly gid: number };

/** A program that runs in the foreground and can be started again. */
export type StartedProcess = {
  /** Returns the process of the most recent start. */
  readonly child: () => ChildProcess;
  readonly start: () => void;
  readonly isRunning: () => boolean;
  /** Returns the exit code or the signal; undefined while the program runs and before its first start. */
  readonly exit: () => string | undefined;
  /** Sends the signal, and SIGKILL afterwards if it is necessary. Resolves when the program has exited. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
  /** Returns the last lines that it wrote to standard error. */
  readonly log: () => string;
};

export type ProcessOptions = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user?: User;
  readonly hasChannel?: boolean;
  readonly stopWithinMs?: number;
  /** This function is called with each line of standard error. */
  readonly onLine?: (line: string) => void;
};

/** Returns the folder and the variables for a program that needs no others. */
export const surroundingsIn = (folder: string) => {
  const { PATH = "" } = process.env;
  return { cwd: folder, env: { PATH, HOME: folder, LC_ALL: "C.UTF-8" } };
};

const forEachLine = (child: ChildProcess, onLine: (line: string) => void) => {
  let rest = "";
  child.stderr?.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
};

/** Creates a process, which the cleanup stops. */
export const createProcess = (options: ProcessOptions, cleanup: Cleanup): StartedProcess => {
  const { command, args, cwd, env, user, hasChannel = false, stopWithinMs = 20_000, onLine } = options;
  let child: ChildProcess | undefined;
  let log = "";
  const exit = () => {
    const how = child?.signalCode ?? child?.exitCode ?? undefined;
    return how === undefined ? undefined : String(how);
  };
  const isRunning = () => child !== undefined && exit() === undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || !isRunning()) return;
    const exited = once(child, "exit");
    child.kill(signal);
    const killing = setTimeout(() => child?.kill("SIGKILL"), stopWithinMs);
    await exited;
    clearTimeout(killing);
  };
  cleanup.add(() => end("SIGTERM"));
  return {
    child: () => {
      if (child === undefined) throw new Error(`${command} was not started.`);
      return child;
    },
    start: () => {
      const stdio = ["ignore", "ignore", "pipe", ...(hasChannel ? (["ipc"] as const) : [])] as const;
      child = spawn(command, args, { cwd, env, stdio: [...stdio], ...user });
      child.stderr?.setEncoding("utf8").on("data", (text: string) => void (log = (log + text).slice(-LOG_CHARACTERS)));
      child.once("error", (error) => void (log += `${String(error)}\n`));
      if (onLine !== undefined) forEachLine(child, onLine);
    },
    isRunning,
    exit,
    end,
    log: () => log,
  };
};
