import type { ApiKey, contract, CreatedApiKey } from "@petstore/contract";
import type { Config } from "../config.js";
import type { Deps } from "../deps.js";
import { apiKeyNotActive, apiKeyNotFound, apiKeyOfAnotherAccount } from "../errors.js";
import type { MutationContext, Operation } from "../operation/operation.js";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";
import { apiKeyStateOf } from "./api-key-state.js";
import { lockApiKey } from "./find-api-key.js";
import { checkRecentProof } from "./check-recent-proof.js";
import { createdResponse, makeApiKey } from "./make-api-key.js";

/** Creates a key with the same settings; the old, locked one expires at `latest`, or earlier if it was due to. */
export const replaceApiKey = async (
  change: Pick<MutationContext, "tx" | "record">,
  environment: Config["environment"],
  old: ApiKey,
  latest: Date,
): Promise<{ readonly made: CreatedApiKey; readonly oldExpiry: Date }> => {
  const { id, name, scope, createdBy } = old;
  const expiresAt = old.expiresAt === null ? null : new Date(old.expiresAt);
  const made = await makeApiKey(change, environment, { name, scope, accountId: BigInt(createdBy.id), expiresAt });
  const oldExpiry = expiresAt !== null && expiresAt < latest ? expiresAt : latest;
  const [row] = await change.tx.$queryRaw<[ApiKeyRow]>`
    UPDATE api_key SET expires_at = ${oldExpiry}::timestamptz WHERE id = ${id}::bigint RETURNING ${apiKeyColumns}`;
  const after = toApiKey(row);
  change.record({ action: "api_key.rotate", subject: { kind: "api_key", id }, before: old, after });
  return { made, oldExpiry };
};

/** Rotating another account's key would hand out a key of that account. */
export const rotateApiKey =
  ({ config, clock }: Pick<Deps, "config" | "clock">): Operation<typeof contract.apiKeys.rotateApiKey> =>
  async ({ params: { keyId }, body: { overlapSeconds } }, change) => {
    const old = await lockApiKey(change.tx, keyId);
    if (old === undefined) throw apiKeyNotFound(keyId);
    if (BigInt(old.createdBy.id) !== change.caller.account.id) throw apiKeyOfAnotherAccount(keyId);
    await checkRecentProof(change);
    // Read under the lock: of two concurrent rotations without overlap, the second sees an expired key.
    const now = clock();
    const state = apiKeyStateOf(old, now);
    if (state !== "active") throw apiKeyNotActive(keyId, state);
    const latest = new Date(now.getTime() + overlapSeconds * 1000);
    const { made } = await replaceApiKey(change, config.environment, old, latest);
    return createdResponse(made);
  };
