import type { Scope } from "@petstore/contract";
import { apiKeyPrefix, generateApiKey, hashApiKey } from "../credentials/api-key-format.js";
import type { Config } from "../config.js";
import type { ApiKey, Prisma } from "../generated/client.js";

/** What a new key is to be: its name for people, its scope, whose it is, and when it ends, if ever. */
export type NewApiKeyRecord = { name: string; scope: Scope; accountId: bigint; expiresAt?: Date | null };

/**
 * Makes a key. The key itself is in this answer and nowhere else: the table holds its SHA-256.
 * @param db - A client, or the transaction that the key is to belong to.
 */
export const insertApiKey = async (
  db: Pick<Prisma.TransactionClient, "apiKey">,
  environment: Config["environment"],
  newApiKey: NewApiKeyRecord,
): Promise<{ key: string; record: ApiKey }> => {
  const key = generateApiKey(environment);
  const record = await db.apiKey.create({
    data: { ...newApiKey, hash: hashApiKey(key), prefix: apiKeyPrefix(environment), lastFour: key.slice(-4) },
  });
  return { key, record };
};
