import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { isDatabaseUnavailable, isTransactionConflict } from "../database/errors.js";
import type { Query } from "../database/query.js";
import { AppError } from "../errors.js";
import type { PrismaClient } from "../generated/client.js";

/** What can begin and not end; `petstore jobs` names them so. */
export const jobKinds = ["undo", "merge", "attribute_purge", "customer_expiry", "photo_sweep"] as const;
export type JobKind = (typeof jobKinds)[number];

export type JobId = { readonly kind: JobKind; readonly id: string };

/** The job of a task that has no row of its own. */
export const ONLY_JOB = "1";

/** A job waits for a person after so many beginnings without an end. */
const MAX_BEGINNINGS = 3;

/** The time from the record of a beginning to the lock of that record, which the step's transaction then holds. */
const CLAIM_SECONDS = 15;

/** The next beginning after an unexpected error waits so long for each that has not ended. */
const PAUSE_SECONDS = 20;

/**
 * The row's lock proves that a process is at the step: PostgreSQL frees it when the process dies. A row that is free has
 * not ended. The process that knows the token of its own last beginning lives, and does not count it again.
 */
const beginSql = `
  WITH free AS MATERIALIZED (
    SELECT kind, job_id FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND waiting_since IS NULL
      AND (token = $4::uuid OR free_at <= clock_timestamp()) FOR UPDATE SKIP LOCKED
  ), again AS (
    UPDATE job_step AS step SET
      beginnings = step.beginnings + (step.token IS DISTINCT FROM $4::uuid AND step.beginnings < ${MAX_BEGINNINGS})::integer,
      waiting_since = CASE WHEN step.token IS DISTINCT FROM $4::uuid AND step.beginnings >= ${MAX_BEGINNINGS} THEN clock_timestamp() END,
      token = $3::uuid, began_at = clock_timestamp(), free_at = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
    FROM free WHERE step.kind = free.kind AND step.job_id = free.job_id RETURNING step.waiting_since
  ), first AS (
    INSERT INTO job_step (kind, job_id, token, began_at, free_at)
    SELECT $1, $2::bigint, $3::uuid, clock_timestamp(), clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
    WHERE NOT EXISTS (SELECT FROM job_step WHERE kind = $1 AND job_id = $2::bigint)
    ON CONFLICT DO NOTHING RETURNING waiting_since
  )
  SELECT waiting_since IS NOT NULL AS "isWaiting", is_now AS "isNow" FROM (
    SELECT waiting_since, true AS is_now FROM again UNION ALL SELECT waiting_since, true FROM first
    UNION ALL SELECT waiting_since, false FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND waiting_since IS NOT NULL
  ) AS found`;

const lockSql = "SELECT FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid FOR UPDATE";
const endSql = "DELETE FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid";

/** Takes one beginning back: nothing was done, by a process that lives. */
const forgetSql = `
  WITH gone AS (
    DELETE FROM job_step WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid AND beginnings <= 1
  )
  UPDATE job_step SET beginnings = beginnings - 1, free_at = clock_timestamp()
  WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid AND beginnings > 1`;

const failSql = `
  UPDATE job_step SET free_at = clock_timestamp() + make_interval(secs => beginnings * ${PAUSE_SECONDS}),
    waiting_since = CASE WHEN beginnings >= ${MAX_BEGINNINGS} THEN clock_timestamp() END
  WHERE kind = $1 AND job_id = $2::bigint AND token = $3::uuid RETURNING waiting_since IS NOT NULL AS "isWaiting"`;

/** The database was away or busy, or the service has answered: the next try may succeed, and no step is to blame. */
const isExpected = (error: unknown): boolean =>
  error instanceof AppError ||
  (error instanceof Error && error.cause instanceof AppError) ||
  isDatabaseUnavailable(error) ||
  isTransactionConflict(error);

/** Lets a job that waits begin again, or forgets that it waited. @returns whether it did */
export const resumeJob = async (db: Pick<PrismaClient, "jobStep">, { kind, id }: JobId): Promise<boolean> =>
  (await db.jobStep.deleteMany({ where: { kind, jobId: BigInt(id), waitingSince: { not: null } } })).count > 0;

export type JobSteps = {
  /**
   * Records that a step begins, and runs it. A process that dies in it leaves the record, and the fourth that finds it
   * leaves the job to a person.
   * @param run - Runs the step in a transaction, in which the end is recorded too. `undefined` says that it did nothing.
   * @returns undefined if another process is at it, the job waits, or the step did nothing
   */
  take<Result>(
    job: JobId,
    run: (inStep: <Value>(query: Query, step: () => Promise<Value>) => Promise<Value | undefined>) => Promise<Result>,
  ): Promise<Result | undefined>;
  /** Tells what a look at a kind's jobs has found to wait. */
  noteWaiting(kind: JobKind, count: number): void;
  stats(): Readonly<Record<JobKind, number>>;
};

/** @param query - Commits each statement by itself. */
export const createJobSteps = (query: Query, log: Logger): JobSteps => {
  const waiting = Object.fromEntries(jobKinds.map((kind) => [kind, 0])) as Record<JobKind, number>;
  /** The tokens of beginnings that failed while this process lives, if PostgreSQL could not be told. */
  const own = new Map<string, string>();
  const nameOf = ({ kind, id }: JobId) => `${kind} ${id}`;
  const report = ({ kind, id }: JobId) => {
    waiting[kind] = Math.max(1, waiting[kind]);
    log.error(
      { jobs: kind, jobId: id },
      `A job has stopped after ${MAX_BEGINNINGS} beginnings without an end; "petstore jobs" shows it, and resumes or drops it.`,
    );
  };
  const begin = async (job: JobId, token: string) => {
    const values = [job.kind, job.id, token, own.get(nameOf(job)) ?? null];
    const [found] = await query<{ isWaiting: boolean; isNow: boolean }>(beginSql, values, "begin_job_step");
    if (found === undefined) return false;
    own.delete(nameOf(job));
    if (job.id === ONLY_JOB) waiting[job.kind] = Number(found.isWaiting);
    if (found.isWaiting && found.isNow) report(job);
    return !found.isWaiting;
  };
  const settle = async (job: JobId, token: string, error: unknown) => {
    const values = [job.kind, job.id, token];
    own.set(nameOf(job), token);
    if (isExpected(error)) await query(forgetSql, values);
    else if ((await query<{ isWaiting: boolean }>(failSql, values))[0]?.isWaiting === true) report(job);
    own.delete(nameOf(job));
  };
  return {
    take: async (job, run) => {
      const token = randomUUID();
      if (!(await begin(job, token))) return undefined;
      const values = [job.kind, job.id, token];
      try {
        return await run(async (inner, step) => {
          if ((await inner(lockSql, values)).length === 0) return undefined;
          const result = await step();
          await inner(result === undefined ? forgetSql : endSql, values);
          return result;
        });
      } catch (error) {
        await settle(job, token, error).catch((unsaid: unknown) =>
          log.debug({ err: unsaid, jobs: job.kind }, "The end of a step could not be recorded; the next try says it."),
        );
        throw error;
      }
    },
    noteWaiting: (kind, count) => {
      waiting[kind] = count;
    },
    stats: () => waiting,
  };
};
