import type { AuthDeps } from "./auth-parts.js";
import { passkeyNotFound } from "../errors.js";
import { toAccountState } from "./accounts/account-state.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { toPasskey } from "./to-passkey.js";

export const renamePasskey =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"renamePasskey"> =>
  async ({ input: { id, name }, signedIn }) => {
    const where = { id: BigInt(id), accountId: signedIn.account.id };
    return changeAccountsAs(deps, "staff", signedIn, async ({ tx, record }) => {
      const found = await tx.passkey.findUnique({ where });
      if (found === null) throw passkeyNotFound(id);
      if (found.name === name) return { body: toPasskey(found) };
      const renamed = await tx.passkey.update({ where, data: { name } });
      const account = toAccountState(signedIn.account);
      record({
        action: "account.rename_passkey",
        subject: { kind: "account", id: account.id },
        before: { ...account, passkey: { id, name: found.name } },
        after: { ...account, passkey: { id, name } },
      });
      return { body: toPasskey(renamed) };
    });
  };
