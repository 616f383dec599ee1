import { type contract, MAX_KEY_YEARS } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { invalidRequest, scopeExceeded } from "../errors.js";
import type { Operation } from "../operation/operation.js";
import { includesScope } from "../credentials/scopes.js";
import { checkRecentProof } from "./check-recent-proof.js";
import { createdResponse, makeApiKey } from "./make-api-key.js";

export const latestExpiry = (now: Date): Date => {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() + MAX_KEY_YEARS);
  return then;
};

const readExpiry = (expiresAt: string | undefined, now: Date): Date | null => {
  if (expiresAt === undefined) return null;
  const expiry = new Date(expiresAt);
  if (expiry <= now) throw invalidRequest("body.expiresAt must be in the future");
  if (expiry > latestExpiry(now)) throw invalidRequest(`body.expiresAt must be at most ${MAX_KEY_YEARS} years ahead`);
  return expiry;
};

/** The key belongs to the caller's account and cannot exceed the caller's scope. */
export const createApiKey =
  ({ config, clock }: Pick<Deps, "config" | "clock">): Operation<typeof contract.apiKeys.createApiKey> =>
  async ({ body: { name, scope, expiresAt } }, change) => {
    const { account, scope: ownScope } = change.caller;
    const expiry = readExpiry(expiresAt, clock());
    if (!includesScope(ownScope, scope)) throw scopeExceeded(scope, ownScope);
    await checkRecentProof(change);
    const newApiKey = { name, scope, accountId: account.id, expiresAt: expiry };
    return createdResponse(await makeApiKey(change, config.environment, newApiKey));
  };
