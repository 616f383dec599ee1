import { isPasswordFromOthers } from "./accounts/is-password-from-others.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { lacksSecondFactor } from "./second-factor-policy.js";
import { readSignedIn, toSignedIn } from "./signed-in.js";
import { useSession } from "./use-session.js";

export const getSession =
  ({ db, config }: Pick<AuthDeps, "db" | "config">): AuthOperation<"getSession"> =>
  async ({ auth, headers }) => {
    const sessionId = await auth.findSession(headers);
    const signedIn = sessionId === undefined ? undefined : await readSignedIn(db, sessionId);
    const accountId = signedIn?.account.id;
    if (signedIn === undefined || lacksSecondFactor(config, signedIn)) return { body: null, accountId };
    const body = toSignedIn(config, await useSession(db, signedIn));
    const isFromOthers = await isPasswordFromOthers(db, signedIn.account);
    return { body: { ...body, ...(isFromOthers && { passwordFromOthers: true }) }, accountId };
  };
