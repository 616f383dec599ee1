import { IDEMPOTENCY_HOURS } from "@petstore/contract/routes";
import { AppError, idempotencyKeyInUse, idempotencyKeyReused } from "../errors.js";
import { type KeyedRequest, lockIdOf } from "../operation/keyed-request.js";
import type { Transaction } from "../operation/operation.js";

export type { KeyedRequest };

export type Outcome = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

const tryLock = async (tx: Transaction, request: KeyedRequest): Promise<boolean> => {
  const [lock] = await tx.$queryRaw<{ isAcquired: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lockIdOf(request)}) AS "isAcquired"`;
  return lock?.isAcquired === true;
};

type Row = { status: number; headers: Record<string, string>; body: string; isSame: boolean };

// A separate statement, so that its snapshot includes what the previous holder of the lock committed.
const findOutcome = async (tx: Transaction, request: KeyedRequest): Promise<Outcome | undefined> => {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT status, headers, body, fingerprint = ${request.fingerprint} AS "isSame" FROM stored_outcome
    WHERE account_id = ${request.accountId} AND idempotency_key = ${request.idempotencyKey} AND expires_at > now()`;
  if (row === undefined) return undefined;
  if (!row.isSame) throw idempotencyKeyReused();
  return { status: row.status, headers: row.headers, body: JSON.parse(row.body) };
};

/** Server errors and rate limits are transient and never stored. */
export const isStorable = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 429;

const outcomeOf = (error: unknown): Outcome => {
  if (!isStorable(error)) throw error;
  return { status: error.status, headers: error.headers, body: error.body };
};

/** A refusal undoes the work's writes and is stored. */
const runWork = async (tx: Transaction, work: () => Promise<Outcome>): Promise<Outcome> => {
  await tx.$executeRaw`SAVEPOINT work`;
  try {
    return await work();
  } catch (error) {
    const outcome = outcomeOf(error);
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT work`;
    return outcome;
  }
};

/** With advisory locks per node, a concurrent request may insert first: the WHERE lets only one through. */
const storeOutcome = async (tx: Transaction, request: KeyedRequest, { status, headers, body }: Outcome) => {
  const count = await tx.$executeRaw`
    INSERT INTO stored_outcome AS stored
      (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
    VALUES (${request.accountId}, ${request.idempotencyKey}, ${request.fingerprint}, ${status},
      ${JSON.stringify(headers)}::jsonb, ${JSON.stringify(body)}, now() + make_interval(hours => ${IDEMPOTENCY_HOURS}))
    ON CONFLICT (account_id, idempotency_key) DO UPDATE SET fingerprint = excluded.fingerprint,
      status = excluded.status, headers = excluded.headers, body = excluded.body, expires_at = excluded.expires_at
    WHERE stored.expires_at <= now()`;
  if (count !== 1) throw idempotencyKeyInUse();
};

/** Stores the outcome with the work, which writes only through `tx`: a crash keeps both or neither. */
export const runIdempotently = async (
  tx: Transaction,
  request: KeyedRequest,
  work: () => Promise<Outcome>,
): Promise<Outcome & { readonly isReplayed: boolean }> => {
  const isLocked = await tryLock(tx, request);
  const stored = await findOutcome(tx, request);
  // A repeat holds the lock briefly too: it must not turn away another repeat.
  if (stored !== undefined) return { ...stored, isReplayed: true };
  if (!isLocked) throw idempotencyKeyInUse();
  const outcome = await runWork(tx, work);
  await storeOutcome(tx, request, outcome);
  return { ...outcome, isReplayed: false };
};
