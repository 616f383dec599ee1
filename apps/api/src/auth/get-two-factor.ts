import { hasTotp } from "../accounts/factors.js";
import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";
import { isSecondFactorRequired } from "./second-factor-policy.js";

export const getTwoFactor =
  ({ db, config }: Pick<Deps, "db" | "config">): AuthOperation<"getTwoFactor"> =>
  async ({ signedIn: { account } }) => {
    const recoveryCodesLeft = await db.recoveryCode.count({ where: { accountId: account.id } });
    return { body: { totp: hasTotp(account), recoveryCodesLeft, required: isSecondFactorRequired(config, account) } };
  };
