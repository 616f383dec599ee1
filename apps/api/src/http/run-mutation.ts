import { ActionKey, IdempotencyKey, takesActionKey, takesIdempotencyKey } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Request, Response } from "express";
import type { Principal } from "../operation/principal.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { PrismaClient } from "../generated/client.js";
import type { PrincipalCache } from "../credentials/principal-cache.js";
import type { Invalidation } from "../operation/cache-dependency.js";
import type { Lanes } from "../concurrency/lanes.js";
import { invalidRequest } from "../errors.js";
import { answerError } from "../gate/answer-error.js";
import { contextOf } from "../request/request-context.js";
import type { KeyedRequest } from "../operation/idempotency/keyed-request.js";
import { isStorable, runIdempotently } from "../operation/idempotency/run-idempotently.js";
import { refusalOf } from "../operation/idempotency/verdict.js";
import { type AuditEntry, audited, type KeyedAction, type RecordChange } from "../operation/audit-trail.js";
import type { Mutation } from "../operation/mutation.js";
import type { AnyAnswer, Input, MutationContext, Transaction } from "../operation/operation.js";
import { timeoutsOf } from "../operation/operation-timeouts.js";
import { answerOf, entriesOf, publishResults, type Result } from "../operation/publish-results.js";
import { openWorkMemory } from "../operation/work-memory.js";
import { runInLane } from "../request/lane-turn.js";

/** Called again if the transaction is retried. */
type Work = (change: MutationContext) => Promise<AnyAnswer>;

export type MutationDeps = {
  readonly db: PrismaClient;
  readonly principals: PrincipalCache;
  readonly responseCache: Invalidation;
  readonly lanes: Lanes;
};
type Exchange = { readonly req: Request; readonly res: Response };

/** Distinct: Node would join two invalid fields, `"a` and `b"`, into a valid key. */
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

/** Undefined if the request was refused before its body was read: without a fingerprint no retry can be recognised. */
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

/** The contract has checked it. */
const keyedActionOf = ({ req, res }: Exchange): KeyedAction | undefined => {
  const { route, principal } = contextOf(res);
  const key = route && takesActionKey(route.route) ? ActionKey.safeParse(req.headers["action-key"]).data : undefined;
  return principal && key !== undefined ? { accountId: principal.account.id, key } : undefined;
};

const changesPrincipals = ({ subject }: AuditEntry) => subject.kind === "api_key" || subject.kind === "account";

const transactChange = async (
  deps: MutationDeps,
  exchange: Exchange,
  work: Work,
  keyed: KeyedRequest | undefined,
): Promise<AnyAnswer> => {
  const { db, principals, responseCache } = deps;
  const caller = callerOf(exchange);
  const context = contextOf(exchange.res);
  context.wasRunIdempotently = keyed !== undefined;
  const memory = openWorkMemory(caller.flow.account);
  const change = async (tx: Transaction): Promise<readonly Result[]> => {
    const query = queryOf(tx);
    // A transaction that runs again after a conflict reads anew.
    memory.release();
    return runIdempotently(query, [keyed], "wait", async () => {
      const run = (record: RecordChange) => work({ tx, caller, record, memory });
      const { result, entries } = await audited(query, caller.actor, run, keyedActionOf(exchange));
      return [{ answer: result, entries }];
    });
  };
  const { transactionMs } = timeoutsOf(context.route?.operationId);
  try {
    const results = await transact(db, change, transactionMs).catch(refusalOf);
    await Promise.all([
      results.flatMap(entriesOf).some(changesPrincipals) && principals.forget(),
      publishResults(responseCache, results),
    ]);
    return answerOf(results[0]);
  } finally {
    memory.release();
  }
};

/** Commits before it resolves. Completes even if the client has gone: a retry with the same key gets the response. */
export const runMutation = async (deps: MutationDeps, exchange: Exchange, work: Work): Promise<AnyAnswer> => {
  checkKeys(exchange);
  return transactChange(deps, exchange, work, keyedRequestOf(exchange));
};

/** Does what {@link runMutation} does, for a mutation that opens its own transaction. */
export const runAlone = async <Route extends AppRoute>(
  { alone }: Mutation<Route>,
  exchange: Exchange,
  input: Input<Route>,
): Promise<AnyAnswer> => {
  checkKeys(exchange);
  const keyed = keyedRequestOf(exchange);
  contextOf(exchange.res).wasRunIdempotently = keyed !== undefined;
  return alone({ input, caller: callerOf(exchange), keyed });
};

/** Sends an error; stores it first if it is the outcome of a request with an `Idempotency-Key`. */
export const sendRefusal = async (deps: MutationDeps, exchange: Exchange, error: unknown): Promise<void> => {
  const request = keyedRequestOf(exchange);
  const context = contextOf(exchange.res);
  const isOutcome = request !== undefined && isStorable(error) && context.wasRunIdempotently !== true;
  if (!isOutcome) {
    context.leaveLane?.();
    return answerError(exchange.res, error);
  }
  try {
    const store = () => transactChange(deps, exchange, () => Promise.reject(error), request);
    const { status, headers = {}, body } = await runInLane(deps, context, store);
    // The same payload succeeded before, with another Content-Type or under an older version's rules.
    exchange.res.status(status).set(headers).json(body);
  } catch (failure) {
    answerError(exchange.res, failure);
  }
};
