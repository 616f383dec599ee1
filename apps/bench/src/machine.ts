import { execFileSync } from "node:child_process";
import { cpus, platform, release, totalmem } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const git = (...args: string[]) => {
  try {
    return execFileSync("git", args, {
      cwd: dirname(fileURLToPath(import.meta.url)),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
};

export const describeMachine = (postgresVersion: string): string => {
  const cores = cpus();
  const commit = git("rev-parse", "--short", "HEAD");
  const isChanged = git("status", "--porcelain", "--", ":/apps", ":/packages") !== "";
  return [
    `${cores[0]?.model.trim() ?? "unknown processor"}, ${cores.length} cores`,
    `${Math.round(totalmem() / 1024 ** 3)} GiB`,
    `${platform()} ${release()}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgresVersion}`,
    new Date().toISOString().slice(0, 10),
    commit === "" ? "no commit" : `commit ${commit}${isChanged ? " with changes" : ""}`,
  ].join("; ");
};
