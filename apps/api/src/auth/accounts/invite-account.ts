import type { Invitation } from "@petstore/contract/auth";
import type { Account } from "../../generated/client.js";
import { accountEvent } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { createInvitation } from "./invitations.js";
import { removeSecondFactor } from "./remove-second-factor.js";
import { resetPassword } from "./reset-password.js";

type Options = {
  /** The origin of the service's own pages. */
  readonly origin: string;
  readonly isSecondFactorRemoved: boolean;
};

/**
 * Removes the password, so that only the invitation gives access to the account. The caller decides what happens to its
 * API keys.
 */
export const inviteAccount = async (
  change: AccountChange,
  account: Account,
  { origin, isSecondFactorRemoved }: Options,
): Promise<Invitation> => {
  await resetPassword(change.tx, account.id, null);
  if (isSecondFactorRemoved) await removeSecondFactor(change, account);
  change.record(accountEvent("account.invite", account));
  return createInvitation(change.tx, account.id, origin);
};
