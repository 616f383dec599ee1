import { type ApiKey, type contract, type CreatedApiKey, DEFAULT_OVERLAP_SECONDS } from "@petstore/contract/routes";
import type { Config } from "../../config/config.js";
import { queryOf } from "../../database/query.js";
import { apiKeyNotActive, apiKeyNotFound, apiKeyOfAnotherAccount, apiKeyOutlivesCaller } from "../../errors.js";
import { requireTag } from "../../operation/if-match.js";
import type { MutationContext, Operation } from "../../operation/operation.js";
import { checkRecentProof } from "../recent-proof.js";
import { isStranger, lockCallerKey, type ParentKey } from "./api-key-family.js";
import { shownOfKeys, toApiKey } from "./api-key-row.js";
import { apiKeyTag } from "./api-key-tag.js";
import { apiKeyStatusOf } from "./api-key-status.js";
import { lockApiKey } from "./lock-api-key.js";
import { createdResponse, makeApiKey } from "./make-api-key.js";

type Replacement = {
  /** The row of the old key is locked. */
  readonly old: ApiKey;
  /** The old key expires at this time, or earlier if its own expiry is earlier. */
  readonly latest: Date;
  /** The key is undefined for a session and for the command line. */
  readonly caller?: ParentKey | undefined;
};

const expiryOf = ({ expiresAt }: ApiKey): Date | null => (expiresAt === null ? null : new Date(expiresAt));

/** Creates a key with the same settings. The new key gets the parent and the children of the old one. */
export const replaceApiKey = async (
  change: Pick<MutationContext, "tx" | "record">,
  environment: Config["environment"],
  { old, latest, caller }: Replacement,
): Promise<{ readonly made: CreatedApiKey; readonly oldExpiry: Date }> => {
  const { id, name, scope, createdBy, parentId } = old;
  const expiresAt = expiryOf(old);
  const oldParent = parentId === null ? null : BigInt(parentId);
  const isByStranger = await isStranger(change.tx, id, caller);
  const made = await makeApiKey(change, environment, {
    name,
    scope,
    accountId: BigInt(createdBy.id),
    expiresAt,
    parentId: isByStranger && caller !== undefined ? caller.id : oldParent,
  });
  if (!isByStranger) await change.tx.apiKey.updateMany({ where: { parentId: id }, data: { parentId: made.id } });
  const oldExpiry = expiresAt !== null && expiresAt < latest ? expiresAt : latest;
  const after = toApiKey(
    await change.tx.apiKey.update({ where: { id }, data: { expiresAt: oldExpiry }, select: shownOfKeys() }),
  );
  change.record({ action: "api_key.rotate", subject: { kind: "api_key", id }, before: old, after });
  return { made, oldExpiry };
};

/** Refuses a rotation that would give a key a longer life than the key of the caller. */
const checkLife = (old: ApiKey, caller: ParentKey | undefined): void => {
  const [expiry, latest] = [expiryOf(old), caller?.expiresAt ?? null];
  if (latest !== null && (expiry === null || expiry > latest)) throw apiKeyOutlivesCaller(old.id);
};

/**
 * Rotates a key of the caller's own account. The secret of another account's key would give the caller that account's
 * access.
 */
export const rotateApiKey =
  (deps: { readonly config: Config; readonly clock: () => Date }): Operation<typeof contract.apiKeys.rotateApiKey> =>
  async ({ params: { keyId }, headers, body: { overlapSeconds = DEFAULT_OVERLAP_SECONDS } }, change) => {
    const old = await lockApiKey(change.tx, keyId);
    if (old === undefined) throw apiKeyNotFound(keyId);
    if (BigInt(old.createdBy.id) !== change.caller.account.id) throw apiKeyOfAnotherAccount(keyId);
    await checkRecentProof(queryOf(change.tx), change.caller);
    requireTag(headers["if-match"], "API key", () => apiKeyTag(old));
    // The time is read after the lock: if two rotations without overlap run at the same time, the second one sees an
    // expired key.
    const now = deps.clock();
    const status = apiKeyStatusOf(old, now);
    if (status !== "active") throw apiKeyNotActive(keyId, status);
    const caller = await lockCallerKey(change, now);
    checkLife(old, caller);
    const latest = new Date(now.getTime() + overlapSeconds * 1000);
    const { made } = await replaceApiKey(change, deps.config.environment, { old, latest, caller });
    return createdResponse(made);
  };
