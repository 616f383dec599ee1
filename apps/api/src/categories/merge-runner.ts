import type { Lane } from "../concurrency/lane.js";
import type { PeriodicTask } from "../concurrency/periodic-task.js";
import { type Query, queryOf } from "../database/query.js";
import type { Invalidation } from "../operation/cache-invalidation.js";
import { createJobRunner, type JobDeps } from "../operation/job-runner.js";
import { runMergeSteps, type StepResult } from "./merge-step.js";

/** Runs the merges that `mergeCategory` has started. */
export const createMergeRunner = (
  deps: JobDeps,
  lane: Lane,
  responseCache: Pick<Invalidation, "invalidate">,
): PeriodicTask =>
  createJobRunner(deps, lane, {
    kind: "merge",
    intervalMs: 2_000,
    unfinished: { table: "category_merge", condition: "running_category_id IS NOT NULL" },
    runJob: async (inStep, id, isStopped) => {
      // If another process takes the step, this process has done nothing, so it records neither a start nor an end.
      const run = async (step: (query: Query) => Promise<StepResult>) =>
        (await inStep(async (tx) => {
          const result = await step(queryOf(tx));
          return result === "taken" ? undefined : result;
        })) ?? "taken";
      const result = await runMergeSteps(run, id, isStopped);
      if (result === "done") await responseCache.invalidate(undefined);
    },
  });
