import { checkEmailFree, createAccount } from "../accounts/create-account.js";
import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { checkNewPassword } from "./check-new-password.js";
import { toUser } from "../accounts/to-user.js";

export const createUser =
  (deps: Pick<Deps, "db">): AuthOperation<"createUser"> =>
  async ({ auth, input: { password, ...user }, signedIn }) => {
    await checkEmailFree(deps.db, user.email);
    await checkNewPassword("body.password", password, user);
    // Hashing takes 60 ms of a processor: no transaction waits for it.
    const passwordHash = await auth.hashPassword(password);
    const account = await changeAccountsAs(deps, "owner", signedIn, (change) =>
      createAccount(change, { ...user, passwordHash }),
    );
    return { body: { user: toUser(account) } };
  };
