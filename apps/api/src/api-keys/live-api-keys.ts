import type { ApiKey } from "@petstore/contract";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";
import { isInState } from "./api-key-state.js";
import { endApiKey } from "./revoke-api-key.js";
import type { Change, Transaction } from "../operation/operation.js";

/** What tells a person which key it is. */
export type LiveApiKey = Pick<ApiKey, "id" | "name" | "prefix" | "lastFour" | "scope">;

const lockLive = async (tx: Transaction, accountId: bigint): Promise<ApiKey[]> => {
  const rows = await tx.$queryRaw<ApiKeyRow[]>`
    SELECT ${apiKeyColumns} FROM api_key WHERE account_id = ${accountId} AND ${isInState("active", new Date())}
    ORDER BY id FOR NO KEY UPDATE`;
  return rows.map(toApiKey);
};

/**
 * The keys of an account that are neither expired nor revoked: what a session has made outlives it. With `isRevoked` they end
 * in the same transaction, each with an audit event.
 */
export const takeLiveApiKeys = async (
  change: Pick<Change, "tx" | "record">,
  accountId: bigint,
  isRevoked: boolean,
): Promise<LiveApiKey[]> => {
  const keys = await lockLive(change.tx, accountId);
  if (isRevoked) for (const key of keys) await endApiKey(change, key);
  return keys.map(({ id, name, prefix, lastFour, scope }) => ({ id, name, prefix, lastFour, scope }));
};
