import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

/** Opens a folder that is outside the workspace and has its own packages and lockfile. */
export const packagesOf = (folder: string) => {
  const changedAt = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

  const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { PATH = "", HOME = "" } = process.env;
    const options = {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH, HOME, ...env },
      shell: process.platform === "win32",
    } as const;
    const { status, stdout, stderr, error } = spawnSync(command, args, options);
    if (status !== 0)
      throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}${error?.message ?? ""}`);
  };

  return {
    changedAt,
    run,
    installPackages: (onStart: () => void): void => {
      if (changedAt("node_modules/.package-lock.json") >= changedAt("package-lock.json")) return;
      onStart();
      run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    },
  };
};
