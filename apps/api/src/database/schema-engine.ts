import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { DatabaseError, type Pool } from "pg";
import { createEngineAdapter } from "../patches/prisma-engine-adapter.js";
import { loadSchemaEngine } from "../patches/schema-engine-wasm.js";
import { withCode } from "./errors.js";
import type { Migration } from "./migrations.js";

const emptyDatamodel = 'datasource db {\n  provider = "postgresql"\n}\n';
const ignoreLog = () => {};
const filters = { externalTables: [], externalEnums: [] };

const openEngine = async (
  pool: Pool,
  schema: string,
  datamodel = emptyDatamodel,
  onFailedScript?: (error: unknown) => void,
): Promise<SchemaEngine> => {
  const { SchemaEngine } = await loadSchemaEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(createEngineAdapter(pool, schema, onFailedScript));
  return SchemaEngine.new({ datamodels: [["schema.prisma", datamodel]] }, ignoreLog, adapter);
};

const toMigrationList = (migrations: readonly Migration[]): MigrationList => ({
  baseDir: "",
  lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
  shadowDbInitScript: "",
  migrationDirectories: migrations.map(({ name, script }) => ({
    path: name,
    migrationFile: { path: "migration.sql", content: { tag: "ok", value: script } },
  })),
});

export const applyMigrations = async (
  pool: Pool,
  schema: string,
  migrations: readonly Migration[],
): Promise<string[]> => {
  let cause: unknown;
  const engine = await openEngine(pool, schema, emptyDatamodel, (error) => (cause = error));
  const list = { migrationsList: toMigrationList(migrations), filters };
  // The engine's own error has PostgreSQL's message, but not its code.
  const { appliedMigrationNames } = await engine.applyMigrations(list).catch((error: unknown) => {
    throw cause instanceof DatabaseError ? withCode(error, cause.code ?? "") : error;
  });
  return appliedMigrationNames;
};

export const markRolledBack = async (pool: Pool, schema: string, migrationName: string): Promise<void> => {
  const engine = await openEngine(pool, schema);
  await engine.markMigrationRolledBack({ migrationName });
};

export const diffDatabase = async (pool: Pool, datamodel: string): Promise<string | undefined> => {
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
};
