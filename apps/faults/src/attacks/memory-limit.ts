import { existsSync, readFileSync } from "node:fs";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Cleanup } from "../cleanup.js";

export const LIMIT_MB = 512;
/** What Node chooses by itself in a container of that size. */
export const HEAP_MB = 256;

const ROOT = "/sys/fs/cgroup";

/** The cgroup (v2) below which a process may be limited: this process's own or its parent, whichever delegates memory. */
export const findMemoryGroup = (root = ROOT, membership = "/proc/self/cgroup"): string | undefined => {
  const own = /^0::(\/.*)$/m.exec(existsSync(membership) ? readFileSync(membership, "utf8") : "")?.[1];
  if (own === undefined) return undefined;
  return [join(root, own), dirname(join(root, own))].find((folder) => {
    const file = join(folder, "cgroup.subtree_control");
    return folder.startsWith(root) && existsSync(file) && /\bmemory\b/.test(readFileSync(file, "utf8"));
  });
};

/** Moves the process into a cgroup of its own. @returns false if the system does not permit it */
export const limitByGroup = async (group: string | undefined, pid: number, cleanup: Cleanup): Promise<boolean> => {
  if (group === undefined) return false;
  const folder = join(group, `petstore-attacks-${pid}`);
  try {
    await mkdir(folder);
    // The service must have exited: a cgroup with processes stays.
    cleanup.add(() => rmdir(folder));
    await writeFile(join(folder, "memory.max"), String(LIMIT_MB * 2 ** 20));
    await writeFile(join(folder, "memory.swap.max"), "0").catch(() => {});
    await writeFile(join(folder, "cgroup.procs"), String(pid));
    return true;
  } catch {
    return false;
  }
};
