// Generates Prisma's client into src/generated. `prisma generate` only checks that a schema engine file exists and never runs it:
// any file will do, and without one it would download the engine.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const api = dirname(dirname(fileURLToPath(import.meta.url)));
const packageJson = createRequire(import.meta.url).resolve("prisma/package.json");
const schema = join(api, "prisma", "schema.prisma");

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = [schema, packageJson, fileURLToPath(import.meta.url)];
const isCurrent = Math.max(...sources.map(changedAt)) < changedAt(join(api, "src", "generated", "client.ts"));

if (!isCurrent) {
  const run = spawnSync(process.execPath, [join(dirname(packageJson), "build", "index.js"), "generate", "--no-hints"], {
    cwd: api,
    encoding: "utf8",
    env: {
      ...process.env,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    },
  });
  if (run.status !== 0) {
    process.stderr.write(`${run.stdout ?? ""}${run.stderr ?? ""}${run.error ?? ""}\n`);
    process.exitCode = 1;
  }
}
