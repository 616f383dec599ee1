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

/** Tells whether the account must enrol a second factor before its sessions can do much else. */
export const mustEnrolSecondFactor = (policy: SecondFactorPolicy, { account }: Pick<SignedIn, "account">): boolean =>
  isSecondFactorRequired(policy, account) && !hasSecondFactor(account);

/**
 * Tells whether a session began without the second factor of its account. This is possible if the session began before
 * the policy or the role changed.
 */
export const lacksSecondFactor = (policy: SecondFactorPolicy, { session, account }: SignedIn): boolean =>
  !session.hasSecondFactor && hasSecondFactor(account) && isSecondFactorRequired(policy, account);

/** Returns the methods that must follow the password; none if the password is enough. */
export const methodsAfterPassword = (
  policy: SecondFactorPolicy,
  account: AccountWithFactors,
): (typeof secondFactorMethods)[number][] => {
  if (hasTotp(account)) return ["totp", "recoveryCode", ...(hasPasskey(account) ? (["passkey"] as const) : [])];
  return hasPasskey(account) && isSecondFactorRequired(policy, account) ? ["passkey"] : [];
};
