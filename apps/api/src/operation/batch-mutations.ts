import { DatabaseError } from "pg";
import { type Batched, type BatchLimits, createBatcher, type RunCalls } from "../concurrency/batcher.js";
import type { LaneName } from "../concurrency/connection-budget.js";
import { isDatabaseUnavailable, withCode } from "../database/errors.js";
import type { Deps } from "../deps.js";
import type { AuditEntry } from "./audit-trail.js";
import { petChangeEventsOf } from "./pet-change-events.js";

/** `entries`: what the operation itself would `record`. */
export type Done<Answer> = { readonly answer: Answer; readonly entries: readonly AuditEntry[] };

export type BatchOptions<Call> = Partial<BatchLimits<Call>> &
  Pick<BatchLimits<Call>, "name"> & { readonly lane?: LaneName };

const MAX_BATCH_SIZE = 64;
/** PostgreSQL's connection_failure: pg's own errors about a lost connection have no code. */
const CONNECTION_LOST = "08006";

/** Only an error of PostgreSQL proves a rollback: after a lost connection the outcome is unknown. */
const isRefused = (error: unknown) => error instanceof DatabaseError && !isDatabaseUnavailable(error);

/**
 * Calls that arrive together share a transaction. The answer is undefined for a call that `run` declined, and for all of a
 * batch that PostgreSQL refused: they wrote nothing, and Express answers them.
 * @param run - Commits. @returns undefined at the index of a call that it declined.
 * @param options - One in flight if calls may concern the same row: a second batch would decline what the first has locked.
 * @throws if the connection is lost: a retry could change something twice.
 */
export const batchMutations = <Call, Answer>(
  { responseCache, lanes }: Pick<Deps, "responseCache" | "lanes">,
  run: RunCalls<Call, Done<Answer> | undefined>,
  { lane = "writes", maxBatchSize = MAX_BATCH_SIZE, maxInFlight = 1, ...limits }: BatchOptions<Call>,
): Batched<Call, Answer | undefined> => {
  const mutate = async (calls: readonly Call[]) => {
    const results = await run(calls).catch((error: unknown) => {
      if (isRefused(error)) return [];
      throw withCode(error, CONNECTION_LOST);
    });
    const entries = results.flatMap((done) => done?.entries ?? []);
    if (entries.length > 0) await responseCache.invalidate(petChangeEventsOf(entries));
    return results.map((done) => done?.answer);
  };
  return createBatcher(lanes[lane], mutate, { ...limits, maxBatchSize, maxInFlight });
};
