import { readdir, readFile, readlink } from "node:fs/promises";

/** Lists the running processes whose working directory or arguments contain a folder. It needs /proc. */
export const processesOf = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    if (!/^[0-9]+$/.test(pid) || Number(pid) === process.pid) continue;
    // A process that has just exited has neither, and nor does a zombie.
    const args = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    if (cwd.startsWith(folder) || args.some((arg) => arg.includes(folder))) found.push(`${pid} ${args.join(" ")}`);
  }
  return found;
};

/** Lists the children of a process that have this text in their arguments. It needs /proc. */
export const childrenOf = async (pid: number, arg: string): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const found: number[] = [];
  for (const child of text.split(" ").filter(Boolean)) {
    const args = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "");
    if (args.includes(arg)) found.push(Number(child));
  }
  return found;
};
