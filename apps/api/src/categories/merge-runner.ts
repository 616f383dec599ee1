import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { Database } from "../database/open-database.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { ResponseCache } from "../response-cache/response-cache.js";
import { runMergeSteps } from "./merge-step.js";

/** Carries out the merges that `mergeCategory` has started, in this process or another, also before a crash. */
export type MergeRunner = {
  /** Calls during a run return the same promise. */
  run(): Promise<void>;
  close(): Promise<void>;
};

const INTERVAL_MS = 2_000;
const merges = systemFlow("merges");

export const createMergeRunner = (
  { db, pool }: Pick<Database, "db" | "pool">,
  lane: Lane,
  responseCache: Pick<ResponseCache, "invalidate">,
  log: Logger,
): MergeRunner => {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  const findJobs = async () =>
    (
      await lane.run(merges, () =>
        pool.query<{ id: string }>("SELECT id FROM category_merge WHERE running_category_id IS NOT NULL ORDER BY id"),
      )
    ).rows;
  const runJob = async (id: string) => {
    try {
      const result = await runMergeSteps(
        (step) => lane.run(merges, () => transact(db, (tx) => step(queryOf(tx)))),
        id,
        () => closing.signal.aborted,
      );
      if (result === "done") await responseCache.invalidate(undefined);
    } catch (error) {
      log.warn({ err: error, mergeId: id }, "A step of a merge failed; it is tried again.");
    }
  };
  const runAll = async () => {
    try {
      if (closing.signal.aborted) return;
      for (const { id } of await findJobs()) await runJob(id);
    } catch (error) {
      log.debug({ err: error }, "The merges could not be read; they are tried again.");
    } finally {
      running = undefined;
    }
  };
  const run = () => (running ??= runAll());
  const timer = setInterval(run, INTERVAL_MS).unref();
  return {
    run,
    close: async () => {
      closing.abort();
      clearInterval(timer);
      await running;
    },
  };
};
