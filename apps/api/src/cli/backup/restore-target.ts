import { type Migration, prismaDirectory, readMigrations } from "../../database/migrations.js";
import { OperatorError } from "../../config/operator-error.js";
import { qualified, readApplied, type StoreTable } from "./catalogue.js";
import type { Head } from "./format.js";
import type { StoreClient } from "./store-client.js";

/**
 * @returns The migrations of this version that are needed for the schema of the backup.
 * @throws OperatorError if the schema of the backup is newer than this version.
 */
export const migrationsOf = async ({ migrations }: Head): Promise<readonly Migration[]> => {
  const own = await readMigrations(prismaDirectory);
  for (const { name, checksum } of migrations) {
    const found = own.find((migration) => migration.name === name);
    if (found === undefined) {
      throw new OperatorError(
        "schema_mismatch",
        `The backup has migration "${name}", which this version does not know:`,
        "restore the backup with the version that wrote it, or a newer one.",
      );
    }
    if (found.checksum !== checksum) {
      throw new OperatorError(
        "schema_mismatch",
        `Migration "${name}" differs from the one in the backup:`,
        "restore the backup with the version that wrote it.",
      );
    }
  }
  return own.filter(({ name }) => migrations.some((migration) => migration.name === name));
};

export const requireEmpty = async (client: StoreClient, tables: readonly StoreTable[]): Promise<void> => {
  for (const table of tables) {
    const found = await client.query(`SELECT FROM ${qualified(table)} LIMIT 1`);
    if (found.length > 0) {
      throw new OperatorError(
        "conflict",
        `The store is not empty (table "${table.name}" has rows):`,
        "name an empty database in DATABASE_URL, or a new folder in DATA_DIR.",
      );
    }
  }
};

/** Refuses an empty store that has a newer schema, because migrations cannot be reverted. */
export const requireOlderSchema = async (client: StoreClient, { migrations }: Head): Promise<void> => {
  const names = new Set(migrations.map(({ name }) => name));
  const newer = (await readApplied(client)).find(({ name }) => !names.has(name));
  if (newer === undefined) return;
  throw new OperatorError(
    "conflict",
    `The store is empty, but has migration "${newer.name}", which is newer than the backup:`,
    "name a database without tables in DATABASE_URL, or a new folder in DATA_DIR.",
  );
};
