import { setTimeout as sleep } from "node:timers/promises";

import { type ClientConfig, Pool } from "pg";
import type { Logger } from "pino";

import { OperatorError } from "./operator-error.js";
import { hasCode } from "./errors.js";
import { type Migration, prismaDirectory, readMigrations } from "./migrations.js";

type Recorded = { name: string; checksum: string; startedAt: Date; isFinished: boolean };
type Target = { schema: string; canCreate: boolean; encoding: string; session: number };

// The key that Prisma's own engine locks: this also keeps `prisma migrate deploy` and us apart, and the engine,
// which takes it again on the same connection, gets it at once.
const migrationLock = 72707369;
const lockPollMs = 100;

/**
 * Brings the database up to this version's schema. Any number of processes may call it at once: one migrates,
 * the others wait for it and find nothing to do.
 *
 * @param signal abandons the wait for another process; a migration that has begun is finished, since one cut in the
 *   middle needs an operator's decision
 * @throws {OperatorError} a migration failed or was edited, or the database is newer than this version
 */
export async function migrate(
  connection: ClientConfig,
  log: Logger,
  directory = prismaDirectory,
  signal?: AbortSignal,
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  // One connection that never goes idle: the advisory lock belongs to it.
  const pool = new Pool({ ...connection, application_name: "petstore migrate", max: 1, idleTimeoutMillis: 0 });
  pool.on("error", (error) => log.warn({ err: error }, "the connection that migrates was lost"));
  try {
    return { applied: await migrateOver(pool, log, migrations, signal) };
  } finally {
    await pool.end();
  }
}

async function migrateOver(pool: Pool, log: Logger, migrations: Migration[], signal?: AbortSignal): Promise<string[]> {
  if (isCurrent(await readRecorded(pool), migrations)) {
    return [];
  }
  await lock(pool, log, signal);
  // Read again: what another process was at when it was read first is done now.
  const recorded = await readRecorded(pool);
  recorded.forEach((record) => checkRecorded(record, migrations));
  return isCurrent(recorded, migrations) ? [] : apply(pool, log, migrations);
}

function isCurrent(recorded: Recorded[], migrations: Migration[]): boolean {
  const done = new Map(recorded.filter(({ isFinished }) => isFinished).map(({ name, checksum }) => [name, checksum]));
  return recorded.length === migrations.length && migrations.every(({ name, checksum }) => done.get(name) === checksum);
}

// Polled: a statement that waits for the lock could not be abandoned.
async function lock(pool: Pool, log: Logger, signal?: AbortSignal): Promise<void> {
  await pool.query("SET statement_timeout = 0");
  if (await tryLock(pool)) {
    return;
  }
  log.info("another process migrates the database; waiting for it");
  do {
    signal?.throwIfAborted();
    await sleep(lockPollMs);
  } while (!(await tryLock(pool)));
}

async function tryLock(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
    migrationLock,
  ]);
  return rows[0]?.isOurs === true;
}

async function readRecorded(pool: Pool): Promise<Recorded[]> {
  const { rows: tables } = await pool.query("SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL");
  if (tables.length === 0) {
    return [];
  }
  const { rows } = await pool.query<Recorded>(
    `SELECT migration_name AS name, checksum, started_at AS "startedAt", finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return rows;
}

function checkRecorded({ name, checksum, startedAt, isFinished }: Recorded, migrations: Migration[]): void {
  const migration = migrations.find((candidate) => candidate.name === name);
  if (migration === undefined) {
    throw new OperatorError(
      `The database has migration "${name}", which this version does not know: ` +
        "it was migrated by a newer version; run that one, or restore a backup from before it.",
    );
  }
  if (!isFinished) {
    throw new OperatorError(
      `Migration "${name}" began at ${startedAt.toISOString()} and was never finished: look whether its changes are in the ` +
        `database, then set finished_at of its row in _prisma_migrations if they are, or delete the row if not, and start again.`,
    );
  }
  if (migration.checksum !== checksum) {
    throw new OperatorError(
      `Migration "${name}" is not the one that the database was migrated with: ` +
        "a migration must not be edited once applied; restore its file and write a new migration instead.",
    );
  }
}

async function apply(pool: Pool, log: Logger, migrations: Migration[]): Promise<string[]> {
  const { schema, session } = await checkTarget(pool);
  log.info("migrating the database");
  // Loaded only here: it costs some 50 ms and 50 MB.
  const engine = await import("./schema-engine.js");
  try {
    return await engine.applyMigrations(pool, schema, migrations);
  } catch (error) {
    checkNotForeign(error);
    const failed = (await readRecorded(pool)).find(({ isFinished }) => !isFinished);
    const wasCutOff = (await checkTarget(pool)).session !== session;
    if (failed === undefined || wasCutOff) {
      throw error;
    }
    // Each script is one transaction: a refused one has changed nothing, and the next start may try it again.
    await engine.markRolledBack(pool, schema, failed.name);
    throw new Error(`migration "${failed.name}" failed, and nothing of it was kept`, { cause: error });
  }
}

// What the engine needs and would fail on half-way, with a message that does not say what to do.
async function checkTarget(pool: Pool): Promise<Target> {
  const { rows } = await pool.query<Target>(
    `SELECT current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS "canCreate",
       current_setting('server_encoding') AS encoding, pg_backend_pid() AS session`,
  );
  const target = rows[0];
  if (target?.canCreate !== true) {
    throw new OperatorError(
      `The database's user may not create tables in schema "${target?.schema ?? "public"}": ` +
        "make it the owner of the database, or GRANT CREATE ON SCHEMA to it.",
    );
  }
  if (target.encoding !== "UTF8") {
    throw new OperatorError(
      `The database's encoding is ${target.encoding}, and names need UTF8: create it with ENCODING 'UTF8'.`,
    );
  }
  return target;
}

function checkNotForeign(error: unknown): void {
  const databaseIsNotEmpty = "P3005";
  if (hasCode(error, databaseIsNotEmpty)) {
    throw new OperatorError(
      "The database holds tables that are not Pet Store's: name an empty database in DATABASE_URL.",
      { cause: error },
    );
  }
}
