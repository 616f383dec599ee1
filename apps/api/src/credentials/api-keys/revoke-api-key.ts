import { type ApiKey, type contract, MAX_LISTED_REVOCATIONS } from "@petstore/contract/routes";
import { apiKeyNotFound } from "../../errors.js";
import { requireTag } from "../../operation/if-match.js";
import type { MutationContext, Operation, Transaction } from "../../operation/operation.js";
import { findFamily, lockFamily } from "./api-key-family.js";
import { findApiKeys } from "./api-key-row.js";
import { apiKeyTag } from "./api-key-tag.js";
import { lockApiKey } from "./lock-api-key.js";

/** PostgreSQL accepts 65,535 parameters in a statement, and Prisma writes one for each id. */
const MAX_IDS = 10_000;

/**
 * Selects the keys that are not revoked. Each condition has only as many ids as a statement can contain.
 * @param ids - In ascending order.
 */
const liveOf = (ids: readonly (number | bigint)[]): { id: { in: number[] }; revokedAt: null }[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) => ({
    id: { in: ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS).map(Number) },
    revokedAt: null,
  }));

/**
 * Revokes each key that is not revoked yet, and writes an audit event for it.
 * @param ids - The ids of locked keys.
 * @returns the keys that it revoked, in the order of their ids
 */
export const markRevoked = async (
  { tx, record }: Pick<MutationContext, "tx" | "record">,
  ids: readonly (number | bigint)[],
): Promise<ApiKey[]> => {
  const revoked: ApiKey[] = [];
  for (const live of liveOf(ids)) {
    const data = { revokedAt: new Date() };
    const changed = await tx.apiKey.updateManyAndReturn({ where: live, data, select: { id: true } });
    revoked.push(...(await findApiKeys(tx, { id: { in: changed.map(({ id }) => id) } })));
  }
  for (const after of revoked) {
    const before = { ...after, revokedAt: null };
    record({ action: "api_key.revoke", subject: { kind: "api_key", id: after.id }, before, after });
  }
  return revoked;
};

export type RevocationOptions = { readonly descendants?: boolean | undefined };

/** Revokes a key and its descendants. @returns the keys that it revoked */
export const revokeFamily = async (
  change: Pick<MutationContext, "tx" | "record">,
  keyId: number,
  { descendants = false }: RevocationOptions,
): Promise<ApiKey[]> => markRevoked(change, descendants ? await lockFamily(change.tx, keyId) : [keyId]);

/** Returns what {@link revokeFamily} would revoke. @param limit - The maximum number of keys to list; null for all. */
export const planRevocation = async (
  tx: Transaction,
  keyId: number,
  { descendants = false }: RevocationOptions,
  limit: number | null,
): Promise<{ count: number; apiKeys: ApiKey[] }> => {
  const ids = descendants ? await findFamily(tx, keyId) : [BigInt(keyId)];
  const plan: { count: number; apiKeys: ApiKey[] } = { count: 0, apiKeys: [] };
  for (const live of liveOf(ids)) {
    plan.count += await tx.apiKey.count({ where: live });
    plan.apiKeys.push(...(await findApiKeys(tx, live, limit === null ? undefined : limit - plan.apiKeys.length)));
  }
  return plan;
};

/** An administrator may revoke any key, so that a leaked key can be stopped at once. */
export const revokeApiKey =
  (): Operation<typeof contract.apiKeys.revokeApiKey> =>
  async ({ params: { keyId }, headers, query: { dryRun = false, ...options } }, change) => {
    const apiKey = await lockApiKey(change.tx, keyId);
    if (apiKey === undefined) throw apiKeyNotFound(keyId);
    requireTag(headers["if-match"], "API key", () => apiKeyTag(apiKey));
    if (dryRun) return { status: 200, body: await planRevocation(change.tx, keyId, options, MAX_LISTED_REVOCATIONS) };
    await revokeFamily(change, keyId, options);
    return { status: 204, body: undefined };
  };
