import type { ApiKey, Scope } from "@petstore/contract/routes";
import { apiKeyPrefix, generateApiKey, hashApiKey } from "../api-key-format.js";
import type { Config } from "../../config/config.js";
import { shownOfKeys, toApiKey } from "./api-key-row.js";
import type { Tx } from "../../database/prisma-client.js";

export type NewApiKeyRecord = {
  name: string;
  scope: Scope;
  accountId: bigint;
  expiresAt?: Date | null;
  parentId?: bigint | null;
};

/** @returns the key as text. The table has only its SHA-256. */
export const insertApiKey = async (
  db: Pick<Tx, "apiKey">,
  environment: Config["environment"],
  newApiKey: NewApiKeyRecord,
): Promise<{ key: string; record: ApiKey }> => {
  const key = generateApiKey(environment);
  const row = await db.apiKey.create({
    data: { ...newApiKey, hash: hashApiKey(key), prefix: apiKeyPrefix(environment), lastFour: key.slice(-4) },
    select: shownOfKeys(),
  });
  return { key, record: toApiKey(row) };
};
