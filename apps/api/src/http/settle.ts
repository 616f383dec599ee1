import { type ErrorBody, IdempotencyKey, takesIdempotencyKey } from "@petstore/contract";
import type { Request, Response } from "express";
import { type AuditEntry, audited } from "../audit-trail.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import type { Credential } from "../gate/credential.js";
import { AppError, invalidRequest } from "../errors.js";
import { answerError } from "../gate/answer-error.js";
import { contextOf } from "../gate/request-context.js";
import { type KeyedRequest, onlyOnce, type Outcome } from "../idempotency/only-once.js";
import type { Change, Transaction } from "../operation.js";
import { petChangesOf } from "../pet-changes.js";
import type { Reach } from "../reach.js";

/** The answer of an operation, of whichever route. */
export type Answer = Omit<Outcome, "headers"> & {
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a read that may be kept: which animals could change it. */
  readonly reach?: Reach;
};

/** Carries out what a request is to change, in the transaction. It may be called again, where that is begun anew. */
type Work = (change: Change) => Promise<Answer>;

export type SettleDeps = Pick<Deps, "db" | "credentials" | "keptAnswers">;
type Exchange = { readonly req: Request; readonly res: Response };

/** Two fields are no key, even where Node's joining of them makes one: `"a` and `b"`. */
const keysOf = (req: Request): string[] => req.headersDistinct["idempotency-key"] ?? [];

const checkKeys = ({ req, res }: Exchange) => {
  const count = keysOf(req).length;
  const { route } = contextOf(res);
  if (req.method !== "POST" || route === undefined || count === 0) return;
  if (!takesIdempotencyKey(route.route)) {
    throw invalidRequest("header Idempotency-Key must be left out: the answer shows a key, which is stored nowhere");
  }
  if (count > 1) throw invalidRequest("header Idempotency-Key must be given once");
};

/**
 * A POST that names itself, of a route that takes names. What is refused before its body is read (401, 403, 406, 408, 413)
 * leaves nothing behind: it was not carried out, and without the body nobody could tell a repeat from another request.
 */
const keyedRequestOf = ({ req, res }: Exchange): KeyedRequest | undefined => {
  const { route, credential, fingerprint } = contextOf(res);
  const [field, ...others] = keysOf(req);
  const idempotencyKey = IdempotencyKey.safeParse(field).data;
  const isNamed = route && takesIdempotencyKey(route.route) && idempotencyKey !== undefined && others.length === 0;
  return isNamed && credential && fingerprint
    ? { accountId: credential.account.id, idempotencyKey, fingerprint }
    : undefined;
};

const callerOf = ({ res }: Exchange): Credential => {
  const { credential } = contextOf(res);
  if (credential === undefined) throw new TypeError("The gate let a change in without a credential.");
  return credential;
};

const isOfCredentials = ({ subject }: AuditEntry) => subject.kind === "api_key" || subject.kind === "account";

/** One transaction: the work, the records of it, and what else `within` writes. */
const transactChange = async <Result extends Answer & { readonly isReplayed?: boolean }>(
  { db, credentials, keptAnswers }: SettleDeps,
  exchange: Exchange,
  work: Work,
  within: (tx: Transaction, work: () => Promise<Answer>) => Promise<Result>,
): Promise<Result> => {
  const caller = callerOf(exchange);
  let written: readonly AuditEntry[] = [];
  const result = await transact(db, (tx) =>
    within(tx, async () => {
      const done = await audited(queryOf(tx), caller.actor, (record) => work({ tx, caller, record }));
      written = done.entries;
      return done.result;
    }),
  );
  // What a repeat is told of, another process may have done, and this one not have heard of yet.
  const changes = result.isReplayed === true ? undefined : petChangesOf(written);
  await Promise.all([written.some(isOfCredentials) && credentials.forget(), keptAnswers.drop(changes)]);
  return result;
};

const settleOnce = async (
  deps: SettleDeps,
  exchange: Exchange,
  request: KeyedRequest,
  work: Work,
): Promise<Outcome> => {
  contextOf(exchange.res).isSettled = true;
  const { isReplayed, ...outcome } = await transactChange(deps, exchange, work, (tx, carryOut) =>
    onlyOnce(tx, request, async () => ({ headers: {}, ...(await carryOut()) })),
  );
  return isReplayed ? { ...outcome, headers: { ...outcome.headers, "Idempotent-Replayed": "true" } } : outcome;
};

const refusalOf = ({ body, headers }: Outcome): AppError => {
  const { code, message } = body as ErrorBody;
  return new AppError(code, message, headers);
};

/**
 * Carries out what a request is to change, in one transaction that is committed when this is fulfilled; once and for all
 * where the request bears an `Idempotency-Key`. It goes on to its end when the client is gone, or has been answered that
 * it took too long: a repeat is told what came of it.
 */
export const settle = async (deps: SettleDeps, exchange: Exchange, work: Work): Promise<Answer> => {
  checkKeys(exchange);
  const request = keyedRequestOf(exchange);
  if (request === undefined) return transactChange(deps, exchange, work, (_tx, carryOut) => carryOut());
  const outcome = await settleOnce(deps, exchange, request, work);
  if (outcome.status >= 400) throw refusalOf(outcome);
  return outcome;
};

/** Answers an error; where it is the outcome of a request that bears an `Idempotency-Key`, it is stored first. */
export const answerRefusal = async (deps: SettleDeps, exchange: Exchange, error: unknown): Promise<void> => {
  const request = keyedRequestOf(exchange);
  const isOutcome = request !== undefined && error instanceof AppError && contextOf(exchange.res).isSettled !== true;
  if (!isOutcome) return answerError(exchange.res, error);
  try {
    const outcome = await settleOnce(deps, exchange, request, () => Promise.reject(error));
    if (outcome.status >= 400) return answerError(exchange.res, refusalOf(outcome));
    // The same payload was taken before: with another Content-Type, or while the service's rules were less strict.
    exchange.res.status(outcome.status).set(outcome.headers).json(outcome.body);
  } catch (failure) {
    answerError(exchange.res, failure);
  }
};
