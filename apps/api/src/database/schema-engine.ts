import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { Pool } from "pg";
import { createEngineAdapter } from "../patches/prisma-engine-adapter.js";
import { loadSchemaEngine } from "../patches/schema-engine-wasm.js";

const ignoreLog = () => {};
const filters = { externalTables: [], externalEnums: [] };

/** @returns The SQL that changes the database to match the data model, or undefined if it already does. */
export const diffDatabase = async (pool: Pool, datamodel: string): Promise<string | undefined> => {
  const { SchemaEngine } = await loadSchemaEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(createEngineAdapter(pool, "public"));
  const engine = await SchemaEngine.new({ datamodels: [["schema.prisma", datamodel]] }, ignoreLog, adapter);
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
