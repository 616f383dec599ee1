import { findAccountById } from "./accounts/find-account.js";
import { inviteAccount } from "./accounts/invite-account.js";
import { toUser } from "./accounts/to-user.js";
import { takeLiveApiKeys } from "../credentials/api-keys/live-api-keys.js";
import type { AuthDeps } from "./auth-parts.js";
import { ownInvitation } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";

export const inviteUser =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"inviteUser"> =>
  async ({ input: { userId, revokeApiKeys = true, removeSecondFactor = false }, signedIn, origin }) => {
    // People can change their own password only if they know it, because an open session that they left must not be
    // enough.
    if (BigInt(userId) === signedIn.account.id) throw ownInvitation();
    return changeAccountsAs(deps, "owner", signedIn, async (change) => {
      const account = await findAccountById(change.tx, userId);
      const options = { origin, isSecondFactorRemoved: removeSecondFactor };
      const invitation = await inviteAccount(change, account, options);
      const apiKeys = await takeLiveApiKeys(change, account.id, revokeApiKeys);
      const user = toUser(await findAccountById(change.tx, userId));
      return { body: { user, invitation, apiKeys, apiKeysRevoked: revokeApiKeys } };
    });
  };
