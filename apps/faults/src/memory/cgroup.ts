import { existsSync } from "node:fs";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";

const MIB = 2 ** 20;
/** The kernel may still count a process for a moment after it has ended. */
const REMOVED_WITHIN_MS = 5_000;

/** The names of the files in the two versions of control groups. */
const versions = {
  v1: { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes" },
  v2: { root: "/sys/fs/cgroup", limit: "memory.max", peak: "memory.peak" },
} as const;

export type Cgroup = {
  /**
   * The file to which the id of a process is written to add the process, with everything that it starts, to the group.
   */
  readonly processes: string;
  /** Returns the peak of the group's memory, in MiB. */
  readonly readPeak: () => Promise<number>;
};

const remove = async (folder: string) => {
  for (const giveUpAt = performance.now() + REMOVED_WITHIN_MS; ; await delay(50)) {
    const error = await rmdir(folder).catch((reason: unknown) => reason);
    if (error === undefined) return;
    if (performance.now() > giveUpAt) throw error;
  }
};

/**
 * Creates a control group in which the kernel kills processes that exceed the limit, as in a container.
 * @throws Error if this user may not create one.
 */
export const makeCgroup = async (limitMb: number, cleanup: Cleanup): Promise<Cgroup> => {
  const { root, limit, peak } = versions[existsSync(join(versions.v1.root, versions.v1.limit)) ? "v1" : "v2"];
  const folder = join(root, `petstore-${process.pid}`);
  try {
    await mkdir(folder);
    cleanup.add(() => remove(folder));
    await writeFile(join(folder, limit), String(limitMb * MIB));
  } catch (cause) {
    throw new Error("--cgroup needs control groups for memory that this user may make; run it as root.", { cause });
  }
  return {
    processes: join(folder, "cgroup.procs"),
    readPeak: async () => Math.round(Number(await readFile(join(folder, peak), "utf8")) / MIB),
  };
};
