import { lockRow, lockRows } from "../../database/lock-row.js";
import { credentialInvalid } from "../../errors.js";
import type { Prisma } from "../../generated/client.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";
import { activeAt } from "./api-key-state.js";

/** @returns the ids of the key and of its descendants, one generation with each query. It would also end in a cycle. */
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

/** Locks keys that are to change, by id as everyone does. The lock lets others record their usage. */
export const lockKeys = (tx: Transaction, ids: readonly bigint[]): Promise<unknown> =>
  lockRows(tx, "apiKey", ids, "update");

/** A locked key makes no other key, so the family is complete once all that is found was locked. */
export const lockFamily = async (tx: Transaction, keyId: number): Promise<bigint[]> => {
  for (let locked = new Set<bigint>(); ; ) {
    const family = await findFamily(tx, keyId);
    if (family.every((id) => locked.has(id))) return family;
    await lockKeys(tx, family);
    locked = new Set(family);
  }
};

/** The API key of a request, which becomes the parent of the key that it makes. */
export type ParentKey = { readonly id: bigint; readonly expiresAt: Date | null };

/** The lock makes a revocation wait, which then finds the new key. @returns undefined for the key of a session. */
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

/** A key that rotates a stranger learns a secret: revoking its descendants must cover the new key. */
export const isStranger = async (tx: Transaction, keyId: number, caller: ParentKey | undefined): Promise<boolean> =>
  caller !== undefined && !(await findFamily(tx, caller.id)).includes(BigInt(keyId));
