import type { ApiKey } from "@petstore/contract/routes";
import type { Transaction } from "../../operation/operation.js";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";

export const findApiKey = async (
  db: Pick<Transaction, "$queryRaw">,
  keyId: number | bigint,
): Promise<ApiKey | undefined> => {
  const [row] = await db.$queryRaw<ApiKeyRow[]>`SELECT ${apiKeyColumns} FROM api_key WHERE id = ${keyId}::bigint`;
  return row && toApiKey(row);
};

/** NO KEY: recording the key's usage need not wait for the lock. */
export const lockApiKey = async (tx: Transaction, keyId: number): Promise<ApiKey | undefined> => {
  const [row] = await tx.$queryRaw<ApiKeyRow[]>`
    SELECT ${apiKeyColumns} FROM api_key WHERE id = ${keyId}::bigint FOR NO KEY UPDATE`;
  return row && toApiKey(row);
};

export const allApiKeys = async (db: Pick<Transaction, "$queryRaw">): Promise<ApiKey[]> => {
  const rows = await db.$queryRaw<ApiKeyRow[]>`SELECT ${apiKeyColumns} FROM api_key ORDER BY id`;
  return rows.map(toApiKey);
};
