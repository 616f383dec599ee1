import { findAccountById } from "./accounts/find-account.js";
import { setDisabled } from "./accounts/set-disabled.js";
import type { AuthDeps } from "./auth-parts.js";
import { ownAccount } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { toUser } from "./accounts/to-user.js";

export const banUser =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"banUser"> =>
  async ({ input: { userId, banReason }, signedIn }) => {
    if (BigInt(userId) === signedIn.account.id) throw ownAccount();
    const account = await changeAccountsAs(deps, "owner", signedIn, async (change) =>
      setDisabled(change, await findAccountById(change.tx, userId), { isDisabled: true, reason: banReason }),
    );
    return { body: { user: toUser(account) } };
  };
