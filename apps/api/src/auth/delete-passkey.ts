import { toAccountState } from "./accounts/account-state.js";
import { hasTotp } from "./accounts/factors.js";
import type { AuthDeps } from "./auth-parts.js";
import { lastSecondFactor, passkeyNotFound } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { isSecondFactorRequired } from "./second-factor-policy.js";

export const deletePasskey =
  (deps: Pick<AuthDeps, "db" | "config">): AuthOperation<"deletePasskey"> =>
  async ({ input, signedIn }) => {
    const { account } = signedIn;
    const accountId = account.id;
    await changeAccountsAs(deps, "staff", signedIn, async ({ tx, record }) => {
      const passkeys = await tx.passkey.findMany({ where: { accountId } });
      const passkey = passkeys.find(({ id }) => id === BigInt(input.id));
      if (passkey === undefined) throw passkeyNotFound(input.id);
      const isLast = passkeys.length === 1 && !hasTotp({ totp: await tx.totp.findUnique({ where: { accountId } }) });
      if (isLast && isSecondFactorRequired(deps.config, account)) throw lastSecondFactor();
      await tx.passkey.delete({ where: { id: passkey.id } });
      const after = toAccountState(account);
      const before = { ...after, passkey: { id: input.id, name: passkey.name } };
      record({ action: "account.remove_passkey", subject: { kind: "account", id: after.id }, before, after });
    });
    return { body: { success: true } };
  };
