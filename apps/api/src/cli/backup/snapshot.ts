import { MIGRATION_LOCK } from "../../database/migrate.js";
import { prismaDirectory, readMigrations } from "../../database/migrations.js";
import { OperatorError } from "../../config/operator-error.js";
import { readRelease } from "../../database/release.js";
import { findTables, qualified, readApplied, type StoreTable } from "./catalogue.js";
import type { Head } from "./format.js";
import { readPartitions } from "./partitions.js";
import { SENSITIVE } from "./sensitive.js";
import { prepareTransaction, type StoreClient } from "./store-client.js";

export type Snapshot = {
  readonly head: Omit<Head, "format" | "version">;
  readonly tables: readonly StoreTable[];
  readonly leftOut: readonly string[];
};

const beingMigrated = () =>
  new OperatorError("conflict", "Another process is migrating the database:", "try again when it has finished.");

/** Reads which migrations the database has. A backup before an upgrade has the schema from before the upgrade. */
const readMigrationState = async (client: StoreClient): Promise<Head["migrations"]> => {
  const applied = await readApplied(client);
  if (applied.length === 0) {
    throw new OperatorError("not_found", "There is no store in this database:", "correct DATABASE_URL or DATA_DIR.");
  }
  const known = new Set((await readMigrations(prismaDirectory)).map(({ name }) => name));
  const unknown = applied.find(({ name }) => !known.has(name));
  if (unknown !== undefined) {
    throw new OperatorError(
      "schema_mismatch",
      `The database has migration "${unknown.name}", and this version does not know that migration or its tables:`,
      "back the database up with the version that made it.",
    );
  }
  return applied;
};

const lockTables = async (client: StoreClient): Promise<Snapshot> => {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await prepareTransaction(client);
  const migrations = await readMigrationState(client);
  const { ours, others } = await findTables(client);
  await client.query(`LOCK TABLE ${ours.map(qualified).join(", ")} IN ACCESS SHARE MODE`);
  const [row] = await client.query<{ createdAt: Date; postgres: string }>(
    `SELECT now() AS "createdAt", current_setting('server_version') AS postgres`,
  );
  const partitions = await readPartitions(client);
  const createdAt = (row?.createdAt ?? new Date()).toISOString();
  const head = {
    createdAt,
    release: readRelease(),
    sensitive: SENSITIVE,
    postgres: row?.postgres ?? "",
    migrations,
    partitions,
  };
  return { head, tables: ours, leftOut: others };
};

/**
 * Opens a snapshot, whose transaction stays open. Its locks keep the tables as the catalogue describes them, while
 * writers continue.
 */
export const openSnapshot = async (client: StoreClient): Promise<Snapshot> => {
  const [lock] = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock_shared($1) AS "isOurs"', [
    MIGRATION_LOCK,
  ]);
  if (lock?.isOurs !== true) throw beingMigrated();
  const snapshot = await lockTables(client);
  await client.query("SELECT pg_advisory_unlock_shared($1)", [MIGRATION_LOCK]);
  return snapshot;
};
