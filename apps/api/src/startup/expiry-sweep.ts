import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import { stepsOfTask } from "../operation/job-runner.js";
import type { JobSteps } from "../operation/job-steps.js";
import type { Transaction } from "../operation/operation.js";
import { purgeStep } from "./purge-attributes.js";
import { type PeriodicTask, startPeriodicTask } from "../concurrency/periodic-task.js";
import { Prisma } from "../generated/client.js";
import type { Db } from "../database/prisma-client.js";

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 1_000;
const LOCK = 5_274_816_390_175_642n;

/**
 * Partitions are created this many months ahead. So every month still has its own partition after an upgrade or an
 * outage of that length.
 */
const AUDIT_MONTHS_AHEAD = 3;

type Expiring = { readonly table: Prisma.Sql; readonly at: Prisma.Sql; readonly before: Prisma.Sql };
type Deleted = { readonly count: number; readonly reached: Date | null };

const expiring: readonly Expiring[] = [
  { table: Prisma.sql`stored_outcome`, at: Prisma.sql`expires_at`, before: Prisma.sql`now()` },
  // The foreign key also deletes the keys of the sessions.
  { table: Prisma.sql`session`, at: Prisma.sql`expires_at`, before: Prisma.sql`now()` },
  { table: Prisma.sql`session_key`, at: Prisma.sql`expires_at`, before: Prisma.sql`now()` },
  { table: Prisma.sql`challenge`, at: Prisma.sql`expires_at`, before: Prisma.sql`now()` },
  { table: Prisma.sql`invitation`, at: Prisma.sql`expires_at`, before: Prisma.sql`now()` },
  // The counts are shown for 90 days (credentials/api-keys/api-key-row.ts).
  { table: Prisma.sql`deprecated_use`, at: Prisma.sql`day`, before: Prisma.sql`current_date - 90` },
  // The contract promises 30 days, as for the feed of events.
  { table: Prisma.sql`webhook_delivery`, at: Prisma.sql`created_at`, before: Prisma.sql`now() - interval '30 days'` },
  // The contract promises 30 days.
  { table: Prisma.sql`category_merge`, at: Prisma.sql`finished_at`, before: Prisma.sql`now() - interval '30 days'` },
];

/**
 * Deletes one batch. Locked rows keep their `ctid`.
 * @param from - The time that the previous batch has reached. A scan from the start would read all deleted rows again,
 * which a vacuum cannot remove while an old snapshot exists, for example the snapshot of an export.
 */
const deleteBatch = async (db: Db, { table, at, before }: Expiring, from: Date): Promise<Deleted> => {
  const [deleted] = await db.$queryRaw<Deleted[]>`
    WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours),
    expired AS MATERIALIZED (
      SELECT ctid FROM ${table} WHERE ${at} <= ${before} AND ${at} >= ${from} AND (SELECT is_ours FROM turn)
      ORDER BY ${at} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
    ),
    deleted AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM expired)) RETURNING ${at} AS at)
    SELECT count(*)::integer AS count, max(at)::timestamptz AS reached FROM deleted`;
  return deleted ?? { count: 0, reached: null };
};

const expiry = systemFlow("expiry");

type Retention = {
  readonly jobSteps: JobSteps;
  readonly eventFeed: { number(): Promise<void> };
  readonly retentionDays: number;
  /**
   * Checks some customers, starting after `reached`, and erases those that have expired. It returns the last customer
   * that it checked.
   */
  readonly expireCustomers: (tx: Transaction, reached: number) => Promise<number>;
};

export type ExpirySweep = PeriodicTask & {
  /** `lastBackupAt` is the time of the last backup on a clock; undefined if there was none. */
  stats(): { readonly lastBackupAt: Date | undefined };
};

/**
 * Assigns positions to events even if nobody follows them, and deletes expired events.
 * @returns Whether there are more expired events.
 */
const expireEvents = async (db: Db, days: number): Promise<boolean> => {
  const [expired] = await db.$queryRaw<{ count: bigint }[]>`
    SELECT expire_events(now() - make_interval(days => ${days}::integer), ${BATCH_SIZE}::integer) AS count`;
  return Number(expired?.count) === BATCH_SIZE;
};

export const createExpirySweep = (
  db: Db,
  lane: Lane,
  log: Logger,
  { jobSteps, eventFeed, retentionDays, expireCustomers }: Retention,
): ExpirySweep => {
  const deps = { database: { db }, jobSteps };
  const inPurge = stepsOfTask(deps, lane, "attribute_purge");
  const inErasure = stepsOfTask(deps, lane, "customer_expiry");
  let reachedCustomer = 0;
  let lastBackupAt: Date | undefined;
  const makeAuditMonths = async () => {
    try {
      await lane.run(expiry, () => db.$queryRaw`SELECT make_audit_months(${AUDIT_MONTHS_AHEAD}::integer)`);
    } catch (error) {
      log.warn(
        { err: error },
        "No partition was made for the coming months of the audit trail; the next sweep tries again.",
      );
    }
  };
  const task = startPeriodicTask("expiry", INTERVAL_MS, async (signal) => {
    if (!signal.aborted) await makeAuditMonths();
    try {
      if (!signal.aborted) {
        const store = await lane.run(expiry, () => db.store.findFirst({ select: { lastBackupAt: true } }));
        const time = store?.lastBackupAt ?? undefined;
        lastBackupAt = time === undefined ? undefined : new Date(time);
      }
      for (const one of expiring) {
        let deleted: Deleted = { count: BATCH_SIZE, reached: new Date(0) };
        while (!signal.aborted && deleted.count === BATCH_SIZE) {
          const from = deleted.reached ?? new Date(0);
          deleted = await lane.run(expiry, () => deleteBatch(db, one, from));
        }
      }
      if (!signal.aborted) await eventFeed.number();
      let hasMore = true;
      while (!signal.aborted && hasMore) hasMore = await lane.run(expiry, () => expireEvents(db, retentionDays));
      let isLeft = true;
      while (!signal.aborted && isLeft) {
        isLeft = (await inPurge((tx) => purgeStep(tx))) ?? false;
      }
      if (!signal.aborted) {
        reachedCustomer = (await inErasure((tx) => expireCustomers(tx, reachedCustomer))) ?? reachedCustomer;
      }
    } catch (error) {
      log.warn({ err: error }, "The expiry sweep failed; the next sweep tries again.");
    }
  });
  return { ...task, stats: () => ({ lastBackupAt }) };
};
