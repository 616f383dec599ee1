import type { AppRoute } from "@ts-rest/core";
import type { LaneName } from "../config/connection-budget.js";
import type { Db } from "../database/prisma-client.js";
import type { Query } from "../database/query.js";
import { audited, type KeyedAction, type RecordChange } from "./audit-trail.js";
import type { KeyedRequest } from "./idempotency/keyed-request.js";
import type { LockMode, Verdict } from "./idempotency/verdict.js";
import type { Answer, Input, MutationContext, Transaction } from "./operation.js";
import type { Principal } from "./principal.js";
import type { Done } from "./publish-results.js";
import type { WorkMemory } from "./work-memory.js";

export type { Done, LockMode };

export type Call<Route extends AppRoute> = {
  readonly input: Input<Route>;
  readonly caller: Principal;
  /** Set only if the request has an `Idempotency-Key`. */
  readonly keyed?: KeyedRequest | undefined;
  /** Set only if the request has an `Action-Key`. */
  readonly action?: KeyedAction | undefined;
};

/** A call together with what `prepare` returned for it. */
export type PreparedCall<Route extends AppRoute, Prepared> = Call<Route> & { readonly prepared: Prepared };

/**
 * Runs statements and calls of models in the lane, taking turns with other requests. Each statement and each call runs
 * separately.
 */
export type InTurn = <Found>(read: (query: Query, db: Db) => Promise<Found>) => Promise<Found>;

type Preparation = {
  readonly inTurn: InTurn;
  /** Calls `callback` when the call has ended, whatever its outcome is. */
  readonly whenDone: (callback: () => void) => void;
};

/** Allows calls that arrive together to share a transaction. */
type Share<Route extends AppRoute> = {
  /**
   * True if calls without a key need no explicit transaction, because `run` sends only one statement in `skip` mode.
   */
  readonly isOneStatement?: boolean;
  /** Returns true if a call must have its own transaction. */
  readonly isAlone?: (input: Input<Route>) => boolean;
  readonly sizeOf?: (input: Input<Route>) => number;
  readonly maxBatchSize?: number;
  /**
   * The number of batches that may be in flight. The default is one: if calls may concern the same row, a second batch
   * would only find the row locked.
   */
  readonly maxInFlight?: number;
};

/**
 * The body of a mutation. It writes the audit events of its calls, but writes nothing for a call that it refuses or
 * that must run again.
 * @param mode - In `skip` mode it waits for no row, and returns "again" for a call that would have to wait. In `wait`
 * mode there is only one call, which it must decide.
 */
type Run<Scope, Route extends AppRoute, Prepared> = (
  scope: Scope,
  calls: readonly PreparedCall<Route, Prepared>[],
  mode: LockMode,
) => Promise<readonly Verdict<Done<Answer<Route>>>[]>;

export type RunCalls<Route extends AppRoute> = Run<Query, Route, unknown>;

/** The scope of an operation that uses Prisma's models: a transaction of Prisma. */
type ModelScope = { readonly tx: Transaction; readonly query: Query; readonly memory: WorkMemory };

type Declaration<Scope, Route extends AppRoute, Prepared> = {
  /** The lane of the transactions, for calls that do not hold a slot of it yet. The default is `writes`. */
  readonly lane?: LaneName;
  /** Does work that takes long, such as a DNS look-up, before the transaction and without a slot of a lane. */
  prepare?(call: Call<Route>, preparation: Preparation): Promise<Prepared>;
  run(...args: Parameters<Run<Scope, Route, Prepared>>): ReturnType<Run<Scope, Route, Prepared>>;
  readonly share?: Share<Route>;
};

/**
 * Declares an operation that changes something. `run-mutation.ts` runs it in the same way for the fast path and for
 * Express.
 */
export type Mutation<Route extends AppRoute, Prepared = unknown> =
  | (Declaration<Query, Route, Prepared> & { readonly usesModels?: never })
  | (Declaration<ModelScope, Route, Prepared> & { readonly usesModels: true; readonly share?: never });

/** Records the work of each call as one action, in the same transaction. */
export const auditEach =
  <Route extends AppRoute, Prepared>(
    work: (query: Query, call: PreparedCall<Route, Prepared>, record: RecordChange) => Promise<Answer<Route>>,
  ) =>
  (query: Query, calls: readonly PreparedCall<Route, Prepared>[]): Promise<readonly Done<Answer<Route>>[]> =>
    Promise.all(
      calls.map(async (call) => {
        const run = (record: RecordChange) => work(query, call, record);
        const { result, entries } = await audited(query, call.caller.actor, run, call.action);
        return { answer: result, entries };
      }),
    );

type Change<Route extends AppRoute, Prepared> = (
  input: Input<Route>,
  change: MutationContext & { readonly prepared: Prepared },
) => Promise<Answer<Route>>;

type Prepare<Route extends AppRoute, Prepared> = NonNullable<Declaration<ModelScope, Route, Prepared>["prepare"]>;

/** Declares an operation that uses Prisma's models. Each of its calls has its own Prisma transaction. */
export const overModels = <Route extends AppRoute, Prepared = unknown>(
  change: Change<Route, Prepared>,
  prepare?: Prepare<Route, Prepared>,
): Mutation<Route, Prepared> => ({
  usesModels: true,
  ...(prepare && { prepare }),
  run: ({ tx, query, memory }, calls) =>
    auditEach<Route, Prepared>((_, { input, caller, prepared }, record) =>
      change(input, { tx, caller, record, memory, prepared }),
    )(query, calls),
});
