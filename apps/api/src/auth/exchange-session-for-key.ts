import { generateApiKey, hashApiKey } from "../credentials/api-key-format.js";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import { notSignedIn } from "../errors.js";
import { scopeOfRole } from "../credentials/scopes.js";
import type { AuthCall } from "./auth-call.js";
import type { SignInLimits } from "./sign-in-limits.js";

const KEY_LIFE = "15 minutes";

/**
 * Trades a session for a key that `/v1` takes: for a quarter of an hour, and no longer than the session lasts. It ends with
 * its session, and does what the account's role allows.
 */
export const createExchangeSessionForKey =
  ({ db, config }: Pick<Deps, "db" | "config">, limits: Pick<SignInLimits, "countKey">) =>
  async ({ signedIn }: AuthCall): Promise<Response> => {
    if (signedIn === undefined) throw notSignedIn();
    const { sessionId, account } = signedIn;
    await limits.countKey(account.id);
    const key = generateApiKey(config.environment);
    const scope = scopeOfRole(account.role);
    const [made] = await transact(db, async (tx) => {
      await tx.sessionKey.deleteMany({ where: { sessionId, expiresAt: { lte: new Date() } } });
      return tx.$queryRaw<{ expiresAt: Date }[]>`
        INSERT INTO session_key (hash, session_id, scope, expires_at)
        SELECT ${hashApiKey(key)}, id, ${scope}::api_key_scope, least(now() + ${KEY_LIFE}::interval, expires_at)
        FROM session WHERE id = ${sessionId} AND expires_at > now()
        RETURNING expires_at AS "expiresAt"`;
    });
    // The session has ended since it was looked up.
    if (made === undefined) throw notSignedIn();
    return Response.json({ key, scope, expiresAt: made.expiresAt });
  };
