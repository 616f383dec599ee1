import type { ApiKey } from "@petstore/contract/routes";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";
import { isInState } from "./api-key-state.js";
import { markRevoked } from "./revoke-api-key.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";

export type LiveApiKey = Pick<ApiKey, "id" | "name" | "prefix" | "lastFour" | "scope">;

const lockLive = async (tx: Transaction, accountId: bigint): Promise<ApiKey[]> => {
  const rows = await tx.$queryRaw<ApiKeyRow[]>`
    SELECT ${apiKeyColumns} FROM api_key WHERE account_id = ${accountId} AND ${isInState("active", new Date())}
    ORDER BY id FOR NO KEY UPDATE`;
  return rows.map(toApiKey);
};

/** Revokes the keys, with `isRevoked`, in the same transaction, each with an audit event. */
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
