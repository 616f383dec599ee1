import { type contract, MAX_KEY_YEARS } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { invalidRequest, scopeExceeded } from "../errors.js";
import type { Operation } from "../operation/operation.js";
import { includesScope } from "../credentials/scopes.js";
import { answerMade, makeApiKey } from "./make-api-key.js";

/** The latest moment at which a key that is made now may end. */
export const latestEnd = (now: Date): Date => {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() + MAX_KEY_YEARS);
  return then;
};

const readEnd = (expiresAt: string | undefined, now: Date): Date | null => {
  if (expiresAt === undefined) return null;
  const end = new Date(expiresAt);
  if (end <= now) throw invalidRequest("body.expiresAt must be in the future");
  if (end > latestEnd(now)) throw invalidRequest(`body.expiresAt must be at most ${MAX_KEY_YEARS} years ahead`);
  return end;
};

/** Makes a key for the caller's own account: nobody makes one in another's name, or one that may do more than he. */
export const createApiKey =
  ({ config, clock }: Pick<Deps, "config" | "clock">): Operation<typeof contract.apiKeys.createApiKey> =>
  async ({ body: { name, scope, expiresAt } }, change) => {
    const { account, scope: held } = change.caller;
    const end = readEnd(expiresAt, clock());
    if (!includesScope(held, scope)) throw scopeExceeded(scope, held);
    const newApiKey = { name, scope, accountId: account.id, expiresAt: end };
    return answerMade(await makeApiKey(change, config.environment, newApiKey));
  };
