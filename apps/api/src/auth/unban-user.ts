import { findAccountById } from "./accounts/find-account.js";
import { setDisabled } from "./accounts/set-disabled.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { toUser } from "./accounts/to-user.js";

export const unbanUser =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"unbanUser"> =>
  async ({ input: { userId }, signedIn }) => {
    const account = await changeAccountsAs(deps, "owner", signedIn, async (change) =>
      setDisabled(change, await findAccountById(change.tx, userId), { isDisabled: false }),
    );
    return { body: { user: toUser(account) } };
  };
