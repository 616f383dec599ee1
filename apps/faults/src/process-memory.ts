import { readFile } from "node:fs/promises";

/** The resident memory of a process in bytes, without asking it; 0 where the system has no /proc. */
export const residentBytes = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0) * 1024;
};
