import { createHash } from "node:crypto";
import { IDEMPOTENCY_HOURS } from "@petstore/contract";
import { AppError, idempotencyKeyInUse, idempotencyKeyReused } from "../errors.js";
import type { Transaction } from "../operation/operation.js";

/** A request that is to be carried out once, however often it comes. */
export type KeyedRequest = {
  readonly accountId: bigint;
  readonly idempotencyKey: string;
  /** Of all that must be the same in a repeat. */
  readonly fingerprint: Uint8Array<ArrayBuffer>;
};

/** What a request led to: what is answered to it, and to every repeat. */
export type Outcome = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** The lock's name is a hash of 64 bits: two keys that share it could at worst be told that the other is under way. */
const lockOf = ({ accountId, idempotencyKey }: KeyedRequest): bigint =>
  createHash("sha256").update(`idempotency ${accountId} ${idempotencyKey}`).digest().readBigInt64BE();

/** Held until the transaction ends, so that whoever gets it next sees what was committed. */
const takeLock = async (tx: Transaction, request: KeyedRequest): Promise<boolean> => {
  const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lockOf(request)}) AS taken`;
  return lock?.taken === true;
};

type Row = { status: number; headers: Record<string, string>; body: string; isSame: boolean };

// A statement of its own, behind the one that takes the lock: in READ COMMITTED it sees what was committed until then.
const findOutcome = async (tx: Transaction, request: KeyedRequest): Promise<Outcome | undefined> => {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT status, headers, body, fingerprint = ${request.fingerprint} AS "isSame" FROM stored_outcome
    WHERE account_id = ${request.accountId} AND idempotency_key = ${request.idempotencyKey} AND expires_at > now()`;
  if (row === undefined) return undefined;
  if (!row.isSame) throw idempotencyKeyReused();
  return { status: row.status, headers: row.headers, body: JSON.parse(row.body) };
};

/** Whether a refusal is stored: never a failure of the service, nor one of the moment. */
export const isStorable = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 429;

const outcomeOf = (error: unknown): Outcome => {
  if (!isStorable(error)) throw error;
  return { status: error.status, headers: error.headers, body: error.body };
};

/** What the work had written is undone when it is refused; that it was refused is written down all the same. */
const carryOut = async (tx: Transaction, work: () => Promise<Outcome>): Promise<Outcome> => {
  await tx.$executeRaw`SAVEPOINT work`;
  try {
    return await work();
  } catch (error) {
    const outcome = outcomeOf(error);
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT work`;
    return outcome;
  }
};

/**
 * An outcome that is there already has expired, or it would have been found. Should one come in between all the same, as
 * on a server that keeps its locks per node, the row itself lets one request through.
 */
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

/**
 * Carries a request out, unless that was done before: then its outcome is answered again. The outcome is stored in the
 * transaction of the work itself, so that there is never one without the other, whenever the process dies.
 * @param work - Writes through `tx` alone.
 * @throws AppError 409 while the first request with the key is under way, 422 where the key was another request's, and
 * what the work throws, where that is not to be stored.
 */
export const runIdempotently = async (
  tx: Transaction,
  request: KeyedRequest,
  work: () => Promise<Outcome>,
): Promise<Outcome & { readonly isReplayed: boolean }> => {
  const isOurs = await takeLock(tx, request);
  const stored = await findOutcome(tx, request);
  // Repeats of what is done hold the lock for a moment too: they are no reason to send another one away.
  if (stored !== undefined) return { ...stored, isReplayed: true };
  if (!isOurs) throw idempotencyKeyInUse();
  const outcome = await carryOut(tx, work);
  await storeOutcome(tx, request, outcome);
  return { ...outcome, isReplayed: false };
};
