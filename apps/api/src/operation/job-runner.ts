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

/** Runs a step in a separate transaction, in the lane. A step that returns undefined had nothing to do. */
export type InStep = <Result>(step: (tx: Transaction) => Promise<Result>) => Promise<Result | undefined>;

export type JobDeps = {
  readonly database: Pick<Database, "db" | "pool">;
  readonly jobSteps: JobSteps;
  readonly log: Logger;
};

type Jobs = {
  readonly kind: JobKind & PeriodicTaskName;
  readonly intervalMs: number;
  /** The table of the jobs, and the condition in SQL for those that are not finished. */
  readonly unfinished: { readonly table: string; readonly condition: string };
  /** Runs the steps of a job. It ends early if the job is stopped, or if another process works on it. */
  readonly runJob: (inStep: InStep, id: string, isStopped: () => boolean) => Promise<void>;
};

type StepDeps = Pick<JobDeps, "jobSteps"> & { readonly database: Pick<Database, "db"> };

/** Returns a function that runs the steps of one job. The start of each step is recorded before the step runs. */
const stepsOf = ({ database: { db }, jobSteps }: StepDeps, lane: Lane, job: JobId): InStep => {
  const flow = systemFlow(job.kind);
  return (step) =>
    lane.run(flow, () => jobSteps.take(job, (inStep) => transact(db, (tx) => inStep(queryOf(tx), () => step(tx)))));
};

/** Returns a function that runs the steps of a periodic task, which has no row in a table of jobs. */
export const stepsOfTask = (deps: StepDeps, lane: Lane, kind: JobKind): InStep =>
  stepsOf(deps, lane, { kind, id: ONLY_JOB });

/**
 * Carries out jobs that are rows of a table. This process or another may have started them, even before a crash. The
 * changes of a step and the progress of the job are committed together. The step locks the job's row, so only one
 * process at a time runs steps. A job that has killed its process three times waits for a person, and the other jobs
 * continue.
 */
export const createJobRunner = (
  deps: JobDeps,
  lane: Lane,
  { kind, intervalMs, unfinished, runJob }: Jobs,
): PeriodicTask => {
  const { database, jobSteps, log } = deps;
  const flow = systemFlow(kind);
  const sql = `SELECT job.id, waiting_since IS NOT NULL AS "isWaiting" FROM ${unfinished.table} AS job
    LEFT JOIN job_step ON kind = '${kind}' AND job_id = job.id WHERE ${unfinished.condition} ORDER BY job.id`;
  const findJobs = async () =>
    (await lane.run(flow, () => database.pool.query<{ id: string; isWaiting: boolean }>(sql))).rows;
  const runOne = async (id: string, signal: AbortSignal) => {
    try {
      await runJob(stepsOf(deps, lane, { kind, id }), id, () => signal.aborted);
    } catch (error) {
      log.warn({ err: error, jobs: kind, jobId: id }, "A step of a job failed; the service will try it again.");
    }
  };
  return startPeriodicTask(kind, intervalMs, async (signal) => {
    try {
      if (signal.aborted) return;
      const jobs = await findJobs();
      jobSteps.noteWaiting(kind, jobs.filter(({ isWaiting }) => isWaiting).length);
      for (const { id, isWaiting } of jobs) if (!isWaiting) await runOne(id, signal);
    } catch (error) {
      log.debug({ err: error, jobs: kind }, "The jobs could not be read; the service will try again.");
    }
  });
};
