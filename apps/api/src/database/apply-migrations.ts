import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { concurrentIndexOf, dropLeftIndex } from "./concurrent-index.js";
import { hasCode } from "./errors.js";
import type { Migration } from "./migrations.js";
import { OperatorError } from "./operator-error.js";
import { queryOfPool } from "./query.js";
import { type Recorded, readRecorded } from "./recorded-migrations.js";

type Target = {
  readonly schema: string;
  readonly canCreate: boolean;
  readonly encoding: string;
  readonly session: number;
};

const DATABASE_NOT_EMPTY = "P3005";
const LOCK_NOT_AVAILABLE = "55P03";
/** Requests queue behind a migration that waits for a lock, and give up after three seconds. */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_TRIES = 60;
const PAUSE_MS = 1_000;

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

/** Those that run in one go, each after the ones before it: neighbours, except that a concurrent one runs alone. */
const stepsOf = (migrations: readonly Migration[], recorded: readonly Recorded[]) => {
  const done = new Set(recorded.filter(({ isFinished }) => isFinished).map(({ name }) => name));
  const isConcurrent = (migration: Migration | undefined) =>
    migration !== undefined && concurrentIndexOf(migration) !== undefined;
  return migrations.flatMap((migration, index) => {
    const next = migrations[index + 1];
    const endsStep = next === undefined || isConcurrent(migration) || isConcurrent(next);
    return !endsStep || done.has(migration.name) ? [] : [{ last: migration, upTo: migrations.slice(0, index + 1) }];
  });
};

const applyOnce = async (pool: Pool, upTo: readonly Migration[]): Promise<string[]> => {
  const { schema, session } = await checkTarget(pool);
  // Loaded on demand: the engine costs 50 ms and 50 MB.
  const engine = await import("./schema-engine.js");
  try {
    return await engine.applyMigrations(pool, schema, upTo);
  } catch (error) {
    checkNotForeign(error);
    const failed = (await readRecorded(queryOfPool(pool))).find(({ isFinished }) => !isFinished);
    const wasCutOff = (await checkTarget(pool)).session !== session;
    if (failed === undefined || wasCutOff) throw error;
    // A script is one transaction, so a failed one has changed nothing; a concurrent one leaves an invalid index.
    const index = concurrentIndexOf(upTo.find(({ name }) => name === failed.name) ?? { script: "" });
    if (index !== undefined) await dropLeftIndex(pool, index);
    await engine.markRolledBack(pool, schema, failed.name);
    const code = hasCode(error, LOCK_NOT_AVAILABLE) ? { code: error.code } : {};
    throw Object.assign(new Error(`migration "${failed.name}" failed and was rolled back`, { cause: error }), code);
  }
};

/** A short wait for locks, and a pause for those who wait behind it, until the transactions that hold them end. */
const applyWithRetries = async (
  pool: Pool,
  log: Logger,
  upTo: readonly Migration[],
  signal?: AbortSignal,
): Promise<string[]> => {
  await pool.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyOnce(pool, upTo);
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
      if (tries === LOCK_TRIES) {
        throw new OperatorError(
          "database_unavailable",
          `After ${LOCK_TRIES} attempts, other transactions still hold the tables that a migration changes:`,
          "end them (pg_stat_activity has those with an old xact_start), then start again.",
          { cause: error },
        );
      }
      if (tries === 1) log.warn("A migration waits for transactions that hold its tables.");
      await sleep(PAUSE_MS * (1 + Math.random()));
      signal?.throwIfAborted();
    }
  }
};

/** It waits for transactions in progress, and blocks none. */
const applyConcurrently = async (
  pool: Pool,
  upTo: readonly Migration[],
  index: string,
  unfinished: string | undefined,
): Promise<string[]> => {
  await pool.query("SET lock_timeout = 0");
  await dropLeftIndex(pool, index);
  if (unfinished !== undefined) {
    const { schema } = await checkTarget(pool);
    const engine = await import("./schema-engine.js");
    await engine.markRolledBack(pool, schema, unfinished);
  }
  return applyOnce(pool, upTo);
};

/** The caller holds the migration lock. @param signal - Abandons the wait for other transactions' locks. */
export const applyMigrations = async (
  pool: Pool,
  log: Logger,
  migrations: readonly Migration[],
  recorded: readonly Recorded[],
  signal?: AbortSignal,
): Promise<string[]> => {
  await checkTarget(pool);
  log.info("Migrating the database.");
  const unfinished = recorded.find(({ isFinished }) => !isFinished)?.name;
  const applied: string[] = [];
  for (const { last, upTo } of stepsOf(migrations, recorded)) {
    const index = concurrentIndexOf(last);
    const names =
      index === undefined
        ? await applyWithRetries(pool, log, upTo, signal)
        : await applyConcurrently(pool, upTo, index, unfinished === last.name ? unfinished : undefined);
    applied.push(...names);
  }
  return applied;
};
