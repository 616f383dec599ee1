import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import { type PeriodicTask, startPeriodicTask } from "../concurrency/periodic-task.js";
import type { PeriodicTaskName } from "../concurrency/periodic-tasks.js";
import type { Database } from "../database/open-database.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import { type JobId, type JobKind, type JobSteps, ONLY_JOB } from "./job-steps.js";
import type { Transaction } from "./operation.js";

/** Runs a step in a transaction of its own, in the lane. A step that returns undefined has found nothing to do. */
export type InStep = <Result>(step: (tx: Transaction) => Promise<Result>) => Promise<Result | undefined>;

export type JobDeps = {
  readonly database: Pick<Database, "db" | "pool">;
  readonly jobSteps: JobSteps;
  readonly log: Logger;
};

type Jobs = {
  readonly kind: JobKind & PeriodicTaskName;
  readonly intervalMs: number;
  /** Selects the `id` of each job that is not done. */
  readonly findSql: string;
  /** Ends early once the job is stopped, or another process is at it. */
  readonly runJob: (inStep: InStep, id: string, isStopped: () => boolean) => Promise<void>;
};

type StepDeps = Pick<JobDeps, "jobSteps"> & { readonly database: Pick<Database, "db"> };

/** The steps of one job. The beginning of each is recorded before it begins. */
const stepsOf = ({ database: { db }, jobSteps }: StepDeps, lane: Lane, job: JobId): InStep => {
  const flow = systemFlow(job.kind);
  return (step) =>
    lane.run(flow, () => jobSteps.take(job, (inStep) => transact(db, (tx) => inStep(queryOf(tx), () => step(tx)))));
};

/** The steps of a task that runs from time to time and has no row of its own. */
export const stepsOfTask = (deps: StepDeps, lane: Lane, kind: JobKind): InStep =>
  stepsOf(deps, lane, { kind, id: ONLY_JOB });

/**
 * Carries out jobs that are rows of a table, started by this process or another, also before a crash. What a step does
 * and how far it has come commit together, and it holds the job's row: one process at a time takes steps. One that has
 * killed its process three times waits for a person, and the others go on.
 */
export const createJobRunner = (
  deps: JobDeps,
  lane: Lane,
  { kind, intervalMs, findSql, runJob }: Jobs,
): PeriodicTask => {
  const { database, jobSteps, log } = deps;
  const flow = systemFlow(kind);
  const sql = `SELECT job.id, waiting_since IS NOT NULL AS "isWaiting" FROM (${findSql}) AS job
    LEFT JOIN job_step ON kind = '${kind}' AND job_id = job.id ORDER BY job.id`;
  const findJobs = async () =>
    (await lane.run(flow, () => database.pool.query<{ id: string; isWaiting: boolean }>(sql))).rows;
  const runOne = async (id: string, signal: AbortSignal) => {
    try {
      await runJob(stepsOf(deps, lane, { kind, id }), id, () => signal.aborted);
    } catch (error) {
      log.warn({ err: error, jobs: kind, jobId: id }, "A step of a job failed; it is tried again.");
    }
  };
  return startPeriodicTask(kind, intervalMs, async (signal) => {
    try {
      if (signal.aborted) return;
      const jobs = await findJobs();
      jobSteps.noteWaiting(kind, jobs.filter(({ isWaiting }) => isWaiting).length);
      for (const { id, isWaiting } of jobs) if (!isWaiting) await runOne(id, signal);
    } catch (error) {
      log.debug({ err: error, jobs: kind }, "The jobs could not be read; they are tried again.");
    }
  });
};
