import type { AppRoute } from "@ts-rest/core";
import { DatabaseError } from "pg";
import { createBatcher, type BatchLimits } from "../concurrency/batcher.js";
import type { LaneName } from "../config/connection-budget.js";
import type { Principal } from "./principal.js";
import { CONNECTION_LOST, isDatabaseUnavailable, withCode } from "../database/errors.js";
import { type Query, queryOfPool } from "../database/query.js";
import { transactQueries } from "../database/transact.js";
import type { Database } from "../database/open-database.js";
import type { Lanes } from "../concurrency/lanes.js";
import { AppError } from "../errors.js";
import { runIdempotently } from "./idempotency/run-idempotently.js";
import type { KeyedRequest } from "./idempotency/keyed-request.js";
import { type LockMode, refusalOf, type Verdict } from "./idempotency/verdict.js";
import type { Invalidation } from "./cache-dependency.js";
import type { Answer, AnyAnswer, Input } from "./operation.js";
import { answerOf, type Done, publishResults, type Result } from "./publish-results.js";

export type { Done, LockMode };

export type Call<Route extends AppRoute> = {
  readonly input: Input<Route>;
  readonly caller: Principal;
  /** Only for a request with an `Idempotency-Key`. */
  readonly keyed?: KeyedRequest | undefined;
};

/**
 * The body of a mutation, over calls that share a transaction. It writes their audit events, and nothing for a call that
 * it refuses or wants again.
 * @param mode - `skip` waits for no row, and says "again" for a call that may have to. `wait` has one call, and decides it.
 */
export type RunCalls<Route extends AppRoute> = (
  query: Query,
  calls: readonly Call<Route>[],
  mode: LockMode,
) => Promise<readonly Verdict<Done<Answer<Route>>>[]>;

type MutationOptions<Route extends AppRoute> = {
  /** The operation: its name is that of the spans of the batches. */
  readonly name: string;
  readonly lane?: LaneName;
  readonly run: RunCalls<Route>;
  /** Whether calls without a key need no transaction: in `skip` mode `run` is one statement. */
  readonly isOneStatement?: boolean;
  readonly isAlone?: (input: Input<Route>) => boolean;
  readonly sizeOf?: (input: Input<Route>) => number;
} & Partial<Pick<BatchLimits<unknown>, "maxBatchSize" | "maxInFlight">>;

/** Commits before it resolves. @throws AppError for a refusal. */
export type RunCall<Route extends AppRoute> = (call: Call<Route>) => Promise<AnyAnswer>;

export type Mutation<Route extends AppRoute> = {
  /** Shares a transaction with calls that arrive together, in the lane of the mutation. */
  readonly batched: RunCall<Route>;
  /** Runs in a transaction of its own. The caller has entered the lane. */
  readonly alone: RunCall<Route>;
};

export type MutationDeps = { readonly database: Database; readonly responseCache: Invalidation; readonly lanes: Lanes };

const MAX_BATCH_SIZE = 64;

/** Only an error of PostgreSQL proves a rollback: after a lost connection the outcome is unknown. */
const isRolledBack = (error: unknown) =>
  error instanceof AppError || (error instanceof DatabaseError && !isDatabaseUnavailable(error));

const keyedOf = ({ keyed }: { readonly keyed?: KeyedRequest | undefined }) => keyed;

/**
 * One body for calls that share a transaction and for one that has its own.
 * @param options - One batch in flight (the default) if calls may concern the same row: a second would only find it locked.
 */
export const openMutation = <Route extends AppRoute>(
  { database: { pool }, responseCache, lanes }: MutationDeps,
  options: MutationOptions<Route>,
): Mutation<Route> => {
  const { name, lane = "writes", run, isOneStatement = false, isAlone = () => false, sizeOf } = options;
  const { maxBatchSize = MAX_BATCH_SIZE, maxInFlight = 1 } = options;

  const runAll = (calls: readonly Call<Route>[], mode: LockMode): Promise<readonly Result[]> =>
    isOneStatement && mode === "skip" && !calls.some(keyedOf)
      ? run(queryOfPool(pool), calls, mode)
      : transactQueries(
          pool,
          (query) =>
            runIdempotently(query, calls.map(keyedOf), mode, (places) =>
              run(
                query,
                places.map((place) => calls[place] as Call<Route>),
                mode,
              ),
            ),
          isRolledBack,
        );
  const alone = async (call: Call<Route>) => {
    const results = await runAll([call], "wait").catch(refusalOf);
    await publishResults(responseCache, results);
    return answerOf(results[0]);
  };
  const runShared = async (calls: readonly Call<Route>[]) => {
    const results = await runAll(calls, "skip").catch((error: unknown): readonly Result[] => {
      if (isRolledBack(error)) return calls.map(() => "again");
      throw withCode(error, CONNECTION_LOST);
    });
    await publishResults(responseCache, results);
    return results;
  };
  const share = createBatcher(lanes[lane], runShared, {
    name,
    maxBatchSize,
    maxInFlight,
    ...(sizeOf && { sizeOf: ({ input }: Call<Route>) => sizeOf(input) }),
  });
  const batched = async (call: Call<Route>) => {
    const { flow } = call.caller;
    const result = isAlone(call.input) ? "again" : await share(flow, call);
    return result === "again" ? lanes[lane].run(flow, () => alone(call)) : answerOf(result);
  };
  return { batched, alone };
};
