import { findAccountById } from "./accounts/find-account.js";
import { toUser } from "./accounts/to-user.js";
import { updateAccount } from "./accounts/update-account.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";

export const updateUser =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"updateUser"> =>
  async ({ input: { userId, ...correction }, signedIn }) => {
    const account = await changeAccountsAs(deps, "owner", signedIn, async (change) =>
      updateAccount(change, await findAccountById(change.tx, userId), correction),
    );
    return { body: { user: toUser(account) } };
  };
