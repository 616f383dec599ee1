import type { ApiKey, contract } from "@petstore/contract";
import { apiKeyNotFound } from "../errors.js";
import type { MutationContext, Operation } from "../operation/operation.js";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";
import { lockApiKey } from "./find-api-key.js";

export const markRevoked = async (
  { tx, record }: Pick<MutationContext, "tx" | "record">,
  before: ApiKey,
): Promise<ApiKey> => {
  if (before.revokedAt !== null) return before;
  const [row] = await tx.$queryRaw<[ApiKeyRow]>`
    UPDATE api_key SET revoked_at = clock_timestamp() WHERE id = ${before.id}::bigint RETURNING ${apiKeyColumns}`;
  const after = toApiKey(row);
  record({ action: "api_key.revoke", subject: { kind: "api_key", id: before.id }, before, after });
  return after;
};

/** An administrator may revoke any key, so a leak can be stopped at once. */
export const revokeApiKey =
  (): Operation<typeof contract.apiKeys.revokeApiKey> =>
  async ({ params: { keyId } }, change) => {
    const apiKey = await lockApiKey(change.tx, keyId);
    if (apiKey === undefined) throw apiKeyNotFound(keyId);
    await markRevoked(change, apiKey);
    return { status: 204, body: undefined };
  };
