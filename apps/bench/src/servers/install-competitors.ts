import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const competitors = fileURLToPath(new URL("../../competitors/", import.meta.url));

const changedAt = (path: string) => statSync(join(competitors, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { PATH = "", HOME = "" } = process.env;
  const isWindows = process.platform === "win32";
  const options = {
    cwd: competitors,
    encoding: "utf8",
    env: { ...process.env, PATH, HOME, ...env },
    shell: isWindows,
  } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}${error?.message ?? ""}`);
};

export const installCompetitors = (report: (line: string) => void): void => {
  if (changedAt("node_modules/.package-lock.json") < changedAt("package-lock.json")) {
    report("installing the competitors' packages (once)");
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  }
  if (changedAt("generated/index.js") < changedAt("schema.prisma")) {
    report("generating the competitor's Prisma client");
    const api = createRequire(import.meta.resolve("@petstore/api/package.json"));
    const prisma = join(dirname(api.resolve("prisma/package.json")), "build", "index.js");
    // apps/api/scripts/generate-client.mjs says why Node replaces the engine.
    run(process.execPath, [prisma, "generate", "--no-hints", "--schema", "schema.prisma"], {
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    });
  }
};
