import { lockRow, lockRows } from "../../database/lock-row.js";
import { credentialInvalid } from "../../errors.js";
import type { Prisma } from "../../generated/client.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";
import { activeAt } from "./api-key-status.js";

/**
 * Reads one generation with each query. It also ends if the data has a cycle.
 * @returns the ids of the key and of its descendants
 */
export const findFamily = async (tx: Pick<Transaction, "apiKey">, keyId: number | bigint): Promise<bigint[]> => {
  const family = new Set<bigint>();
  for (let where: Prisma.ApiKeyWhereInput = { id: keyId }; ; ) {
    const found = await tx.apiKey.findMany({ where, select: { id: true } });
    const added = found.map(({ id }) => id).filter((id) => !family.has(id));
    if (added.length === 0) return [...family].toSorted((one, other) => Number(one - other));
    for (const id of added) family.add(id);
    where = { parentId: { in: added } };
  }
};

/**
 * Locks keys that will change, in the order of their ids, as all code does. Requests can still record their use of the
 * keys.
 */
export const lockKeys = (tx: Transaction, ids: readonly bigint[]): Promise<unknown> =>
  lockRows(tx, "apiKey", ids, "update");

/**
 * Locks a key and all its descendants. A locked key cannot create another key, so no descendant is missing once every
 * key that was found is locked.
 */
export const lockFamily = async (tx: Transaction, keyId: number): Promise<bigint[]> => {
  for (let locked = new Set<bigint>(); ; ) {
    const family = await findFamily(tx, keyId);
    if (family.every((id) => locked.has(id))) return family;
    await lockKeys(tx, family);
    locked = new Set(family);
  }
};

/** The API key of a request. It becomes the parent of the key that the request creates. */
export type ParentKey = { readonly id: bigint; readonly expiresAt: Date | null };

/**
 * Locks the key of the caller, so that a revocation waits and then also finds the new key.
 * @returns undefined for the key of a session
 */
export const lockCallerKey = async (
  { tx, caller: { keyId } }: Pick<MutationContext, "tx" | "caller">,
  now: Date,
): Promise<ParentKey | undefined> => {
  if (keyId === undefined) return undefined;
  await lockRow(tx, "apiKey", keyId, "share");
  const key = await tx.apiKey.findFirst({
    where: { id: keyId, ...activeAt(now) },
    select: { id: true, expiresAt: true },
  });
  if (key === null) throw credentialInvalid();
  return key;
};

/**
 * Tells whether the rotated key is not a descendant of the caller's key. Because the caller learns the secret of the
 * new key, revoking the caller's key must then revoke the new key as well.
 */
export const isStranger = async (tx: Transaction, keyId: number, caller: ParentKey | undefined): Promise<boolean> =>
  caller !== undefined && !(await findFamily(tx, caller.id)).includes(BigInt(keyId));
