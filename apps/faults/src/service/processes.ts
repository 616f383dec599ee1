import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

export const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
};

/** Finds the workers of a service: its children, without the private PostgreSQL. */
export const workersOf = async (pid: number): Promise<number[]> => {
  const children = await childrenOf(pid);
  const lines = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "")));
  return children.filter((_, place) => lines[place]?.includes(".js") === true);
};

export const isRunning = async (pid: number): Promise<boolean> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
  // A zombie has exited, but its parent has not read the exit code yet.
  return status !== undefined && !/^State:\s+Z/m.test(status);
};

export const haveExited = async (pids: readonly number[], withinMs: number): Promise<boolean> => {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const running = await Promise.all(pids.map(isRunning));
    if (!running.includes(true)) return true;
    if (performance.now() > giveUpAt) return false;
    await sleep(50);
  }
};

export const residentBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0) * 1_024;
};

export type ProcessorTime = { readonly ranMs: number; readonly waitedMs: number };

/** Returns how long a process's main thread has run, and how long it was ready to run but another program had the processor. */
export const processorTimeOf = async (pid: number): Promise<ProcessorTime> => {
  const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "");
  const [ranNs = 0, waitedNs = 0] = text.split(" ").map(Number);
  return { ranMs: ranNs / 1e6, waitedMs: waitedNs / 1e6 };
};

export type Footprint = { readonly descriptors: number; readonly rssMb: number };

export const footprintOf = async (pids: readonly number[]): Promise<Footprint> => {
  const each = await Promise.all(
    pids.map(async (pid) => {
      const descriptors = (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
      return { descriptors, rssMb: (await residentBytes(pid)) / 2 ** 20 };
    }),
  );
  return {
    descriptors: each.reduce((sum, { descriptors }) => sum + descriptors, 0),
    rssMb: Math.round(each.reduce((sum, { rssMb }) => sum + rssMb, 0)),
  };
};
