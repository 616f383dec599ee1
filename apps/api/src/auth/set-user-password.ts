import { findAccountById } from "../accounts/find-account.js";
import { resetPassword } from "../accounts/reset-password.js";
import { takeLiveApiKeys } from "../api-keys/live-api-keys.js";
import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { checkNewPassword } from "./check-new-password.js";

export const setUserPassword =
  (deps: Pick<Deps, "db">): AuthOperation<"setUserPassword"> =>
  async ({ auth, input: { userId, newPassword, revokeApiKeys }, signedIn }) => {
    await checkNewPassword("body.newPassword", newPassword, await findAccountById(deps.db, userId));
    const passwordHash = await auth.hashPassword(newPassword);
    // An owner resets the password of another account because a stranger may know it.
    const apiKeysRevoked = revokeApiKeys ?? BigInt(userId) !== signedIn.account.id;
    const apiKeys = await changeAccountsAs(deps, "owner", signedIn, async (change) => {
      const account = await findAccountById(change.tx, userId);
      await resetPassword(change, account, passwordHash);
      return takeLiveApiKeys(change, account.id, apiKeysRevoked);
    });
    return { body: { status: true, apiKeys, apiKeysRevoked } };
  };
