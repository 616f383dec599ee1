import { readFile } from "node:fs/promises";

/** Returns how many files a process may open. Node raises its soft limit to the hard one. */
export const readOpenFiles = async (): Promise<number> => {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  return Number(/^Max open files +\S+ +([0-9]+)/m.exec(limits)?.[1] ?? 1_024);
};
