import { createHash } from "node:crypto";

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = {
  readonly accountId: bigint;
  readonly idempotencyKey: string;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
};

/** A 64-bit hash: if two keys collide, one request may be answered idempotency_key_in_use. */
export const lockIdOf = ({ accountId, idempotencyKey }: Omit<KeyedRequest, "fingerprint">): bigint =>
  createHash("sha256").update(`idempotency ${accountId} ${idempotencyKey}`).digest().readBigInt64BE();
