import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const WANTED = 65_536;

const hardLimit = async () => {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  return Number(/^Max open files +\S+ +(\S+)/m.exec(limits)?.[1] ?? 1_024);
};

/** Raises the limit of this process, and so of those that it starts. @returns how many files each may open */
export const raiseOpenFiles = async (): Promise<number> => {
  if ((await hardLimit()) < WANTED) {
    // Only root may raise a hard limit.
    const args = ["--pid", String(process.pid), `--nofile=${WANTED}:${WANTED}`];
    await promisify(execFile)("prlimit", args).catch(() => {});
  }
  return hardLimit();
};
