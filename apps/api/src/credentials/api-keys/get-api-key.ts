import type { contract } from "@petstore/contract/routes";
import { apiKeyNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { findApiKey } from "./api-key-row.js";
import { apiKeyTag } from "./api-key-tag.js";
import type { Db } from "../../database/prisma-client.js";

export const getApiKey =
  ({ db }: { readonly db: Db }): Operation<typeof contract.apiKeys.getApiKey> =>
  async ({ params: { keyId } }) => {
    const apiKey = await findApiKey(db, keyId);
    if (apiKey === undefined) throw apiKeyNotFound(keyId);
    return { status: 200, body: apiKey, headers: { ETag: apiKeyTag(apiKey) } };
  };
