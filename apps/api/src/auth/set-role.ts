import { findAccountById } from "./accounts/find-account.js";
import { setRole as setAccountRole } from "./accounts/set-role.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { toUser } from "./accounts/to-user.js";

export const setRole =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"setRole"> =>
  async ({ input: { userId, role }, signedIn }) => {
    const account = await changeAccountsAs(deps, "owner", signedIn, async (change) =>
      setAccountRole(change, await findAccountById(change.tx, userId), role),
    );
    return { body: { user: toUser(account) } };
  };
