import { readFileSync } from "node:fs";

type Usage = { readonly megabytes: number; readonly cpuMs: number };
export type ProcessLimits = { readonly maxMegabytes: number; readonly maxCpuMs: number };
export type Cost = "memory" | "time";

const CHECK_MS = 10;
const KIB_PER_MEGABYTE = 1_024;
/** Linux reports processor time in hundredths of a second, whatever timer it uses itself. */
const MS_PER_TICK = 10;
/**
 * The numbers of fields in proc(5): utime is 14 and stime is 15. The state, which follows the name in parentheses, is
 * 3.
 */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/**
 * Reads the memory and the processor time of a process synchronously, because the threads that read files may be busy
 * with uploads.
 * @returns undefined if the system has no /proc, or the process does not exist
 */
export const usageOf = (pid: number | undefined): Usage | undefined => {
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name may contain parentheses and spaces itself.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    return { megabytes: Number(resident ?? 0) / KIB_PER_MEGABYTE, cpuMs: ticks * MS_PER_TICK };
  } catch {
    return undefined;
  }
};

/**
 * Watches a process from outside. If the process ended itself, it would first wait for its threads, in which libvips
 * continues to allocate memory. Processor time counts from this call.
 * @param onExcess - The watch calls it once, with the limit that was exceeded.
 * @returns a function that ends the watch
 */
export const watchProcess = (pid: number, limits: ProcessLimits, onExcess: (cost: Cost) => void): (() => void) => {
  const startedAt = usageOf(pid)?.cpuMs ?? 0;
  const timer = setInterval(() => {
    const usage = usageOf(pid);
    if (usage === undefined) return;
    const isTooLarge = usage.megabytes > limits.maxMegabytes;
    if (!isTooLarge && usage.cpuMs - startedAt <= limits.maxCpuMs) return;
    clearInterval(timer);
    onExcess(isTooLarge ? "memory" : "time");
  }, CHECK_MS);
  return () => clearInterval(timer);
};
