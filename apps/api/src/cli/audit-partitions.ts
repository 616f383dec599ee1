import { setTimeout as sleep } from "node:timers/promises";
import { escapeIdentifier } from "pg";
import { hasCode } from "../database/errors.js";
import { lockAdvisory } from "../database/advisory-lock.js";
import type { Query } from "../database/query.js";

/** The whole partitions that a prune deletes. No events from before `end` remain. */
export type PrunableEvents = {
  readonly partitions: readonly string[];
  readonly end: Date;
  readonly removed: number;
  readonly from: Date | null;
  readonly until: Date | null;
};

type Partition = { readonly name: string; readonly end: Date };

/**
 * The function that creates partitions takes this lock too; see make_audit_months in the migration `audit_partitions`.
 */
const PARTITIONS_LOCK = 5_274_816_390_175_643n;
const LOCK_NOT_AVAILABLE = "55P03";
/**
 * Later statements have to wait while this lock is requested. So the attempt ends after this time, and is repeated
 * later.
 */
const LOCK_TIMEOUT_MS = 250;
const MAX_TRIES = 240;

/** @returns undefined if no partition ends at `before` or earlier. */
export const findPrunableEvents = async (query: Query, before: Date): Promise<PrunableEvents | undefined> => {
  const partitions = await query<Partition>(
    'SELECT name, "end" FROM audit_partitions() WHERE "end" <= $1::timestamptz ORDER BY "end"',
    [before],
  );
  const end = partitions.at(-1)?.end;
  if (end === undefined) return undefined;
  const [found] = await query<{ count: string; from: Date | null; until: Date | null }>(
    `SELECT count(*), min(at) AS "from", max(at) AS until FROM audit_event WHERE at < $1::timestamptz`,
    [end],
  );
  const { count = "0", from = null, until = null } = found ?? {};
  return { partitions: partitions.map(({ name }) => name), end, removed: Number(count), from, until };
};

/** The end of the oldest partition. */
export const oldestPartitionEnd = async (query: Query): Promise<Date | undefined> =>
  (await query<Partition>('SELECT name, "end" FROM audit_partitions() WHERE start IS NULL', []))[0]?.end;

/** Prevents others from adding or dropping partitions until the caller's transaction ends. */
export const lockPartitions = (query: Query): Promise<void> => lockAdvisory(query, PARTITIONS_LOCK);

/**
 * Blocks inserts into partitions that are about to be dropped, which would be lost.
 * @param partitions - Names from PostgreSQL's catalogue, and never from a request.
 */
export const blockInserts = async (query: Query, partitions: readonly string[]): Promise<void> => {
  for (const name of partitions) await query(`LOCK TABLE ${escapeIdentifier(name)} IN SHARE MODE`, []);
};

const tryDrop = async (query: Query, tables: string): Promise<boolean> => {
  await query("SAVEPOINT before_drop", []);
  try {
    await query(`DROP TABLE ${tables}`, []);
    return true;
  } catch (error) {
    if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
    await query("ROLLBACK TO SAVEPOINT before_drop", []);
    return false;
  }
};

/** Deletes the actions of the dropped events, and their undos, because no undo reaches back that far. */
export const deleteActions = async (query: Query, { end }: PrunableEvents): Promise<void> => {
  for (const table of ["action", "action_undo"]) await query(`DELETE FROM ${table} WHERE at < $1::timestamptz`, [end]);
};

/**
 * Drops partitions. It must be the last statement of the caller's transaction, and the transaction must commit at once,
 * because the lock that it takes blocks the writing of all events.
 * @returns false if other statements kept the table locked for too long
 */
export const dropPartitions = async (
  query: Query,
  { partitions, end }: PrunableEvents,
  signal: AbortSignal,
): Promise<boolean> => {
  await query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`, []);
  const tables = partitions.map(escapeIdentifier).join(", ");
  for (let tries = 1; !(await tryDrop(query, tables)); tries += 1) {
    if (tries === MAX_TRIES) return false;
    await sleep(LOCK_TIMEOUT_MS, undefined, { signal });
  }
  // There must be a partition for every time, so that an insert succeeds whatever time the clock shows.
  await query("SELECT add_audit_partition('audit_event_oldest', NULL, $1::timestamptz)", [end]);
  return true;
};
