import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import { type PeriodicTask, startPeriodicTask } from "../concurrency/periodic-task.js";
import type { Database } from "../database/open-database.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { Invalidation } from "../operation/cache-dependency.js";
import { runMergeSteps } from "./merge-step.js";

const INTERVAL_MS = 2_000;
const merges = systemFlow("merges");

/** Carries out the merges that `mergeCategory` has started, in this process or another, also before a crash. */
export const createMergeRunner = (
  { db, pool }: Pick<Database, "db" | "pool">,
  lane: Lane,
  responseCache: Pick<Invalidation, "invalidate">,
  log: Logger,
): PeriodicTask => {
  const findJobs = async () =>
    (
      await lane.run(merges, () =>
        pool.query<{ id: string }>("SELECT id FROM category_merge WHERE running_category_id IS NOT NULL ORDER BY id"),
      )
    ).rows;
  const runJob = async (id: string, signal: AbortSignal) => {
    try {
      const result = await runMergeSteps(
        (step) => lane.run(merges, () => transact(db, (tx) => step(queryOf(tx)))),
        id,
        () => signal.aborted,
      );
      if (result === "done") await responseCache.invalidate(undefined);
    } catch (error) {
      log.warn({ err: error, mergeId: id }, "A step of a merge failed; it is tried again.");
    }
  };
  return startPeriodicTask(INTERVAL_MS, async (signal) => {
    try {
      if (signal.aborted) return;
      for (const { id } of await findJobs()) await runJob(id, signal);
    } catch (error) {
      log.debug({ err: error }, "The merges could not be read; they are tried again.");
    }
  });
};
