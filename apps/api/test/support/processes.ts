import { readdir, readFile, readlink } from "node:fs/promises";

/** The running processes whose working folder or arguments name a folder. Needs /proc. */
export const processesOf = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    if (!/^[0-9]+$/.test(pid) || Number(pid) === process.pid) continue;
    // A process that exits meanwhile, or a zombie, has neither.
    const args = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    if (cwd.startsWith(folder) || args.some((arg) => arg.includes(folder))) found.push(`${pid} ${args.join(" ")}`);
  }
  return found;
};

/** Whether the process has a child with this in its arguments. Needs /proc. */
export const hasChild = async (pid: number, arg: string): Promise<boolean> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const args = children
    .split(" ")
    .filter(Boolean)
    .map((child) => readFile(`/proc/${child}/cmdline`, "utf8").catch(() => ""));
  return (await Promise.all(args)).some((line) => line.includes(arg));
};
