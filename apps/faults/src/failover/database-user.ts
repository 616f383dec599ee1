import { execFileSync } from "node:child_process";
import type { User } from "../service/started-process.js";

/** PostgreSQL refuses to run as root. If this process does, another user owns everything that the trials start. */
export const databaseUser = (): User => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
};
