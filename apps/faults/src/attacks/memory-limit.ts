import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Cleanup } from "../cleanup.js";

export const LIMIT_MB = 512;
/** What Node chooses by itself in a container of that size. */
export const HEAP_MB = 256;

const ROOT = "/sys/fs/cgroup";

const permitsGroups = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return /\bmemory\b/.test(readFileSync(join(folder, "cgroup.subtree_control"), "utf8"));
  } catch {
    return false;
  }
};

/** The cgroup (v2), this process's own or its parent, below which the system permits one with a memory limit. */
export const findMemoryGroup = (root = ROOT, membership = "/proc/self/cgroup"): string | undefined => {
  const own = /^0::(\/.*)$/m.exec(existsSync(membership) ? readFileSync(membership, "utf8") : "")?.[1];
  if (own === undefined) return undefined;
  const folder = join(root, own);
  return [folder, dirname(folder)].filter((one) => one.startsWith(root)).find(permitsGroups);
};

/** Call it before the service starts: the cleanup removes the group once its process has exited. */
export const createLimitedGroup = async (parent: string, name: string, cleanup: Cleanup) => {
  const folder = join(parent, name);
  await mkdir(folder);
  cleanup.add(() => rmdir(folder));
  await writeFile(join(folder, "memory.max"), String(LIMIT_MB * 2 ** 20));
  // Missing on a system without swap accounting.
  await writeFile(join(folder, "memory.swap.max"), "0").catch(() => {});
  return { add: (pid: number) => writeFile(join(folder, "cgroup.procs"), String(pid)) };
};
