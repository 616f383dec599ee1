import { generateApiKey, hashApiKey } from "../credentials/api-key-format.js";
import { scopeOfRole } from "../credentials/scopes.js";
import { lockRow } from "../database/lock-row.js";
import { transact } from "../database/transact.js";
import type { AuthDeps } from "./auth-parts.js";
import { sessionEnd } from "../credentials/session-lifetime.js";
import { notSignedIn } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { useSession } from "./use-session.js";
import type { SignInLimits } from "./sign-in-limits.js";

const KEY_LIFE_MS = 15 * 60_000;

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
    const expiresAt = await transact(db, async (tx) => {
      const now = new Date();
      await tx.sessionKey.deleteMany({ where: { sessionId: session.id, expiresAt: { lte: now } } });
      await lockRow(tx, "session", session.id, "share");
      const live = await tx.session.findFirst({
        where: { id: session.id, expiresAt: { gt: now } },
        select: { expiresAt: true },
      });
      // The session has ended since the request was authenticated.
      if (live === null) throw notSignedIn();
      const ends = [now.getTime() + KEY_LIFE_MS, live.expiresAt.getTime(), endsAt.getTime()];
      const made = { hash: hashApiKey(key), sessionId: session.id, scope, expiresAt: new Date(Math.min(...ends)) };
      return (await tx.sessionKey.create({ data: made })).expiresAt;
    });
    return { body: { key, scope, expiresAt: expiresAt.toISOString() } };
  };
