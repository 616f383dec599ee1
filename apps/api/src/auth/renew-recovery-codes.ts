import { accountEvent } from "./accounts/account-state.js";
import { hasTotp } from "./accounts/factors.js";
import { createRecoveryCodes } from "./accounts/recovery-codes.js";
import type { AuthDeps } from "./auth-parts.js";
import { totpState } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";

export const renewRecoveryCodes =
  (deps: Pick<AuthDeps, "db" | "authSecret">): AuthOperation<"renewRecoveryCodes"> =>
  async ({ signedIn }) => {
    const { account } = signedIn;
    const recoveryCodes = await changeAccountsAs(deps, "staff", signedIn, async ({ tx, record }) => {
      const totp = await tx.totp.findUnique({ where: { accountId: account.id } });
      if (!hasTotp({ totp })) throw totpState("the authenticator app is off; turn it on first");
      record(accountEvent("account.renew_recovery_codes", account));
      return createRecoveryCodes(tx, deps.authSecret, account.id);
    });
    return { body: { recoveryCodes } };
  };
