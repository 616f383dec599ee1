import { ActionKey, IdempotencyKey, takesActionKey, takesIdempotencyKey } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Request, Response } from "express";
import type { Principal } from "../operation/principal.js";
import { invalidRequest } from "../errors.js";
import { answerError } from "../gate/answer-error.js";
import { contextOf } from "../request/request-context.js";
import type { KeyedRequest } from "../operation/idempotency/keyed-request.js";
import { isStorable } from "../operation/idempotency/run-idempotently.js";
import type { KeyedAction } from "../operation/audit-trail.js";
import type { Call } from "../operation/mutation.js";
import type { Input } from "../operation/operation.js";
import { type MutationDeps, storeRefusal } from "../operation/run-mutation.js";
import { runInLane } from "../request/lane-turn.js";

type Exchange = { readonly req: Request; readonly res: Response };

/** Reads the fields separately, because Node would join two invalid ones, `"a` and `b"`, into a valid key. */
const keysOf = (req: Request): string[] => req.headersDistinct["idempotency-key"] ?? [];

const checkKeys = ({ req, res }: Exchange) => {
  const count = keysOf(req).length;
  const { route } = contextOf(res);
  if (req.method !== "POST" || route === undefined || count === 0) return;
  if (!takesIdempotencyKey(route.route)) {
    throw invalidRequest(
      "header Idempotency-Key must be omitted: the response contains a secret, which is never stored",
    );
  }
  if (count > 1) throw invalidRequest("header Idempotency-Key must be given only once");
};

/**
 * Returns undefined if the request was refused before its body was read: no retry can be recognised without a
 * fingerprint.
 */
const keyedRequestOf = ({ req, res }: Exchange): KeyedRequest | undefined => {
  const { route, principal, fingerprint } = contextOf(res);
  const [field, ...others] = keysOf(req);
  const idempotencyKey = IdempotencyKey.safeParse(field).data;
  const isKeyed = route && takesIdempotencyKey(route.route) && idempotencyKey !== undefined && others.length === 0;
  return isKeyed && principal && fingerprint
    ? { accountId: principal.account.id, idempotencyKey, fingerprint }
    : undefined;
};

const callerOf = ({ res }: Exchange): Principal => {
  const { principal } = contextOf(res);
  if (principal === undefined) throw new TypeError("The gate admitted a mutation without a principal.");
  return principal;
};

/** Reads the Action-Key, which the contract has already checked. */
const keyedActionOf = ({ req, res }: Exchange): KeyedAction | undefined => {
  const { route, principal } = contextOf(res);
  const key = route && takesActionKey(route.route) ? ActionKey.safeParse(req.headers["action-key"]).data : undefined;
  return principal && key !== undefined ? { accountId: principal.account.id, key } : undefined;
};

/** Builds the call of a request whose input is valid. @throws AppError for a key that the request must not have. */
export const callOf = <Route extends AppRoute>(exchange: Exchange, input: Input<Route>): Call<Route> => {
  checkKeys(exchange);
  const keyed = keyedRequestOf(exchange);
  contextOf(exchange.res).wasRunIdempotently = keyed !== undefined;
  return { input, caller: callerOf(exchange), keyed, action: keyedActionOf(exchange) };
};

/** Sends an error, and first stores it if it is the outcome of a request with an `Idempotency-Key`. */
export const sendRefusal = async (deps: MutationDeps, exchange: Exchange, error: unknown): Promise<void> => {
  const request = keyedRequestOf(exchange);
  const context = contextOf(exchange.res);
  const isOutcome = request !== undefined && isStorable(error) && context.wasRunIdempotently !== true;
  if (!isOutcome) {
    context.leaveLane?.();
    return answerError(exchange.res, error);
  }
  try {
    const store = () => storeRefusal(deps, { caller: callerOf(exchange), keyed: request }, error);
    const { status, headers = {}, body } = await runInLane(deps, context, store);
    // The same payload has succeeded before, with another Content-Type or under the rules of an older version.
    exchange.res.status(status).set(headers).json(body);
  } catch (failure) {
    answerError(exchange.res, failure);
  }
};
