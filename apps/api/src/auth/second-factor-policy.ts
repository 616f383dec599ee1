import type { secondFactorMethods } from "@petstore/contract/auth";
import { type AccountWithFactors, hasPasskey, hasSecondFactor, hasTotp } from "./accounts/factors.js";
import type { Config } from "../config/config.js";
import type { AccountRole, Session } from "../generated/client.js";

export type SecondFactorPolicy = Pick<Config, "requireSecondFactor">;
type SignedIn = { readonly session: Pick<Session, "hasSecondFactor">; readonly account: AccountWithFactors };

const rolesOf: Readonly<Record<Config["requireSecondFactor"], readonly AccountRole[]>> = {
  none: [],
  owners: ["owner"],
  managers: ["owner", "manager"],
  all: ["owner", "manager", "clerk"],
};

export const isSecondFactorRequired = (
  { requireSecondFactor }: SecondFactorPolicy,
  { role }: Pick<AccountWithFactors, "role">,
): boolean => rolesOf[requireSecondFactor].includes(role);

/** Whether the sessions of the account can do little else than enrol a second factor. */
export const mustEnrolSecondFactor = (policy: SecondFactorPolicy, { account }: Pick<SignedIn, "account">): boolean =>
  isSecondFactorRequired(policy, account) && !hasSecondFactor(account);

/** A session from before the rule, or from before the role, whose sign-in left out the second factor that the account has. */
export const lacksSecondFactor = (policy: SecondFactorPolicy, { session, account }: SignedIn): boolean =>
  !session.hasSecondFactor && hasSecondFactor(account) && isSecondFactorRequired(policy, account);

/** The methods with which a sign-in goes on after the password; none if that is enough. */
export const methodsAfterPassword = (
  policy: SecondFactorPolicy,
  account: AccountWithFactors,
): (typeof secondFactorMethods)[number][] => {
  if (hasTotp(account)) return ["totp", "recoveryCode", ...(hasPasskey(account) ? (["passkey"] as const) : [])];
  return hasPasskey(account) && isSecondFactorRequired(policy, account) ? ["passkey"] : [];
};
