import { generateApiKey, hashApiKey } from "../credentials/api-key-format.js";
import { scopeOfRole } from "../credentials/scopes.js";
import { transact } from "../database/transact.js";
import type { AuthDeps } from "./auth-parts.js";
import { sessionEnd } from "../credentials/session-end.js";
import { notSignedIn } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { useSession } from "./use-session.js";
import type { SignInLimits } from "./sign-in-limits.js";

const KEY_LIFE = "15 minutes";

export const exchangeSessionForKey =
  (
    { db, config }: Pick<AuthDeps, "db" | "config">,
    limits: Pick<SignInLimits, "countKey">,
  ): AuthOperation<"exchangeSessionForKey"> =>
  async ({ signedIn }) => {
    const { session, account } = signedIn;
    await limits.countKey(session.id);
    await useSession(db, signedIn);
    const endsAt = sessionEnd(session, account.role);
    const key = generateApiKey(config.environment);
    const scope = scopeOfRole(account.role);
    const [created] = await transact(db, async (tx) => {
      await tx.sessionKey.deleteMany({ where: { sessionId: session.id, expiresAt: { lte: new Date() } } });
      return tx.$queryRaw<{ expiresAt: Date }[]>`
        INSERT INTO session_key (hash, session_id, scope, expires_at)
        SELECT ${hashApiKey(key)}, id, ${scope}::api_key_scope, least(now() + ${KEY_LIFE}::interval, expires_at, ${endsAt}::timestamptz)
        FROM session WHERE id = ${session.id} AND expires_at > now()
        RETURNING expires_at AS "expiresAt"`;
    });
    // The session has ended since the request was authenticated.
    if (created === undefined) throw notSignedIn();
    return { body: { key, scope, expiresAt: created.expiresAt.toISOString() } };
  };
