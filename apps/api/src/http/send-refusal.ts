import type { Request, Response } from "express";
import { answerError } from "../gate/answer-error.js";
import { isStorable } from "../operation/idempotency/run-idempotently.js";
import { type MutationDeps, storeRefusal } from "../operation/run-mutation.js";
import { runInLane } from "../request/lane-turn.js";
import { callerOf, keyedRequestOf } from "../request/mutation-call.js";
import { contextOf } from "../request/request-context.js";

type Exchange = { readonly req: Request; readonly res: Response };

/** Sends an error, and first stores it if it is the outcome of a request with an `Idempotency-Key`. */
export const sendRefusal = async (deps: MutationDeps, { res }: Exchange, error: unknown): Promise<void> => {
  const context = contextOf(res);
  const request = keyedRequestOf(context);
  const isOutcome = request !== undefined && isStorable(error) && context.wasRunIdempotently !== true;
  if (!isOutcome) {
    context.leaveLane?.();
    return answerError(res, error);
  }
  try {
    const store = () => storeRefusal(deps, { caller: callerOf(context), keyed: request }, error);
    const { status, headers = {}, body } = await runInLane(deps, context, store);
    // The stored outcome is a success: the same body was sent before with another Content-Type, or under the rules of
    // an older version.
    res.status(status).set(headers).json(body);
  } catch (failure) {
    answerError(res, failure);
  }
};
