import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "../service/processes.js";

const KIB_PER_MEBIBYTE = 1_024;
const INTERVAL_MS = 10;
const IMAGE_PROCESS = "convert-images";

const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
const mebibytesIn = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / KIB_PER_MEBIBYTE;

/** Measures the memory of processes and of all processes that they have started. Shared memory is counted once. */
export const megabytesOf = async (root: number, ...others: number[]): Promise<number> => {
  const parents = new Map<number, number>();
  const ids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  for (const pid of ids) parents.set(pid, Number((await read(pid, "stat")).split(") ")[1]?.split(" ")[1] ?? 0));
  const isOurs = (pid: number): boolean =>
    pid === root || others.includes(pid) || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  let mebibytes = 0;
  for (const pid of ids.filter(isOurs)) mebibytes += mebibytesIn(await read(pid, "smaps_rollup"), "Pss");
  return Math.round(mebibytes);
};

type PeakWatch = {
  /** Returns the highest sum of resident memory in the samples, in MiB. */
  readonly sampled: () => number;
  /**
   * Returns the sum of the peaks that the kernel recorded for the service and its largest image process, as if both
   * peaks had occurred at the same time.
   */
  readonly bound: () => number;
  readonly stop: () => Promise<void>;
};

/**
 * Measures the memory of a service and of its image process. Memory that they share is counted twice. PostgreSQL's
 * memory is left out.
 */
export const watchPeak = (service: number): PeakWatch => {
  let sampled = 0;
  let peakOfService = 0;
  let peakOfImages = 0;
  const stopping = new AbortController();
  const sample = async () => {
    const own = await read(service, "status");
    peakOfService = Math.max(peakOfService, mebibytesIn(own, "VmHWM"));
    let sum = mebibytesIn(own, "VmRSS");
    for (const child of await childrenOf(service)) {
      if (!(await read(child, "cmdline")).includes(IMAGE_PROCESS)) continue;
      const status = await read(child, "status");
      sum += mebibytesIn(status, "VmRSS");
      peakOfImages = Math.max(peakOfImages, mebibytesIn(status, "VmHWM"));
    }
    sampled = Math.max(sampled, sum);
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await sample();
      await sleep(INTERVAL_MS);
    }
  })();
  return {
    sampled: () => Math.round(sampled),
    bound: () => Math.round(peakOfService + peakOfImages),
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
};
