import type { contract } from "@petstore/contract/routes";
import type { PrismaClient } from "../../generated/client.js";
import { apiKeyNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { findApiKey } from "./find-api-key.js";

export const getApiKey =
  ({ db }: { readonly db: PrismaClient }): Operation<typeof contract.apiKeys.getApiKey> =>
  async ({ params: { keyId } }) => {
    const apiKey = await findApiKey(db, keyId);
    if (apiKey === undefined) throw apiKeyNotFound(keyId);
    return { status: 200, body: apiKey };
  };
