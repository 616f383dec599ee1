// Generates Prisma's client into src/generated. `prisma generate` only checks that the file of a schema engine exists
// and never runs it. So any file will do, and without one it would download the engine.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const api = dirname(dirname(fileURLToPath(import.meta.url)));
const packageJson = createRequire(import.meta.url).resolve("prisma/package.json");
const schema = join(api, "prisma", "schema.prisma");

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = [schema, packageJson, fileURLToPath(import.meta.url)];
const isCurrent = Math.max(...sources.map(changedAt)) < changedAt(join(api, "src", "generated", "client.ts"));

const compilerPath = join("generated", "internal", "query-compiler.wasm");

/**
 * Makes the client load its query compiler from a file. The module with base64, whose source and text would stay in
 * memory, takes 12 MB more.
 */
const moveQueryCompiler = async () => {
  const path = join(api, "src", "generated", "internal", "class.ts");
  const source = readFileSync(path, "utf8");
  const loading =
    /const \{ wasm \} = await import\("(@prisma\/client\/runtime\/[^"]+)"\)\s+return await decodeBase64AsWasm\(wasm\)/.exec(
      source,
    );
  if (loading === null) throw new Error(`Prisma loads its query compiler in another way now: see ${path}.`);
  const { wasm } = await import(pathToFileURL(createRequire(import.meta.url).resolve(loading[1])).href);
  writeFileSync(join(api, "src", compilerPath), Buffer.from(wasm, "base64"));
  const bytes = 'await (await import("node:fs/promises")).readFile(new URL("./query-compiler.wasm", import.meta.url))';
  writeFileSync(path, source.replace(loading[0], `return new WebAssembly.Module(${bytes})`));
};

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
  } else await moveQueryCompiler();
}

if (existsSync(join(api, "src", compilerPath))) {
  mkdirSync(join(api, "dist", dirname(compilerPath)), { recursive: true });
  copyFileSync(join(api, "src", compilerPath), join(api, "dist", compilerPath));
}
