import { createHash } from "node:crypto";

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = {
  readonly accountId: bigint;
  readonly idempotencyKey: string;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
};

/**
 * Returns a 64-bit hash. If two keys have the same hash, one of two concurrent requests may get the error
 * idempotency_key_in_use.
 */
export const lockIdOf = ({ accountId, idempotencyKey }: Omit<KeyedRequest, "fingerprint">): bigint =>
  createHash("sha256").update(`idempotency ${accountId} ${idempotencyKey}`).digest().readBigInt64BE();
