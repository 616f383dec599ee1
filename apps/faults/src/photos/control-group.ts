import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";

const ROOT = "/sys/fs/cgroup/memory";
const BYTES_PER_MEBIBYTE = 1_048_576;
const EMPTY_WITHIN_MS = 5_000;

/**
 * Removes the group. This is possible only when its last process has ended, and an image process ends a little after
 * its service.
 */
const remove = async (folder: string): Promise<void> => {
  const giveUpAt = performance.now() + EMPTY_WITHIN_MS;
  while ((await readFile(join(folder, "cgroup.procs"), "utf8")) !== "" && performance.now() < giveUpAt) await sleep(50);
  await rmdir(folder);
};

type ControlGroup = {
  /**
   * Runs `start` in the group. A process that it starts belongs to the group from the beginning, as do its children.
   */
  readonly within: <Result>(start: () => Result) => Promise<Result>;
  /** Returns how many processes of the group the kernel has killed. */
  readonly kills: () => Promise<number>;
};

/**
 * Makes a control group with a limit for memory.
 * @returns Undefined if this system has no cgroup v1, or does not permit one.
 */
export const openControlGroup = async (limitMb: number, cleanup: Cleanup): Promise<ControlGroup | undefined> => {
  const own = /^\d+:memory:(.*)$/m.exec(await readFile("/proc/self/cgroup", "utf8").catch(() => ""))?.[1];
  if (own === undefined) return undefined;
  const folder = join(ROOT, own, `petstore-${process.pid}`);
  const isMade = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (!isMade) return undefined;
  cleanup.add(() => remove(folder));
  await writeFile(join(folder, "memory.limit_in_bytes"), String(limitMb * BYTES_PER_MEBIBYTE));
  const enter = (group: string) => writeFile(join(group, "cgroup.procs"), String(process.pid));
  return {
    within: async (start) => {
      await enter(folder);
      try {
        return start();
      } finally {
        await enter(join(ROOT, own));
      }
    },
    kills: async () =>
      Number(/^oom_kill (\d+)$/m.exec(await readFile(join(folder, "memory.oom_control"), "utf8"))?.[1] ?? 0),
  };
};
