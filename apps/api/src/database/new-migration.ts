import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import type { Logger } from "pino";
import { migrate } from "./migrate.js";
import { prismaDirectory, readMigrations } from "./migrations.js";
import { OperatorError } from "../config/operator-error.js";
import { openPrivatePostgres } from "./private-postgres.js";
import { diffDatabase } from "./schema-engine.js";

const diffMigrations = async (directory: string, log: Logger): Promise<string | undefined> => {
  const datamodel = await readFile(join(directory, "schema.prisma"), "utf8");
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-migration-"));
  const server = await openPrivatePostgres({ dataDir, log, settings: { fsync: "off" } });
  try {
    await migrate(server.connection, log, directory);
    const pool = new Pool({ ...server.connection, max: 1 });
    return await diffDatabase(pool, datamodel).finally(() => pool.end());
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true });
  }
};

/**
 * Adds what Prisma's schema cannot express about ids that the database draws: every JSON parser must be able to read
 * them exactly (RFC 7493 §2.2).
 */
const withSafeIds = (script: string): string =>
  script
    .split(";\n")
    .map((statement) => {
      const [, name] = /CREATE TABLE "(\w+)" \(\n {4}"id" BIGSERIAL/.exec(statement) ?? [];
      if (name === undefined || !statement.endsWith('PRIMARY KEY ("id")\n)')) return statement;
      return (
        `${statement.slice(0, -2)},\n    CONSTRAINT "${name}_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991)\n)` +
        `;\n\nALTER SEQUENCE "${name}_id_seq" MAXVALUE 9007199254740991`
      );
    })
    .join(";\n");

/**
 * Completes the script of a migration.
 * @param script - Undefined if the migrations match schema.prisma.
 * @param earlier - The scripts of all migrations, in order.
 */
export type Complete = (script: string | undefined, earlier: string) => string | undefined;

/** @param complete - Adds the rules that the contract requires, which this folder does not know. */
export const newMigration = async (
  name: string,
  log: Logger,
  directory = prismaDirectory,
  complete: Complete = (script) => script,
): Promise<string | undefined> => {
  if (!/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/.test(name) || name.length > 100) {
    throw new OperatorError(
      "invalid_file",
      `"${name}" is not a valid name for a migration:`,
      "it must be lower-case words joined by _ or -, such as add_pet_age.",
    );
  }
  const difference = await diffMigrations(directory, log);
  const migrations = await readMigrations(directory);
  const script = complete(
    difference === undefined ? undefined : withSafeIds(difference),
    migrations.map((migration) => migration.script).join("\n"),
  );
  if (script === undefined) return undefined;
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  // A backup contains the names of the store's migrations, and a restore reads only names without hyphens.
  const folder = join(directory, "migrations", `${timestamp}_${name.replaceAll("-", "_")}`);
  await mkdir(folder);
  await writeFile(join(folder, "migration.sql"), script);
  return join(folder, "migration.sql");
};
