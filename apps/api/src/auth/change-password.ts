import { findPassword } from "./find-password.js";
import { choosePassword } from "./accounts/choose-password.js";
import { takeLiveApiKeys } from "../credentials/api-keys/live-api-keys.js";
import { invalidPassword } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { checkNewPassword } from "./check-new-password.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { requestOriginOf } from "./request-origin.js";
import { toSignedIn } from "./signed-in.js";
import { startSession } from "./start-session.js";

export const changePassword =
  (
    deps: Pick<AuthDeps, "db" | "config" | "signInTrail">,
    { limits, devices }: Pick<AuthParts, "limits" | "devices">,
  ): AuthOperation<"changePassword"> =>
  async (call) => {
    const { auth, input, signedIn, headers } = call;
    const { currentPassword, newPassword, revokeApiKeys = false } = input;
    const { account, session } = signedIn;
    // Without this limit, somebody could use a browser that was left signed in to guess the password.
    await limits.countPasswordChange(account.email);
    await checkNewPassword("body.newPassword", newPassword, account);
    const current = await findPassword(deps.db, account.id);
    if (!(await auth.verifyPassword(current, currentPassword))) {
      deps.signInTrail.proofFailed("account.change_password_failed", account, requestOriginOf(call));
      throw invalidPassword();
    }
    const passwordHash = await auth.hashPassword(newPassword);
    return changeAccountsAs(deps, "staff", signedIn, async (change) => {
      // While this request hashed the password, another request may have changed it.
      if ((await findPassword(change.tx, account.id)) !== current) throw invalidPassword();
      await choosePassword(change, account, passwordHash);
      const apiKeys = await takeLiveApiKeys(change, account.id, revokeApiKeys);
      const { isRemembered, hasSecondFactor } = session;
      const next = { accountId: account.id, isRemembered, hasSecondFactor, previous: session.id };
      const started = await startSession(change.tx, { auth, headers }, next);
      const requestCookies = headers.get("cookie") ?? undefined;
      const device = isRemembered ? [devices.cookieFor(requestCookies, account.email, passwordHash)] : [];
      return {
        body: { ...toSignedIn(deps.config, started.signedIn), apiKeys, apiKeysRevoked: revokeApiKeys },
        cookies: [...started.cookies, ...device],
      };
    });
  };
