import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, type Pool, type PoolClient } from "pg";
import type { Logger } from "pino";
import { concurrentIndexOf, dropLeftIndex } from "./concurrent-index.js";
import { StartMustWait } from "./start-must-wait.js";
import { hasCode } from "./errors.js";
import { prologues } from "./migration-prologues.js";
import type { Migration } from "./migrations.js";
import { OperatorError } from "../config/operator-error.js";
import type { Recorded } from "./recorded-migrations.js";

type Target = {
  readonly schema: string;
  readonly canCreate: boolean;
  readonly encoding: string;
  readonly isForeign: boolean;
};

const LOCK_NOT_AVAILABLE = "55P03";
/** A migration and a request each held a lock that the other one wanted. PostgreSQL chose to roll back the migration. */
const DEADLOCK_DETECTED = "40P01";
/**
 * Requests queue behind a migration that waits for a lock, and fail after three seconds. So the migration waits for a
 * shorter time.
 */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_TRIES = 60;
const PAUSE_MS = 1_000;

/** Creates Prisma's own table with exactly the same columns, because Prisma's tools read it too. */
const createTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

const readTarget = `
  SELECT current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS "canCreate",
    current_setting('server_encoding') AS encoding,
    to_regclass('_prisma_migrations') IS NULL AND EXISTS (
      SELECT FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p')
        AND NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
        )
    ) AS "isForeign"`;

const checkTarget = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<Target>(readTarget);
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
      `The database's encoding is ${target.encoding}, but names need UTF8:`,
      "create it with ENCODING 'UTF8'.",
    );
  }
  if (target.isForeign) {
    throw new OperatorError(
      "schema_mismatch",
      "The database contains tables that do not belong to Pet Store:",
      "name an empty database in DATABASE_URL.",
    );
  }
};

const recordStart = async (client: PoolClient, { name, checksum }: Migration): Promise<string> => {
  const id = randomUUID();
  await client.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())",
    [id, checksum, name],
  );
  return id;
};

const recordEnd = (client: PoolClient, id: string) =>
  client.query("UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1", [
    id,
  ]);

const failed = ({ name }: Migration, cause: DatabaseError): Error =>
  Object.assign(new Error(`migration "${name}" failed and was rolled back`, { cause }), { code: cause.code });

/** `pool.query` would close the connection after an error, which releases the advisory lock of the connection. */
const withClient = async <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect();
  // A broken connection also makes its current statement fail, and that error is reported.
  const ignore = () => {};
  client.on("error", ignore);
  try {
    return await work(client);
  } finally {
    client.off("error", ignore);
    client.release();
  }
};

/** Commits the script and its record together, so that an interrupted migration leaves nothing behind. */
const applyInTransaction = (pool: Pool, migration: Migration): Promise<void> =>
  withClient(pool, async (client) => {
    await client.query("BEGIN");
    try {
      const id = await recordStart(client, migration);
      const prologue = prologues[migration.name];
      if (prologue !== undefined) await client.query(prologue);
      await client.query(migration.script);
      await recordEnd(client, id);
    } catch (error) {
      const isRolledBack = await client.query("ROLLBACK").then(
        () => true,
        () => false,
      );
      throw isRolledBack && error instanceof DatabaseError ? failed(migration, error) : error;
    }
    await client.query("COMMIT");
  });

/**
 * Waits briefly for locks, then pauses so that the requests queued behind it can run. It repeats this until the
 * transactions that hold the locks end.
 */
const applyWithRetries = async (pool: Pool, log: Logger, migration: Migration, signal?: AbortSignal): Promise<void> => {
  await pool.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyInTransaction(pool, migration);
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE) && !hasCode(error, DEADLOCK_DETECTED)) throw error;
      if (tries === LOCK_TRIES) {
        throw new StartMustWait(
          `After ${LOCK_TRIES} attempts, other transactions still hold the tables that a migration changes:`,
          "end those transactions (pg_stat_activity lists them, with an old xact_start), then start again.",
          { reason: "a migration waits for locks", cause: error },
        );
      }
      if (tries === 1) log.warn("A migration waits for transactions that hold its tables.");
      await sleep(PAUSE_MS * (1 + Math.random()));
      signal?.throwIfAborted();
    }
  }
};

/**
 * Waits for transactions in progress without blocking any. The migration is recorded before it runs, and an interrupted
 * one starts again.
 */
const applyConcurrently = (pool: Pool, migration: Migration, index: string): Promise<void> =>
  withClient(pool, async (client) => {
    const undo = async () => {
      await dropLeftIndex(client, index);
      await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [migration.name]);
    };
    await client.query("SET lock_timeout = 0");
    await undo();
    const id = await recordStart(client, migration);
    try {
      await client.query(migration.script);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await undo();
      throw failed(migration, error);
    }
    await recordEnd(client, id);
  });

/**
 * Applies the pending migrations in order. The caller holds the migration lock on the pool's only connection.
 * @param signal - When it aborts, the wait for the locks of other transactions ends.
 */
export const applyMigrations = async (
  pool: Pool,
  log: Logger,
  migrations: readonly Migration[],
  recorded: readonly Recorded[],
  signal?: AbortSignal,
): Promise<string[]> => {
  await checkTarget(pool);
  log.info("Migrating the database.");
  await pool.query(createTable);
  const finished = new Set(recorded.filter(({ isFinished }) => isFinished).map(({ name }) => name));
  const applied: string[] = [];
  for (const migration of migrations.filter(({ name }) => !finished.has(name))) {
    const index = concurrentIndexOf(migration);
    const startedAt = performance.now();
    if (index === undefined) await applyWithRetries(pool, log, migration, signal);
    else await applyConcurrently(pool, migration, index);
    const ms = Math.round(performance.now() - startedAt);
    // A new store has all migrations at once, and nobody waits for any of them.
    log[recorded.length === 0 ? "debug" : "info"](
      { migration: migration.name, isConcurrent: index !== undefined, ms },
      "Applied a migration.",
    );
    applied.push(migration.name);
  }
  return applied;
};
