import type { ApiKey } from "@petstore/contract/routes";
import { lockKeys } from "./api-key-family.js";
import { findApiKeys } from "./api-key-row.js";
import { activeAt } from "./api-key-status.js";
import { markRevoked } from "./revoke-api-key.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";

export type LiveApiKey = Pick<ApiKey, "id" | "name" | "prefix" | "lastFour" | "scope">;

const lockLive = async (tx: Transaction, accountId: bigint): Promise<ApiKey[]> => {
  const live = { accountId, ...activeAt(new Date()) };
  const keys = await tx.apiKey.findMany({ where: live, select: { id: true } });
  await lockKeys(
    tx,
    keys.map(({ id }) => id),
  );
  const locked = new Set(keys.map(({ id }) => Number(id)));
  return (await findApiKeys(tx, live)).filter(({ id }) => locked.has(id));
};

/**
 * Locks the active keys of an account. If `isRevoked` is true, it also revokes them and writes an audit event for each.
 */
export const takeLiveApiKeys = async (
  change: Pick<MutationContext, "tx" | "record">,
  accountId: bigint,
  isRevoked: boolean,
): Promise<LiveApiKey[]> => {
  const keys = await lockLive(change.tx, accountId);
  if (isRevoked) {
    await markRevoked(
      change,
      keys.map(({ id }) => id),
    );
  }
  return keys.map(({ id, name, prefix, lastFour, scope }) => ({ id, name, prefix, lastFour, scope }));
};
