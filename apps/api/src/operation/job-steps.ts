import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { isDatabaseUnavailable, isTransactionConflict } from "../database/errors.js";
import type { Query } from "../database/query.js";
import { AppError } from "../errors.js";
import type { Db } from "../database/prisma-client.js";
import {
  beginSql,
  CLAIM_SECONDS,
  countWaitingSql,
  endSql,
  failSql,
  forgetSql,
  lockSql,
  MAX_BEGINNINGS,
} from "./job-step-sql.js";

/** The kinds of work that may start without finishing. `petstore jobs` shows these names. */
export const jobKinds = ["undo", "merge", "attribute_purge", "customer_expiry", "photo_sweep", "webhook"] as const;
export type JobKind = (typeof jobKinds)[number];

export type JobId = { readonly kind: JobKind; readonly id: string };

/** The job id of a periodic task, which has no row in a table of jobs. */
export const ONLY_JOB = "1";
const tasks: ReadonlySet<JobKind> = new Set(["attribute_purge", "customer_expiry", "photo_sweep"]);

/**
 * The database was unavailable or busy, or the service has refused the call. The step is not the cause, and the next
 * attempt may succeed.
 */
const isExpected = (error: unknown): boolean =>
  error instanceof AppError ||
  (error instanceof Error && error.cause instanceof AppError) ||
  isDatabaseUnavailable(error) ||
  isTransactionConflict(error);

/** Lets a job that waits for a person start again. @returns Whether the job was waiting. */
export const resumeJob = async (db: Pick<Db, "jobStep">, { kind, id }: JobId): Promise<boolean> =>
  (await db.jobStep.deleteMany({ where: { kind, jobId: BigInt(id), waitingSince: { not: null } } })).count > 0;

type Begun = { readonly isWaiting: boolean; readonly isNow: boolean; readonly beginnings: number };

export type JobSteps = {
  /**
   * Records that a step starts, and runs it. If the process dies during the step, the record remains, and the fourth
   * process that finds it leaves the job to a person.
   * @param run - Runs the step in a transaction, in which the end of the step is recorded as well. If it resolves to
   * undefined, it did nothing.
   * @returns Undefined if another process is running the step, if the job waits, or if the step did nothing.
   */
  take<Result>(
    job: JobId,
    run: (inStep: <Value>(query: Query, step: () => Promise<Value>) => Promise<Value | undefined>) => Promise<Result>,
  ): Promise<Result | undefined>;
  /**
   * Records that work outside a transaction starts (such as a request to another host), runs the work, and records its
   * end. The caller must make sure that only one process at a time does the work, because a process that died holds no
   * lock. If the last attempt at some work did not finish, the work runs alone. Other work that was in flight when the
   * process died finishes first, and is then no longer suspected.
   * @param work - Resolves to undefined if it did nothing.
   * @returns Undefined if the job waits, if it pauses after an error, or if the work did nothing.
   */
  attempt<Result>(job: JobId, work: () => Promise<Result | undefined>): Promise<Result | undefined>;
  /** Reports how many jobs of a kind were found to be waiting. */
  noteWaiting(kind: JobKind, count: number): void;
  /** Counts the jobs of a kind that wait. */
  countWaiting(kind: JobKind): Promise<void>;
  stats(): Readonly<Record<JobKind, number>>;
};

/** @param query - Runs each statement in a separate transaction. */
export const createJobSteps = (query: Query, log: Logger): JobSteps => {
  const waiting = Object.fromEntries(jobKinds.map((kind) => [kind, 0])) as Record<JobKind, number>;
  /**
   * The tokens of starts that failed while this process stayed alive, if the failure could not be stored in PostgreSQL.
   */
  const own = new Map<string, string>();
  const nameOf = ({ kind, id }: JobId) => `${kind} ${id}`;
  const report = ({ kind, id }: JobId) => {
    waiting[kind] = Math.max(1, waiting[kind]);
    log.error(
      { jobs: kind, jobId: id },
      `A job has stopped after ${MAX_BEGINNINGS} starts that did not finish; "petstore jobs" shows it, and resumes or drops it.`,
    );
  };
  /** @returns The number of starts including this one, or 0 if the job must not start. */
  const begin = async (job: JobId, token: string, claimSeconds: number): Promise<number> => {
    const values = [job.kind, job.id, token, own.get(nameOf(job)) ?? null, claimSeconds];
    const [found] = await query<Begun>(beginSql, values, "begin_job_step");
    if (found === undefined) return 0;
    own.delete(nameOf(job));
    if (tasks.has(job.kind)) waiting[job.kind] = Number(found.isWaiting);
    if (found.isWaiting && found.isNow) report(job);
    return found.isWaiting ? 0 : found.beginnings;
  };
  const settle = async (job: JobId, token: string, error: unknown) => {
    const values = [job.kind, job.id, token];
    own.set(nameOf(job), token);
    if (isExpected(error)) await query(forgetSql, values);
    else if ((await query<{ isWaiting: boolean }>(failSql, values))[0]?.isWaiting === true) report(job);
    own.delete(nameOf(job));
  };
  const unlessAway = (job: JobId, recording: Promise<unknown>) =>
    recording.catch((unsaid: unknown) =>
      log.debug(
        { err: unsaid, jobs: job.kind },
        "The end of a step could not be recorded; the next try will record it.",
      ),
    );
  const run = async <Result>(job: JobId, token: string, work: () => Promise<Result | undefined>) => {
    const values = [job.kind, job.id, token];
    try {
      const result = await work();
      own.set(nameOf(job), token);
      const ending = query(result === undefined ? forgetSql : endSql, values).then(() => own.delete(nameOf(job)));
      await unlessAway(job, ending);
      return result;
    } catch (error) {
      await unlessAway(job, settle(job, token, error));
      throw error;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  return {
    take: async (job, run) => {
      const token = randomUUID();
      if ((await begin(job, token, CLAIM_SECONDS)) === 0) return undefined;
      const values = [job.kind, job.id, token];
      try {
        return await run(async (inner, step) => {
          if ((await inner(lockSql, values)).length === 0) return undefined;
          const result = await step();
          await inner(result === undefined ? forgetSql : endSql, values);
          return result;
        });
      } catch (error) {
        await unlessAway(job, settle(job, token, error));
        throw error;
      }
    },
    attempt: async (job, work) => {
      const token = randomUUID();
      const beginnings = await begin(job, token, 0);
      if (beginnings === 0) return undefined;
      if (beginnings === 1) return run(job, token, work);
      await query(forgetSql, [job.kind, job.id, token]);
      return alone(async () => ((await begin(job, token, 0)) === 0 ? undefined : run(job, token, work)));
    },
    noteWaiting: (kind, count) => {
      waiting[kind] = count;
    },
    countWaiting: async (kind) => {
      waiting[kind] = (await query<{ count: number }>(countWaitingSql, [kind], "count_waiting_jobs"))[0]?.count ?? 0;
    },
    stats: () => waiting,
  };
};
