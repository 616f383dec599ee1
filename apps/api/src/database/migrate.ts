import { setTimeout as sleep } from "node:timers/promises";
import { type ClientConfig, Pool } from "pg";
import type { Logger } from "pino";
import { hasCode } from "./errors.js";
import { type Migration, prismaDirectory, readMigrations } from "./migrations.js";
import { OperatorError } from "./operator-error.js";
import type { Query } from "./query.js";

type Recorded = {
  readonly name: string;
  readonly checksum: string;
  readonly startedAt: Date;
  readonly isFinished: boolean;
};
type Target = {
  readonly schema: string;
  readonly canCreate: boolean;
  readonly encoding: string;
  readonly session: number;
};

/** Prisma's own: it excludes `prisma migrate deploy`. */
const MIGRATION_LOCK = 72707369;
const LOCK_POLL_MS = 100;
const DATABASE_NOT_EMPTY = "P3005";

export const readRecorded = async (query: Query): Promise<readonly Recorded[]> => {
  const tables = await query("SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL", []);
  if (tables.length === 0) return [];
  return query<Recorded>(
    `SELECT migration_name AS name, checksum, started_at AS "startedAt", finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    [],
  );
};

const queryOfPool =
  (pool: Pool): Query =>
  async <Row>(sql: string, values: unknown[]) =>
    (await pool.query(sql, values)).rows as Row[];

export const isCurrent = (recorded: readonly Recorded[], migrations: readonly Migration[]): boolean => {
  const done = new Map(recorded.filter(({ isFinished }) => isFinished).map(({ name, checksum }) => [name, checksum]));
  return recorded.length === migrations.length && migrations.every(({ name, checksum }) => done.get(name) === checksum);
};

const tryLock = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.isOurs === true;
};

/** Polls: a statement that waits for the lock could not be abandoned. */
const lock = async (pool: Pool, log: Logger, signal?: AbortSignal): Promise<void> => {
  await pool.query("SET statement_timeout = 0");
  if (await tryLock(pool)) return;
  log.info("Another process migrates the database; waiting for it.");
  do {
    signal?.throwIfAborted();
    await sleep(LOCK_POLL_MS);
  } while (!(await tryLock(pool)));
};

/** @throws OperatorError if the migration is unknown, unfinished or altered. */
export const checkRecorded = (
  { name, checksum, startedAt, isFinished }: Recorded,
  migrations: readonly Migration[],
): void => {
  const migration = migrations.find((candidate) => candidate.name === name);
  if (migration === undefined) {
    throw new OperatorError(
      "schema_mismatch",
      `The database has migration "${name}", which this version does not know:`,
      "it was migrated by a newer version; run that one, or restore a backup from before it.",
    );
  }
  if (!isFinished) {
    throw new OperatorError(
      "schema_mismatch",
      `Migration "${name}" started at ${startedAt.toISOString()} and was never finished:`,
      `check whether its changes are in the database, then set finished_at of its row in _prisma_migrations if they are, or delete the row if not, and start again.`,
    );
  }
  if (migration.checksum !== checksum) {
    throw new OperatorError(
      "schema_mismatch",
      `Migration "${name}" differs from the one that the database was migrated with:`,
      "a migration must not be edited once applied; restore its file and write a new migration instead.",
    );
  }
};

const checkTarget = async (pool: Pool): Promise<Target> => {
  const { rows } = await pool.query<Target>(
    `SELECT current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS "canCreate",
       current_setting('server_encoding') AS encoding, pg_backend_pid() AS session`,
  );
  const target = rows[0];
  if (target?.canCreate !== true) {
    throw new OperatorError(
      "schema_mismatch",
      `The database's user may not create tables in schema "${target?.schema ?? "public"}":`,
      "make it the owner of the database, or GRANT CREATE ON SCHEMA to it.",
    );
  }
  if (target.encoding !== "UTF8") {
    throw new OperatorError(
      "schema_mismatch",
      `The database's encoding is ${target.encoding}, and names need UTF8:`,
      "create it with ENCODING 'UTF8'.",
    );
  }
  return target;
};

const checkNotForeign = (error: unknown): void => {
  if (hasCode(error, DATABASE_NOT_EMPTY)) {
    throw new OperatorError(
      "schema_mismatch",
      "The database holds tables that are not Pet Store's:",
      "name an empty database in DATABASE_URL.",
      { cause: error },
    );
  }
};

const apply = async (pool: Pool, log: Logger, migrations: readonly Migration[]): Promise<string[]> => {
  const { schema, session } = await checkTarget(pool);
  log.info("Migrating the database.");
  // Loaded on demand: the engine costs 50 ms and 50 MB.
  const engine = await import("./schema-engine.js");
  try {
    return await engine.applyMigrations(pool, schema, migrations);
  } catch (error) {
    checkNotForeign(error);
    const failed = (await readRecorded(queryOfPool(pool))).find(({ isFinished }) => !isFinished);
    const wasCutOff = (await checkTarget(pool)).session !== session;
    if (failed === undefined || wasCutOff) throw error;
    // Each script is one transaction, so a failed one has changed nothing.
    await engine.markRolledBack(pool, schema, failed.name);
    throw new Error(`migration "${failed.name}" failed and was rolled back`, { cause: error });
  }
};

const migrateOver = async (
  pool: Pool,
  log: Logger,
  migrations: readonly Migration[],
  signal?: AbortSignal,
): Promise<string[]> => {
  if (isCurrent(await readRecorded(queryOfPool(pool)), migrations)) return [];
  await lock(pool, log, signal);
  // Another process may have migrated since the first read.
  const recorded = await readRecorded(queryOfPool(pool));
  recorded.forEach((record) => checkRecorded(record, migrations));
  return isCurrent(recorded, migrations) ? [] : apply(pool, log, migrations);
};

/** Any number of processes may call it: one migrates. @param signal - Abandons the wait, never a started migration. */
export const migrate = async (
  connection: ClientConfig,
  log: Logger,
  directory = prismaDirectory,
  signal?: AbortSignal,
): Promise<{ readonly applied: string[] }> => {
  const migrations = await readMigrations(directory);
  // One connection that never goes idle holds the advisory lock.
  const pool = new Pool({ ...connection, application_name: "petstore migrate", max: 1, idleTimeoutMillis: 0 });
  pool.on("error", (error) => log.warn({ err: error }, "The connection that migrates was lost."));
  try {
    return { applied: await migrateOver(pool, log, migrations, signal) };
  } finally {
    await pool.end();
  }
};
