import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Config, parseConfig } from "../config/config.js";
import { explainDatabaseError } from "../database/explain-database-error.js";
import { watchForFullDisk } from "../database/watch-for-full-disk.js";
import { migrate } from "../database/migrate.js";
import { type Database, openDatabase } from "../database/open-database.js";
import { prismaDirectory, readMigrations } from "../database/migrations.js";
import { OperatorError } from "../config/operator-error.js";
import { queryOfPool } from "../database/query.js";
import { readRecorded, requireThisVersion } from "../database/recorded-migrations.js";
import { createLog } from "../startup/log.js";
import { findNearMisses } from "../startup/near-misses.js";
import { remark, type Shell } from "./shell.js";

type Open = (config: Config, log: Logger, signal: AbortSignal) => Promise<Database>;

/** Opens a store with the schema that it has. If there is no private store yet, it creates one. */
export const openUnmigrated: Open = (config, log, signal) => openDatabase({ ...config, log, signal });

const noStore = ({ databaseUrl, dataDir }: Config): OperatorError =>
  databaseUrl === undefined
    ? new OperatorError(
        "not_found",
        `There is no store in "${dataDir}":`,
        "correct DATA_DIR, or make one with `petstore migrate`.",
      )
    : new OperatorError(
        "not_found",
        "There is no store in this database:",
        "correct DATABASE_URL, or make one with `petstore migrate`.",
      );

const isPrivateStoreThere = async ({ dataDir }: Config): Promise<boolean> =>
  (await stat(join(dataDir, "postgres")).catch(() => undefined)) !== undefined;

/**
 * Opens a store with the schema that it has, or an empty database. It makes no private store, and starts the server of
 * one that is there.
 */
export const openStoreAsItIs: Open = async (config, log, signal) => {
  if (config.databaseUrl === undefined && !(await isPrivateStoreThere(config))) throw noStore(config);
  return openUnmigrated(config, log, signal);
};

const orClose = async (database: Database, work: () => Promise<unknown>): Promise<Database> => {
  try {
    await work();
    return database;
  } catch (error) {
    await database.close();
    throw explainDatabaseError(error, database);
  }
};

/**
 * Opens a store with the schema that it has. It creates no store, because a mistyped DATA_DIR or DATABASE_URL must not
 * create one.
 */
export const openExistingUnmigrated: Open = async (config, log, signal) => {
  const database = await openStoreAsItIs(config, log, signal);
  return orClose(database, async () => {
    const { rows } = await database.pool.query("SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL");
    if (rows.length === 0) throw noStore(config);
  });
};

const requireVersionOf = async ({ pool }: Database): Promise<void> =>
  requireThisVersion(await readRecorded(queryOfPool(pool)), await readMigrations(prismaDirectory));

/** The default for commands: the store must exist and have this version's schema. */
export const openExisting: Open = async (config, log, signal) => {
  const database = await openExistingUnmigrated(config, log, signal);
  return orClose(database, () => requireVersionOf(database));
};

/** Creates the store if it does not exist. An existing store must have the schema of this version. */
export const openOrMake: Open = async (config, log, signal) => {
  const database = await openUnmigrated(config, log, signal);
  return orClose(database, async () => {
    const recorded = await readRecorded(queryOfPool(database.pool));
    if (recorded.length === 0) await migrate(database.connection, log, undefined, signal);
    else await requireVersionOf(database);
  });
};

export const withStore = async <Result>(
  shell: Shell,
  work: (store: Database, config: Config, log: Logger) => Promise<Result>,
  open: Open = openExisting,
): Promise<Result> => {
  const config = parseConfig(shell.env);
  for (const sentence of findNearMisses(shell.env)) await remark(shell, sentence);
  const log = await createLog(shell.isJson ? "silent" : "warn");
  const store = await open(config, log, shell.signal);
  const explainFullDisk = await watchForFullDisk(store.isPrivate ? config.dataDir : undefined);
  try {
    shell.signal.throwIfAborted();
    return await work(store, config, log);
  } catch (error) {
    throw await explainFullDisk(error);
  } finally {
    await store.close();
  }
};
