import { type contract, MAX_KEY_YEARS } from "@petstore/contract/routes";
import type { Config } from "../../config/config.js";
import { queryOf } from "../../database/query.js";
import { expiryExceeded, invalidAt, scopeExceeded } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { checkRecentProof } from "../recent-proof.js";
import { includesScope } from "../scopes.js";
import { lockCallerKey, type ParentKey } from "./api-key-family.js";
import { createdResponse, makeApiKey } from "./make-api-key.js";

export const latestExpiry = (now: Date): Date => {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() + MAX_KEY_YEARS);
  return then;
};

const readExpiry = (expiresAt: string | undefined, now: Date): Date | null => {
  if (expiresAt === undefined) return null;
  const expiry = new Date(expiresAt);
  if (expiry <= now) throw invalidAt("body.expiresAt", "must be in the future");
  if (expiry > latestExpiry(now)) throw invalidAt("body.expiresAt", `must be at most ${MAX_KEY_YEARS} years ahead`);
  return expiry;
};

const capExpiry = (expiry: Date | null, parent: ParentKey | undefined): Date | null => {
  const latest = parent?.expiresAt ?? null;
  if (latest === null || expiry === null) return expiry ?? latest;
  if (expiry > latest) throw expiryExceeded(latest);
  return expiry;
};

/**
 * Creates a key for the caller's account. Its scope and its expiry cannot exceed the scope and the expiry of the
 * caller's key.
 */
export const createApiKey =
  (deps: { readonly config: Config; readonly clock: () => Date }): Operation<typeof contract.apiKeys.createApiKey> =>
  async ({ body: { name, scope, expiresAt } }, change) => {
    const { account, scope: ownScope } = change.caller;
    const now = deps.clock();
    const expiry = readExpiry(expiresAt, now);
    if (!includesScope(ownScope, scope)) throw scopeExceeded(scope, ownScope);
    await checkRecentProof(queryOf(change.tx), change.caller);
    const parent = await lockCallerKey(change, now);
    const newApiKey = {
      name,
      scope,
      accountId: account.id,
      expiresAt: capExpiry(expiry, parent),
      parentId: parent?.id ?? null,
    };
    return createdResponse(await makeApiKey(change, deps.config.environment, newApiKey));
  };
