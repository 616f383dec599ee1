import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { PrismaClient } from "../generated/client.js";

export type ExpirySweep = {
  /** Calls during a sweep return the same promise. */
  run(): Promise<void>;
  close(): Promise<void>;
};

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 1_000;
const LOCK = 5_274_816_390_175_642n;

/** Deprecated uses are shown for 30 days (credentials/key-usage.ts). */
const DEPRECATED_USE_DAYS = 90;
/** An upgrade or an outage of that long finds its months made; later ones have a partition of their own. */
const AUDIT_MONTHS_AHEAD = 3;

type DeleteBatch = (db: PrismaClient) => Promise<number>;

const deleteOutcomes: DeleteBatch = (db) => db.$executeRaw`
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours),
  expired AS MATERIALIZED (
    SELECT account_id, idempotency_key FROM stored_outcome
    WHERE expires_at <= now() AND (SELECT is_ours FROM turn)
    ORDER BY expires_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM stored_outcome USING expired
  WHERE stored_outcome.account_id = expired.account_id AND stored_outcome.idempotency_key = expired.idempotency_key`;

/** The foreign key deletes their keys. */
const deleteSessions: DeleteBatch = (db) => db.$executeRaw`
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours),
  expired AS MATERIALIZED (
    SELECT id FROM session WHERE expires_at <= now() AND (SELECT is_ours FROM turn)
    ORDER BY expires_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM session USING expired WHERE session.id = expired.id`;

const deleteSessionKeys: DeleteBatch = (db) => db.$executeRaw`
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours),
  expired AS MATERIALIZED (
    SELECT hash FROM session_key WHERE expires_at <= now() AND (SELECT is_ours FROM turn)
    ORDER BY expires_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM session_key USING expired WHERE session_key.hash = expired.hash`;

const deleteDeprecatedUses: DeleteBatch = (db) => db.$executeRaw`
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours),
  expired AS MATERIALIZED (
    SELECT api_key_id, day, operation_id FROM deprecated_use
    WHERE day < current_date - ${DEPRECATED_USE_DAYS}::integer AND (SELECT is_ours FROM turn)
    ORDER BY day LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM deprecated_use USING expired WHERE deprecated_use.api_key_id = expired.api_key_id
    AND deprecated_use.day = expired.day AND deprecated_use.operation_id = expired.operation_id`;

/** As the contract says of GET /category-merges. */
const MERGE_DAYS = 30;

const deleteMerges: DeleteBatch = (db) => db.$executeRaw`
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours),
  expired AS MATERIALIZED (
    SELECT id FROM category_merge
    WHERE finished_at < now() - make_interval(days => ${MERGE_DAYS}::integer) AND (SELECT is_ours FROM turn)
    ORDER BY finished_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM category_merge USING expired WHERE category_merge.id = expired.id`;

const deletions = [deleteOutcomes, deleteSessions, deleteSessionKeys, deleteDeprecatedUses, deleteMerges];

const expiry = systemFlow("expiry");

export const createExpirySweep = (db: PrismaClient, lane: Lane, log: Logger): ExpirySweep => {
  const closing = new AbortController();
  let sweeping: Promise<void> | undefined;
  const makeAuditMonths = async () => {
    try {
      await lane.run(expiry, () => db.$queryRaw`SELECT make_audit_months(${AUDIT_MONTHS_AHEAD}::integer)`);
    } catch (error) {
      log.warn({ err: error }, "No partition was made for the coming months of the audit trail; the next sweep tries.");
    }
  };
  const sweep = async () => {
    if (!closing.signal.aborted) await makeAuditMonths();
    try {
      for (const deleteBatch of deletions) {
        while (!closing.signal.aborted && (await lane.run(expiry, () => deleteBatch(db))) === BATCH_SIZE);
      }
    } catch (error) {
      log.warn({ err: error }, "The expiry sweep failed; the next sweep tries again.");
    } finally {
      sweeping = undefined;
    }
  };
  const run = () => (sweeping ??= sweep());
  const timer = setInterval(run, INTERVAL_MS).unref();
  return {
    run,
    close: async () => {
      closing.abort();
      clearInterval(timer);
      await sweeping;
    },
  };
};
