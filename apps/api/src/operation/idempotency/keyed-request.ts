import { createHash } from "node:crypto";

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = {
  readonly accountId: bigint;
  readonly idempotencyKey: string;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
};

/**
 * Returns a 64-bit hash. If the hashes of two keys collide, one of two concurrent requests may be answered
 * idempotency_key_in_use.
 */
export const lockIdOf = ({ accountId, idempotencyKey }: Omit<KeyedRequest, "fingerprint">): bigint =>
  createHash("sha256").update(`idempotency ${accountId} ${idempotencyKey}`).digest().readBigInt64BE();
