import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import type { PeriodicTask } from "../concurrency/periodic-task.js";
import type { Database } from "../database/open-database.js";
import { queryOf } from "../database/query.js";
import type { Invalidation } from "../operation/cache-dependency.js";
import { createJobRunner } from "../operation/job-runner.js";
import { runMergeSteps } from "./merge-step.js";

/** Carries out the merges that `mergeCategory` has started. */
export const createMergeRunner = (
  database: Pick<Database, "db" | "pool">,
  lane: Lane,
  responseCache: Pick<Invalidation, "invalidate">,
  log: Logger,
): PeriodicTask =>
  createJobRunner(database, lane, log, {
    name: "merges",
    intervalMs: 2_000,
    findSql: "SELECT id FROM category_merge WHERE running_category_id IS NOT NULL ORDER BY id",
    runJob: async (inStep, id, isStopped) => {
      const result = await runMergeSteps((step) => inStep((tx) => step(queryOf(tx))), id, isStopped);
      if (result === "done") await responseCache.invalidate(undefined);
    },
  });
