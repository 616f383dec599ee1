import { credentialKey } from "../accounts/set-password.js";
import { resetPassword } from "../accounts/reset-password.js";
import { takeLiveApiKeys } from "../api-keys/live-api-keys.js";
import type { Deps } from "../deps.js";
import { invalidPassword, notSignedIn } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { checkNewPassword } from "./check-new-password.js";
import { requestOriginOf } from "./request-origin.js";
import type { SignInParts } from "./sign-in.js";
import { readSignedIn, toSignedIn } from "./signed-in.js";

const findPassword = async (db: Pick<Transaction, "credential">, accountId: bigint): Promise<string> => {
  const credential = await db.credential.findUnique({ where: credentialKey(accountId) });
  if (credential === null || credential.password === null) throw invalidPassword();
  return credential.password;
};

export const changePassword =
  (deps: Pick<Deps, "db" | "signInTrail">, { limits, devices }: SignInParts): AuthOperation<"changePassword"> =>
  async (call) => {
    const { auth, input, signedIn, headers } = call;
    const { currentPassword, newPassword, revokeApiKeys = false } = input;
    const { account } = signedIn;
    // A browser that somebody left signed in must not become the place to guess the password.
    await limits.countPasswordChange(account.email);
    await checkNewPassword("body.newPassword", newPassword, account);
    const current = await findPassword(deps.db, account.id);
    if (!(await auth.verifyPassword(current, currentPassword))) {
      deps.signInTrail.passwordChangeFailed(account, requestOriginOf(call));
      throw invalidPassword();
    }
    const passwordHash = await auth.hashPassword(newPassword);
    return changeAccountsAs(deps, "staff", signedIn, async (change) => {
      // Another request may have changed it while this one hashed.
      if ((await findPassword(change.tx, account.id)) !== current) throw invalidPassword();
      await resetPassword(change, account, passwordHash);
      const apiKeys = await takeLiveApiKeys(change, account.id, revokeApiKeys);
      const started = await auth.startSession(change.tx, account.id, { headers, isRemembered: undefined });
      const fresh = await readSignedIn(change.tx, started.sessionId);
      if (fresh === undefined) throw notSignedIn();
      const device = devices.cookieFor(headers.get("cookie") ?? undefined, account.email, passwordHash);
      return {
        body: { ...toSignedIn(fresh), apiKeys, apiKeysRevoked: revokeApiKeys },
        cookies: [...started.cookies, device],
      };
    });
  };
