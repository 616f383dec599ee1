import { type ErrorBody, IdempotencyKey, takesIdempotencyKey } from "@petstore/contract";
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
import type { AnyAnswer, Change, Transaction } from "../operation/operation.js";
import { petChangeEventsOf } from "../response-cache/pet-change-events.js";
import { runInLane } from "./lane-turn.js";

/** Runs the operation in the transaction; again if the transaction is retried. */
type Work = (change: Change) => Promise<AnyAnswer>;

export type MutationDeps = Pick<Deps, "db" | "principals" | "responseCache" | "lanes">;
type Exchange = { readonly req: Request; readonly res: Response };

/** Two fields are no key, even where Node's joining of them makes one: `"a` and `b"`. */
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

/**
 * A POST that names itself, of a route that takes names. What is refused before its body is read (401, 403, 406, 408, 413)
 * leaves nothing behind: it was not carried out, and without the body nobody could tell a repeat from another request.
 */
const keyedRequestOf = ({ req, res }: Exchange): KeyedRequest | undefined => {
  const { route, principal, fingerprint } = contextOf(res);
  const [field, ...others] = keysOf(req);
  const idempotencyKey = IdempotencyKey.safeParse(field).data;
  const isNamed = route && takesIdempotencyKey(route.route) && idempotencyKey !== undefined && others.length === 0;
  return isNamed && principal && fingerprint
    ? { accountId: principal.account.id, idempotencyKey, fingerprint }
    : undefined;
};

const callerOf = ({ res }: Exchange): Principal => {
  const { principal } = contextOf(res);
  if (principal === undefined) throw new TypeError("The gate let a change in without a principal.");
  return principal;
};

const changesPrincipals = ({ subject }: AuditEntry) => subject.kind === "api_key" || subject.kind === "account";

/** These statuses may reveal a remote change that has not arrived here yet. */
const isRevealing = (status: number) => status === 404 || status === 409 || status === 412;

/** @throws AppError - The refusal, once the response cache has caught up with what it reveals. */
const revealed = async ({ responseCache }: Pick<Deps, "responseCache">, error: unknown): Promise<never> => {
  if (error instanceof AppError && isRevealing(error.status)) await responseCache.catchUp();
  throw error;
};

/** One transaction: the work, the records of it, and what else `within` writes. */
const transactChange = async <Result extends AnyAnswer & { readonly isReplayed?: boolean }>(
  deps: MutationDeps,
  exchange: Exchange,
  work: Work,
  within: (tx: Transaction, work: () => Promise<AnyAnswer>) => Promise<Result>,
): Promise<Result> => {
  const { db, principals, responseCache } = deps;
  const caller = callerOf(exchange);
  let written: readonly AuditEntry[] = [];
  const result = await transact(db, (tx) =>
    within(tx, async () => {
      const done = await audited(queryOf(tx), caller.actor, (record) => work({ tx, caller, record }));
      written = done.entries;
      return done.result;
    }),
  ).catch((error: unknown) => revealed(deps, error));
  await Promise.all([
    written.some(changesPrincipals) && principals.forget(),
    // A replay or a stored refusal may reveal what another process did.
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
  contextOf(exchange.res).isSettled = true;
  const { isReplayed, ...outcome } = await transactChange(deps, exchange, work, (tx, carryOut) =>
    runIdempotently(tx, request, async () => ({ headers: {}, ...(await carryOut()) })),
  );
  return isReplayed ? { ...outcome, headers: { ...outcome.headers, "Idempotent-Replayed": "true" } } : outcome;
};

const refusalOf = ({ body, headers }: Outcome): AppError => {
  const { code, message } = body as ErrorBody;
  return new AppError(code, message, headers);
};

/**
 * Runs a mutation in one transaction, which is committed when the promise resolves; once for all requests with the same
 * `Idempotency-Key`. It completes even if the client has gone or got a timeout: a retry gets its response.
 */
export const runMutation = async (deps: MutationDeps, exchange: Exchange, work: Work): Promise<AnyAnswer> => {
  checkKeys(exchange);
  const request = keyedRequestOf(exchange);
  if (request === undefined) return transactChange(deps, exchange, work, (_tx, carryOut) => carryOut());
  const outcome = await runKeyed(deps, exchange, request, work);
  if (outcome.status >= 400) throw refusalOf(outcome);
  return outcome;
};

/** Sends an error; stores it first if it is the outcome of a request with an `Idempotency-Key`. */
export const sendRefusal = async (deps: MutationDeps, exchange: Exchange, error: unknown): Promise<void> => {
  const request = keyedRequestOf(exchange);
  const context = contextOf(exchange.res);
  const isOutcome = request !== undefined && isStorable(error) && context.isSettled !== true;
  if (!isOutcome) {
    context.leaveLane?.();
    return answerError(exchange.res, error);
  }
  try {
    const store = () => runKeyed(deps, exchange, request, () => Promise.reject(error));
    const outcome = await runInLane(deps, context, store);
    if (outcome.status >= 400) return answerError(exchange.res, refusalOf(outcome));
    // The same payload was taken before: with another Content-Type, or while the service's rules were less strict.
    exchange.res.status(outcome.status).set(outcome.headers).json(outcome.body);
  } catch (failure) {
    answerError(exchange.res, failure);
  }
};
