import { lockRow } from "../../database/lock-row.js";
import { credentialInvalid } from "../../errors.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";
import { activeAt } from "./api-key-state.js";

type Id = { readonly id: bigint };

/** @returns the ids of the key and of its descendants. UNION, unlike UNION ALL, would also end in a cycle. */
export const findFamily = async (tx: Pick<Transaction, "$queryRaw">, keyId: number | bigint): Promise<bigint[]> => {
  const rows = await tx.$queryRaw<Id[]>`
    WITH RECURSIVE family AS (
      SELECT id FROM api_key WHERE id = ${keyId}::bigint
      UNION SELECT api_key.id FROM api_key JOIN family ON api_key.parent_id = family.id
    ) SELECT id FROM family ORDER BY id`;
  return rows.map(({ id }) => id);
};

/** Locks keys that are to change, by id as everyone does. The lock lets others record their usage. */
export const lockKeys = (tx: Transaction, ids: readonly bigint[]): Promise<unknown> =>
  tx.$executeRaw`SELECT FROM api_key WHERE id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`;

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
