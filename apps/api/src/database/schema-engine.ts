import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { Pool } from "pg";

import { createEngineAdapter } from "./engine-adapter.js";
import type { Migration } from "./migrations.js";

const emptyDatamodel = 'datasource db {\n  provider = "postgresql"\n}\n';
const ignoreLog = () => {};
const filters = { externalTables: [], externalEnums: [] };

/** Runs the migrations that the database lacks, in order, and records them in `_prisma_migrations`, as `prisma migrate deploy` does. */
export async function applyMigrations(pool: Pool, schema: string, migrations: Migration[]): Promise<string[]> {
  const engine = await openEngine(pool, schema);
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: toMigrationList(migrations),
    filters,
  });
  return appliedMigrationNames;
}

/** Notes that a migration has left nothing behind, so that the next run tries it again. */
export async function markRolledBack(pool: Pool, schema: string, migrationName: string): Promise<void> {
  const engine = await openEngine(pool, schema);
  await engine.markMigrationRolledBack({ migrationName });
}

/** The SQL that leads from the database's schema to `datamodel` (the text of a schema.prisma); undefined where they agree. */
export async function diffDatabase(pool: Pool, datamodel: string): Promise<string | undefined> {
  const engine = await openEngine(pool, "public", datamodel);
  const files = [{ path: "schema.prisma", content: datamodel }];
  const { exitCode, stdout } = await engine.diff({
    from: { tag: "schemaDatasource", files, configDir: "" },
    to: { tag: "schemaDatamodel", files },
    script: true,
    exitCode: true,
    filters,
  });
  return exitCode === 0 ? undefined : (stdout ?? "");
}

async function openEngine(pool: Pool, schema: string, datamodel = emptyDatamodel): Promise<SchemaEngine> {
  const { SchemaEngine } = await loadEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(createEngineAdapter(pool, schema));
  return SchemaEngine.new({ datamodels: [["schema.prisma", datamodel]] }, ignoreLog, adapter);
}

let loading: Promise<typeof engineModule> | undefined;

// The module keeps its state in globals: one instance for the process.
function loadEngine(): Promise<typeof engineModule> {
  loading ??= instantiate();
  return loading;
}

async function instantiate(): Promise<typeof engineModule> {
  const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = await readFile(join(dirname(glue), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": glueWithoutHold() });
  const { __wbg_set_wasm: useWasm } = engineModule;
  useWasm(instance.exports);
  const start = instance.exports["__wbindgen_start"];
  if (typeof start === "function") {
    start();
  }
  return engineModule;
}

// The engine gives each step ten seconds and lets the timer run on: a process that has migrated and is done would wait for it.
function glueWithoutHold(): Record<string, WebAssembly.ImportValue> {
  const functions: [string, (...args: unknown[]) => unknown][] = Object.entries(engineModule as object);
  return Object.fromEntries(
    functions.map(([name, call]) => [
      name,
      name.startsWith("__wbg_setTimeout") ? (...args: unknown[]) => (call(...args) as NodeJS.Timeout).unref() : call,
    ]),
  );
}

function toMigrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: "",
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: script } },
    })),
  };
}
