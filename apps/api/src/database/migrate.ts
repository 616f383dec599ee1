import { setTimeout as sleep } from "node:timers/promises";
import { type ClientConfig, Pool } from "pg";
import type { Logger } from "pino";
import { applyMigrations } from "./apply-migrations.js";
import { type Migration, prismaDirectory, readMigrations } from "./migrations.js";
import { ServiceClient, warnOfLostConnections } from "./pool.js";
import { queryOfPool } from "./query.js";
import { canResume, checkRecorded, findAhead, isCurrent, type Recorded, readRecorded } from "./recorded-migrations.js";

/** The advisory lock that Prisma itself uses, which also excludes `prisma migrate deploy`. */
export const MIGRATION_LOCK = 72707369;
const LOCK_POLL_MS = 100;

const tryLock = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.isOurs === true;
};

/** Polls, because a statement that waits for the lock cannot be interrupted. */
const lock = async (pool: Pool, log: Logger, signal?: AbortSignal): Promise<void> => {
  await pool.query("SET statement_timeout = 0");
  if (await tryLock(pool)) return;
  log.info("Another process is migrating the database; waiting for it.");
  do {
    signal?.throwIfAborted();
    await sleep(LOCK_POLL_MS);
  } while (!(await tryLock(pool)));
};

const warnIfAhead = (recorded: readonly Recorded[], migrations: readonly Migration[], log: Logger): void => {
  const ahead = findAhead(recorded, migrations);
  if (ahead.length > 0) {
    log.warn({ migrations: ahead }, "A newer version has migrated the database; this version can still serve it.");
  }
};

const migrateOver = async (
  pool: Pool,
  log: Logger,
  migrations: readonly Migration[],
  signal?: AbortSignal,
): Promise<string[]> => {
  let recorded = await readRecorded(queryOfPool(pool));
  if (!isCurrent(recorded, migrations)) {
    await lock(pool, log, signal);
    // Another process may have migrated since the first read.
    recorded = await readRecorded(queryOfPool(pool));
  }
  warnIfAhead(recorded, migrations, log);
  if (isCurrent(recorded, migrations)) return [];
  recorded.forEach((record) => checkRecorded(record, migrations, canResume));
  return applyMigrations(pool, log, migrations, recorded, signal);
};

/**
 * Migrates the database. Any number of processes may call it at once, and one of them migrates.
 * @param source - The migrations, or the folder that contains them.
 * @param signal - Ends the wait for other processes, but never a migration that has started.
 */
export const migrate = async (
  connection: ClientConfig,
  log: Logger,
  source: string | readonly Migration[] = prismaDirectory,
  signal?: AbortSignal,
): Promise<{ readonly applied: string[] }> => {
  const migrations = typeof source === "string" ? await readMigrations(source) : source;
  // The advisory lock belongs to the connection, so the pool must never close it when it is idle.
  const own = { application_name: "petstore migrate", max: 1, idleTimeoutMillis: 0, Client: ServiceClient };
  const pool = new Pool({ ...connection, ...own });
  warnOfLostConnections(pool, log, "The connection that runs the migrations was lost.");
  try {
    return { applied: await migrateOver(pool, log, migrations, signal) };
  } finally {
    await pool.end();
  }
};
