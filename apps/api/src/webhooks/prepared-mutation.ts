import type { AppRoute } from "@ts-rest/core";
import { type Query, queryOfPool } from "../database/query.js";
import { AppError } from "../errors.js";
import { audited, type RecordChange } from "../operation/audit-trail.js";
import { type Call, type Mutation, type MutationDeps, openMutation } from "../operation/mutation.js";
import type { Answer, Input } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";

/** A refusal is thrown in the transaction: there it is the outcome of a request with an `Idempotency-Key`. */
type Prepared<Result> = { readonly prepared: { readonly result: Result } | { readonly refusal: AppError } };

type PreparedDeps = MutationDeps & {
  /** Sees a change at once, if this process sends. */
  readonly webhooks: { run(): Promise<void> };
};

/**
 * A mutation that first does what takes long, such as asking a name server or a receiver, without a place in a lane and
 * before its transaction.
 */
export const preparedMutation = <Route extends AppRoute, Result>(
  deps: PreparedDeps,
  name: string,
  prepare: (
    input: Input<Route>,
    inTurn: <Found>(read: (query: Query) => Promise<Found>) => Promise<Found>,
    caller: Principal,
  ) => Promise<Result>,
  change: (query: Query, input: Input<Route>, record: RecordChange, prepared: Result) => Promise<Answer<Route>>,
): Mutation<Route> => {
  const { lanes, database } = deps;
  const { alone: store } = openMutation<Route>(deps, {
    name,
    run: (query, calls) =>
      Promise.all(
        calls.map(async ({ input, caller }) => {
          const { prepared } = input as Input<Route> & Prepared<Result>;
          if ("refusal" in prepared) throw prepared.refusal;
          const { result, entries } = await audited(query, caller.actor, (record) =>
            change(query, input, record, prepared.result),
          );
          return { answer: result, entries };
        }),
      ),
  });
  const alone = async (call: Call<Route>) => {
    const { flow } = call.caller;
    const prepared = await prepare(
      call.input,
      (read) => lanes.writes.run(flow, () => read(queryOfPool(database.pool))),
      call.caller,
    ).then(
      (result) => ({ result }),
      (error: unknown) => {
        if (error instanceof AppError && call.keyed !== undefined) return { refusal: error };
        throw error;
      },
    );
    const answer = await lanes.writes.run(flow, () => store({ ...call, input: { ...call.input, prepared } }));
    void deps.webhooks.run();
    return answer;
  };
  return { alone, batched: alone };
};
