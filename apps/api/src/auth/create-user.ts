import { createAccount } from "./accounts/create-account.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { toUser } from "./accounts/to-user.js";

export const createUser =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"createUser"> =>
  async ({ input, signedIn, origin }) => {
    const { account, invitation } = await changeAccountsAs(deps, "owner", signedIn, (change) =>
      createAccount(change, input, origin),
    );
    return { body: { user: toUser(account), invitation } };
  };
