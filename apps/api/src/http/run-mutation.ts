import { type ErrorCode, IdempotencyKey, takesIdempotencyKey } from "@petstore/contract/routes";
import type { Request, Response } from "express";
import { type AuditEntry, audited } from "../operation/audit-trail.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import type { Principal } from "../credentials/principal.js";
import { AppError, invalidRequest } from "../errors.js";
import { answerError } from "../gate/answer-error.js";
import { contextOf } from "../gate/request-context.js";
import { isStorable, type KeyedRequest, runIdempotently, type Outcome } from "../idempotency/run-idempotently.js";
import type { AnyAnswer, MutationContext, Transaction } from "../operation/operation.js";
import { timeoutsOf } from "../operation/operation-timeouts.js";
import { petChangeEventsOf } from "../operation/pet-change-events.js";
import { runInLane } from "./lane-turn.js";

/** Called again if the transaction is retried. */
type Work = (change: MutationContext) => Promise<AnyAnswer>;

export type MutationDeps = Pick<Deps, "db" | "principals" | "responseCache" | "lanes">;
type Exchange = { readonly req: Request; readonly res: Response };

/** Distinct: Node would join two invalid fields, `"a` and `b"`, into a valid key. */
const keysOf = (req: Request): string[] => req.headersDistinct["idempotency-key"] ?? [];

const checkKeys = ({ req, res }: Exchange) => {
  const count = keysOf(req).length;
  const { route } = contextOf(res);
  if (req.method !== "POST" || route === undefined || count === 0) return;
  if (!takesIdempotencyKey(route.route)) {
    throw invalidRequest("header Idempotency-Key must be omitted: the response contains a key, which is never stored");
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

const changesPrincipals = ({ subject }: AuditEntry) => subject.kind === "api_key" || subject.kind === "account";

/** These statuses may reveal a remote change that has not arrived here yet. */
const isRevealing = (status: number) => status === 404 || status === 409 || status === 412;

const catchUpAndThrow = async ({ responseCache }: Pick<Deps, "responseCache">, error: unknown): Promise<never> => {
  if (error instanceof AppError && isRevealing(error.status)) await responseCache.catchUp();
  throw error;
};

const transactChange = async <Result extends AnyAnswer & { readonly isReplayed?: boolean }>(
  deps: MutationDeps,
  exchange: Exchange,
  work: Work,
  within: (tx: Transaction, work: () => Promise<AnyAnswer>) => Promise<Result>,
): Promise<Result> => {
  const { db, principals, responseCache } = deps;
  const caller = callerOf(exchange);
  let written: readonly AuditEntry[] = [];
  const { transactionMs } = timeoutsOf(contextOf(exchange.res).route?.operationId);
  const change = (tx: Transaction) =>
    within(tx, async () => {
      const done = await audited(queryOf(tx), caller.actor, (record) => work({ tx, caller, record }));
      written = done.entries;
      return done.result;
    });
  const result = await transact(db, change, transactionMs).catch((error: unknown) => catchUpAndThrow(deps, error));
  await Promise.all([
    written.some(changesPrincipals) && principals.forget(),
    // A replay or a stored refusal may reveal a remote change.
    result.isReplayed === true || isRevealing(result.status)
      ? responseCache.catchUp()
      : responseCache.invalidate(petChangeEventsOf(written)),
  ]);
  return result;
};

const runKeyed = async (
  deps: MutationDeps,
  exchange: Exchange,
  request: KeyedRequest,
  work: Work,
): Promise<Outcome> => {
  contextOf(exchange.res).wasRunIdempotently = true;
  const { isReplayed, ...outcome } = await transactChange(deps, exchange, work, (tx, runWork) =>
    runIdempotently(tx, request, async () => ({ headers: {}, ...(await runWork()) })),
  );
  return isReplayed ? { ...outcome, headers: { ...outcome.headers, "Idempotent-Replayed": "true" } } : outcome;
};

const refusalOf = ({ body, headers }: Outcome): AppError => {
  const { code, message } = body as { readonly code: ErrorCode; readonly message: string };
  return new AppError(code, message, headers);
};

/** Commits before it resolves. Completes even if the client has gone: a retry with the same key gets the response. */
export const runMutation = async (deps: MutationDeps, exchange: Exchange, work: Work): Promise<AnyAnswer> => {
  checkKeys(exchange);
  const request = keyedRequestOf(exchange);
  if (request === undefined) return transactChange(deps, exchange, work, (_tx, runWork) => runWork());
  const outcome = await runKeyed(deps, exchange, request, work);
  if (outcome.status >= 400) throw refusalOf(outcome);
  return outcome;
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
    const store = () => runKeyed(deps, exchange, request, () => Promise.reject(error));
    const outcome = await runInLane(deps, context, store);
    if (outcome.status >= 400) return answerError(exchange.res, refusalOf(outcome));
    // The same payload succeeded before, with another Content-Type or under an older version's rules.
    exchange.res.status(outcome.status).set(outcome.headers).json(outcome.body);
  } catch (failure) {
    answerError(exchange.res, failure);
  }
};
