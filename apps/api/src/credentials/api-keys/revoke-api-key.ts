import { type ApiKey, type contract, MAX_LISTED_REVOCATIONS } from "@petstore/contract/routes";
import { apiKeyNotFound } from "../../errors.js";
import { requireMatch } from "../../operation/etag.js";
import type { MutationContext, Operation, Transaction } from "../../operation/operation.js";
import { findFamily, lockFamily } from "./api-key-family.js";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";
import { lockApiKey } from "./find-api-key.js";

/** Each key that is not revoked yet gets an audit event. @param ids - Of locked keys. @returns those it revoked, by id. */
export const markRevoked = async (
  { tx, record }: Pick<MutationContext, "tx" | "record">,
  ids: readonly (number | bigint)[],
): Promise<ApiKey[]> => {
  const rows = await tx.$queryRaw<ApiKeyRow[]>`
    UPDATE api_key SET revoked_at = clock_timestamp() WHERE id = ANY(${ids.map(BigInt)}) AND revoked_at IS NULL
    RETURNING ${apiKeyColumns}`;
  const revoked = rows.map(toApiKey).toSorted((one, other) => one.id - other.id);
  for (const after of revoked) {
    const before = { ...after, revokedAt: null };
    record({ action: "api_key.revoke", subject: { kind: "api_key", id: after.id }, before, after });
  }
  return revoked;
};

export type RevocationOptions = { readonly descendants?: boolean | undefined };

/** @returns the keys that it revoked. */
export const revokeFamily = async (
  change: Pick<MutationContext, "tx" | "record">,
  keyId: number,
  { descendants = false }: RevocationOptions,
): Promise<ApiKey[]> => markRevoked(change, descendants ? await lockFamily(change.tx, keyId) : [keyId]);

/** What {@link revokeFamily} would do. @param limit - The most keys to list; null for all. */
export const planRevocation = async (
  tx: Transaction,
  keyId: number,
  { descendants = false }: RevocationOptions,
  limit: number | null,
): Promise<{ count: number; apiKeys: ApiKey[] }> => {
  const ids = descendants ? await findFamily(tx, keyId) : [BigInt(keyId)];
  const [{ count }] = await tx.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) FROM api_key WHERE id = ANY(${ids}) AND revoked_at IS NULL`;
  const rows = await tx.$queryRaw<ApiKeyRow[]>`
    SELECT ${apiKeyColumns} FROM api_key WHERE id = ANY(${ids}) AND revoked_at IS NULL
    ORDER BY id LIMIT ${limit}::bigint`;
  return { count: Number(count), apiKeys: rows.map(toApiKey) };
};

/** An administrator may revoke any key, so a leak can be stopped at once. */
export const revokeApiKey =
  (): Operation<typeof contract.apiKeys.revokeApiKey> =>
  async ({ params: { keyId }, headers, query: { dryRun = false, ...options } }, change) => {
    const apiKey = await lockApiKey(change.tx, keyId);
    if (apiKey === undefined) throw apiKeyNotFound(keyId);
    requireMatch(headers["if-match"], "API key", apiKey);
    if (dryRun) return { status: 200, body: await planRevocation(change.tx, keyId, options, MAX_LISTED_REVOCATIONS) };
    await revokeFamily(change, keyId, options);
    return { status: 204, body: undefined };
  };
