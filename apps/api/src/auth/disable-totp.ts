import { accountEvent } from "./accounts/account-state.js";
import { hasTotp } from "./accounts/factors.js";
import type { AuthDeps } from "./auth-parts.js";
import { lastSecondFactor } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { changeAccountsAs } from "./change-accounts-as.js";
import { isSecondFactorRequired } from "./second-factor-policy.js";

export const disableTotp =
  (deps: Pick<AuthDeps, "db" | "config">): AuthOperation<"disableTotp"> =>
  async ({ signedIn }) => {
    const { account } = signedIn;
    const where = { accountId: account.id };
    await changeAccountsAs(deps, "staff", signedIn, async ({ tx, record }) => {
      const totp = await tx.totp.findUnique({ where });
      if (!hasTotp({ totp })) return;
      if (isSecondFactorRequired(deps.config, account) && (await tx.passkey.count({ where })) === 0) {
        throw lastSecondFactor();
      }
      await tx.totp.deleteMany({ where });
      await tx.recoveryCode.deleteMany({ where });
      record(accountEvent("account.disable_second_factor", account));
    });
    return { body: { success: true } };
  };
