import type { ApiKey } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import type { Transaction } from "../../operation/operation.js";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";

export const findApiKey = async (
  db: Pick<Transaction, "$queryRaw">,
  keyId: number | bigint,
  lock = Prisma.empty,
): Promise<ApiKey | undefined> => {
  const [row] = await db.$queryRaw<ApiKeyRow[]>`
    SELECT ${apiKeyColumns} FROM api_key WHERE id = ${keyId}::bigint ${lock}`;
  return row && toApiKey(row);
};

/** NO KEY: recording the key's usage need not wait for the lock. */
export const lockApiKey = (tx: Transaction, keyId: number): Promise<ApiKey | undefined> =>
  findApiKey(tx, keyId, Prisma.sql`FOR NO KEY UPDATE`);

export const allApiKeys = async (db: Pick<Transaction, "$queryRaw">): Promise<ApiKey[]> => {
  const rows = await db.$queryRaw<ApiKeyRow[]>`SELECT ${apiKeyColumns} FROM api_key ORDER BY id`;
  return rows.map(toApiKey);
};
