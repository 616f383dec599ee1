import { hasTotp } from "./accounts/factors.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { isSecondFactorRequired } from "./second-factor-policy.js";

export const getTwoFactor =
  ({ db, config }: Pick<AuthDeps, "db" | "config">): AuthOperation<"getTwoFactor"> =>
  async ({ signedIn: { account } }) => {
    const recoveryCodesLeft = await db.recoveryCode.count({ where: { accountId: account.id } });
    return { body: { totp: hasTotp(account), recoveryCodesLeft, required: isSecondFactorRequired(config, account) } };
  };
