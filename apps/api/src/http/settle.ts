import { type ErrorBody, IdempotencyKey } from "@petstore/contract";
import type { Request, Response } from "express";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import { AppError, invalidRequest } from "../errors.js";
import { answerError } from "../gate/answer-error.js";
import { contextOf } from "../gate/request-context.js";
import { type KeyedRequest, onlyOnce, type Outcome } from "../idempotency/only-once.js";
import type { Transaction } from "../operation.js";

/** The answer of an operation, of whichever route. */
export type Answer = Omit<Outcome, "headers"> & { readonly headers?: Readonly<Record<string, string>> };

type Exchange = { readonly req: Request; readonly res: Response };

/** Two fields are no key, even where Node's joining of them makes one: `"a` and `b"`. */
const keysOf = (req: Request): string[] => req.headersDistinct["idempotency-key"] ?? [];

/**
 * A POST that names itself. What is refused before its body is read (401, 403, 406, 408, 413) leaves nothing behind: it was
 * not carried out, and without the body nobody could tell a repeat from another request.
 */
const keyedRequestOf = ({ req, res }: Exchange): KeyedRequest | undefined => {
  const { route, apiKey, fingerprint } = contextOf(res);
  const [field, ...others] = keysOf(req);
  const idempotencyKey = IdempotencyKey.safeParse(field).data;
  const isNamed = route?.route.method === "POST" && idempotencyKey !== undefined && others.length === 0;
  return isNamed && apiKey && fingerprint ? { apiKeyId: apiKey.id, idempotencyKey, fingerprint } : undefined;
};

const settleOnce = async (
  { db }: Pick<Deps, "db">,
  { res }: Exchange,
  request: KeyedRequest,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Outcome> => {
  contextOf(res).isSettled = true;
  const { isReplayed, ...outcome } = await transact(db, (tx) =>
    onlyOnce(tx, request, async () => ({ headers: {}, ...(await work(tx)) })),
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
export const settle = async (
  deps: Pick<Deps, "db">,
  exchange: Exchange,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => {
  if (exchange.req.method === "POST" && keysOf(exchange.req).length > 1)
    throw invalidRequest("header Idempotency-Key must be given once");
  const request = keyedRequestOf(exchange);
  if (request === undefined) return transact(deps.db, work);
  const outcome = await settleOnce(deps, exchange, request, work);
  if (outcome.status >= 400) throw refusalOf(outcome);
  return outcome;
};

/** Answers an error; where it is the outcome of a request that bears an `Idempotency-Key`, it is stored first. */
export const answerRefusal = async (deps: Pick<Deps, "db">, exchange: Exchange, error: unknown): Promise<void> => {
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
