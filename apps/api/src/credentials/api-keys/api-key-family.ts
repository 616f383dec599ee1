import { credentialInvalid } from "../../errors.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";
import { isInState } from "./api-key-state.js";

type Id = { readonly id: bigint };

/** @returns the ids of the key and of its descendants. UNION, unlike UNION ALL, would also end in a cycle. */
export const findFamily = async (tx: Transaction, keyId: number | bigint): Promise<bigint[]> => {
  const rows = await tx.$queryRaw<Id[]>`
    WITH RECURSIVE family AS (
      SELECT id FROM api_key WHERE id = ${keyId}::bigint
      UNION SELECT api_key.id FROM api_key JOIN family ON api_key.parent_id = family.id
    ) SELECT id FROM family ORDER BY id`;
  return rows.map(({ id }) => id);
};

/** A locked key makes no other key, so the family is complete once all that is found was locked. */
export const lockFamily = async (tx: Transaction, keyId: number): Promise<bigint[]> => {
  for (let locked = new Set<bigint>(); ; ) {
    const family = await findFamily(tx, keyId);
    if (family.every((id) => locked.has(id))) return family;
    await tx.$queryRaw`SELECT FROM api_key WHERE id = ANY(${family}) ORDER BY id FOR NO KEY UPDATE`;
    locked = new Set(family);
  }
};

const descendsFrom = async (tx: Transaction, keyId: number, ancestorId: bigint): Promise<boolean> => {
  const found = await tx.$queryRaw<unknown[]>`
    WITH RECURSIVE line AS (
      SELECT id, parent_id FROM api_key WHERE id = ${keyId}::bigint
      UNION SELECT api_key.id, api_key.parent_id FROM api_key JOIN line ON api_key.id = line.parent_id
    ) SELECT FROM line WHERE id = ${ancestorId}`;
  return found.length > 0;
};

/** The API key of a request, which becomes the parent of the key that it makes. */
export type ParentKey = { readonly id: bigint; readonly expiresAt: Date | null };

/** The lock makes a revocation wait, which then finds the new key. @returns undefined for the key of a session. */
export const lockCallerKey = async (
  { tx, caller: { keyId } }: Pick<MutationContext, "tx" | "caller">,
  now: Date,
): Promise<ParentKey | undefined> => {
  if (keyId === undefined) return undefined;
  const [key] = await tx.$queryRaw<ParentKey[]>`
    SELECT id, expires_at AS "expiresAt" FROM api_key WHERE id = ${keyId} AND ${isInState("active", now)} FOR SHARE`;
  if (key === undefined) throw credentialInvalid();
  return key;
};

/** A key that rotates a stranger learns a secret: revoking its descendants must cover the new key. */
export const isStranger = async (tx: Transaction, keyId: number, caller: ParentKey | undefined): Promise<boolean> =>
  caller !== undefined && !(await descendsFrom(tx, keyId, caller.id));
