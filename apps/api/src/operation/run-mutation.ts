import type { AppRoute } from "@ts-rest/core";
import { DatabaseError } from "pg";
import { createBatcher } from "../concurrency/batcher.js";
import type { Lanes } from "../concurrency/lanes.js";
import { CONNECTION_LOST, isDatabaseUnavailable, withCode } from "../database/errors.js";
import type { Database } from "../database/open-database.js";
import { type Query, queryOf, queryOfPool } from "../database/query.js";
import { transact, transactQueries } from "../database/transact.js";
import { AppError } from "../errors.js";
import type { AuditEntry } from "./audit-trail.js";
import type { Invalidation } from "./cache-invalidation.js";
import type { KeyedRequest } from "./idempotency/keyed-request.js";
import { runIdempotently } from "./idempotency/run-idempotently.js";
import { refusalOf, type Verdict } from "./idempotency/verdict.js";
import type { Call, InTurn, LockMode, Mutation, PreparedCall } from "./mutation.js";
import type { AnyAnswer } from "./operation.js";
import { timeoutsOf } from "./operation-timeouts.js";
import { answerOf, type Done, entriesOf, publishResults, type Result } from "./publish-results.js";
import { openWorkMemory, type WorkMemory } from "./work-memory.js";

export type MutationDeps = {
  readonly database: Database;
  readonly principals: { forget(): Promise<void> | undefined };
  readonly responseCache: Invalidation;
  readonly lanes: Lanes;
};

/**
 * Commits before it resolves. It continues even if the client has disconnected, so that a retry with the same key gets
 * the response.
 * @param isInLane - True if the caller already holds a slot of the lane. The call then has its own transaction.
 * @throws AppError for a refusal.
 */
export type RunMutation<Route extends AppRoute> = (call: Call<Route>, isInLane?: boolean) => Promise<AnyAnswer>;

/**
 * A call together with the result of `prepare`. If `prepare` refused the call, the refusal is thrown in the
 * transaction, where it is stored as the outcome for an `Idempotency-Key`.
 */
type Begun<Route extends AppRoute> = Call<Route> & { readonly prepared?: unknown; readonly refusal?: AppError };

type Prepared<Route extends AppRoute> = PreparedCall<Route, unknown>;

const MAX_BATCH_SIZE = 64;

/**
 * Only an error that PostgreSQL itself reports proves that the transaction was rolled back. After a lost connection the
 * outcome is unknown.
 */
const isRolledBack = (error: unknown) =>
  error instanceof AppError || (error instanceof DatabaseError && !isDatabaseUnavailable(error));

const keyedOf = ({ keyed }: { readonly keyed?: KeyedRequest | undefined }) => keyed;

const changesPrincipals = ({ subject }: AuditEntry) => subject.kind === "api_key" || subject.kind === "account";

/** Opens the transaction of some calls, and decides the calls in it. */
const createTransact = <Route extends AppRoute>(
  { pool, db }: Pick<Database, "pool" | "db">,
  name: string,
  mutation: Mutation<Route>,
) => {
  const decide = (
    query: Query,
    calls: readonly Begun<Route>[],
    mode: LockMode,
    run: (calls: readonly Prepared<Route>[]) => Promise<readonly Verdict<Done>[]>,
  ) =>
    runIdempotently(query, calls.map(keyedOf), mode, async (places) => {
      const chosen = places.map((place) => calls[place] as Begun<Route>);
      for (const { refusal } of chosen) if (refusal !== undefined) throw refusal;
      return run(chosen as Prepared<Route>[]);
    });
  return (calls: readonly Begun<Route>[], mode: LockMode, memory?: WorkMemory): Promise<readonly Result[]> => {
    if (mutation.usesModels === undefined)
      return mutation.share?.isOneStatement === true && mode === "skip" && !calls.some(keyedOf)
        ? mutation.run(queryOfPool(pool), calls as Prepared<Route>[], mode)
        : transactQueries(
            pool,
            (query) => decide(query, calls, mode, (chosen) => mutation.run(query, chosen, mode)),
            isRolledBack,
          );
    if (memory === undefined)
      throw new TypeError("Only a call that runs in a transaction of its own can use Prisma's models.");
    return transact(
      db,
      (tx) => {
        const query = queryOf(tx);
        // After a conflict, the transaction runs again and reads its rows again, so their memory is released.
        memory.release();
        return decide(query, calls, mode, (chosen) => mutation.run({ tx, query, memory }, chosen, mode));
      },
      timeoutsOf(name).transactionMs,
    );
  };
};

const prepareCall = async <Route extends AppRoute>(
  { lanes, database }: MutationDeps,
  mutation: Mutation<Route>,
  call: Call<Route>,
  whenDone: (callback: () => void) => void,
): Promise<Begun<Route>> => {
  const inTurn: InTurn = (read) =>
    lanes.writes.run(call.caller.flow, () => read(queryOfPool(database.pool), database.db));
  try {
    return { ...call, prepared: await mutation.prepare?.(call, { inTurn, whenDone }) };
  } catch (error) {
    if (error instanceof AppError && call.keyed !== undefined) return { ...call, refusal: error };
    throw error;
  }
};

/** Creates the runner of a mutation, which handles its preparation, its batches and its transactions. */
export const createRunMutation = <Route extends AppRoute>(
  deps: MutationDeps,
  name: string,
  mutation: Mutation<Route>,
): RunMutation<Route> => {
  const { database, lanes, responseCache, principals } = deps;
  const { lane = "writes", share } = mutation;
  const transactCalls = createTransact(database, name, mutation);
  const runAlone = async (call: Begun<Route>) => {
    const memory = openWorkMemory(call.caller.flow.account);
    try {
      const results = await transactCalls([call], "wait", memory).catch(refusalOf);
      const isForgetting = results.flatMap(entriesOf).some(changesPrincipals);
      await Promise.all([isForgetting && principals.forget(), publishResults(responseCache, results)]);
      return answerOf(results[0]);
    } finally {
      memory.release();
    }
  };
  const runPrepared = async (call: Call<Route>) => {
    const callbacks: (() => void)[] = [];
    try {
      const begun = await prepareCall(deps, mutation, call, (callback) => void callbacks.push(callback));
      return await lanes[lane].run(call.caller.flow, () => runAlone(begun));
    } finally {
      for (const callback of callbacks) callback();
    }
  };
  const runShared = async (calls: readonly Call<Route>[]) => {
    const results = await transactCalls(calls, "skip").catch((error: unknown): readonly Result[] => {
      if (isRolledBack(error)) return calls.map(() => "again");
      throw withCode(error, CONNECTION_LOST);
    });
    await publishResults(responseCache, results);
    return results;
  };
  const { isAlone = () => false, sizeOf, maxBatchSize = MAX_BATCH_SIZE, maxInFlight = 1 } = share ?? {};
  const runInBatch =
    share &&
    createBatcher(lanes[lane], runShared, {
      name,
      maxBatchSize,
      maxInFlight,
      ...(sizeOf && { sizeOf: ({ input }: Call<Route>) => sizeOf(input) }),
    });
  return async (call, isInLane = false) => {
    if (mutation.prepare !== undefined) return runPrepared(call);
    if (isInLane) return runAlone(call);
    const { flow } = call.caller;
    const result = runInBatch === undefined || isAlone(call.input) ? "again" : await runInBatch(flow, call);
    return result === "again" ? lanes[lane].run(flow, () => runAlone(call)) : answerOf(result);
  };
};

/** Stores a refusal that happened before the operation ran as the outcome of its request. */
export const storeRefusal = (
  deps: MutationDeps,
  call: Pick<Call<AppRoute>, "caller" | "keyed">,
  refusal: AppError,
): Promise<AnyAnswer> => {
  const run = () => Promise.resolve([refusal]);
  return createRunMutation<AppRoute>(deps, "storeRefusal", { run })({ ...call, input: {} as never }, true);
};
