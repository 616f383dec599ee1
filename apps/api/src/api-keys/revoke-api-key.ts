import type { ApiKey, contract } from "@petstore/contract";
import { apiKeyNotFound } from "../errors.js";
import type { Change, Operation } from "../operation/operation.js";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";
import { lockApiKey } from "./find-api-key.js";

/** Ends a key that is held, for good, and writes that down. One that was revoked already stays as it is. */
export const endApiKey = async ({ tx, record }: Pick<Change, "tx" | "record">, before: ApiKey): Promise<void> => {
  if (before.revokedAt !== null) return;
  const [row] = await tx.$queryRaw<[ApiKeyRow]>`
    UPDATE api_key SET revoked_at = clock_timestamp() WHERE id = ${before.id}::bigint RETURNING ${apiKeyColumns}`;
  record({ action: "api_key.revoke", subject: { kind: "api_key", id: before.id }, before, after: toApiKey(row) });
};

/** Whoever sees a leak stops it: any administrator revokes any key. */
export const revokeApiKey =
  (): Operation<typeof contract.apiKeys.revokeApiKey> =>
  async ({ params: { keyId } }, change) => {
    const apiKey = await lockApiKey(change.tx, keyId);
    if (apiKey === undefined) throw apiKeyNotFound(keyId);
    await endApiKey(change, apiKey);
    return { status: 204, body: undefined };
  };
