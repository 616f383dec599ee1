import { findProgram, foldersOf } from "@petstore/bench/dist/find-program.js";

/** Debian keeps PostgreSQL's own programs outside PATH, where there may be wrappers with the same names. */
const debianFolders = ["/usr/lib/postgresql/15/bin", "/usr/sbin"];

const packages = {
  patroni: "patroni",
  patronictl: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  "redis-server": "redis-server",
  postgres: "postgresql-15",
} as const;

type Program = keyof typeof packages;
export type Programs = Readonly<Record<Program, string>>;

/** @param path - In the form of the environment variable PATH. @param preferred - Folders that are searched first. */
export const findPrograms = (path: string, preferred: readonly string[] = debianFolders): Programs => {
  const folders = [...preferred, ...foldersOf(path)];
  const found = Object.keys(packages).map((name) => [name, findProgram([name], folders)] as const);
  const missing = found.filter(([, file]) => file === undefined).map(([name]) => name as Program);
  if (missing.length > 0) {
    const names = [...new Set(missing.map((name) => packages[name]))].join(" ");
    throw new Error(
      `${missing.join(", ")}: not found in PATH; on Debian 12: apt-get install --no-install-recommends ${names}`,
    );
  }
  return Object.fromEntries(found) as Programs;
};
