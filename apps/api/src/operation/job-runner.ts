import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import { type PeriodicTask, startPeriodicTask } from "../concurrency/periodic-task.js";
import type { Database } from "../database/open-database.js";
import { transact } from "../database/transact.js";
import type { Transaction } from "./operation.js";

/** Runs a step in a transaction of its own, in the lane. */
type InStep = <Result>(step: (tx: Transaction) => Promise<Result>) => Promise<Result>;

type Jobs = {
  /** Names them in the log, in the plural. */
  readonly name: string;
  readonly intervalMs: number;
  /** Selects the `id` of each job that is not done. */
  readonly findSql: string;
  /** Ends early once the job is stopped, or another process is at it. */
  readonly runJob: (inStep: InStep, id: string, isStopped: () => boolean) => Promise<void>;
};

/**
 * Carries out jobs that are rows of a table, started by this process or another, also before a crash. What a step does
 * and how far it has come commit together, and it holds the job's row: one process at a time takes steps.
 */
export const createJobRunner = (
  { db, pool }: Pick<Database, "db" | "pool">,
  lane: Lane,
  log: Logger,
  { name, intervalMs, findSql, runJob }: Jobs,
): PeriodicTask => {
  const flow = systemFlow(name);
  const findJobs = async () => (await lane.run(flow, () => pool.query<{ id: string }>(findSql))).rows;
  const inStep: InStep = (step) => lane.run(flow, () => transact(db, step));
  const runOne = async (id: string, signal: AbortSignal) => {
    try {
      await runJob(inStep, id, () => signal.aborted);
    } catch (error) {
      log.warn({ err: error, jobs: name, jobId: id }, "A step of a job failed; it is tried again.");
    }
  };
  return startPeriodicTask(intervalMs, async (signal) => {
    try {
      if (signal.aborted) return;
      for (const { id } of await findJobs()) await runOne(id, signal);
    } catch (error) {
      log.debug({ err: error, jobs: name }, "The jobs could not be read; they are tried again.");
    }
  });
};
