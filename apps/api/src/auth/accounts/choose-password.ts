import type { Account } from "../../generated/client.js";
import { accountEvent } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { resetPassword } from "./reset-password.js";

/**
 * Sets the password that the owner of the account has chosen, and ends the account's sessions. Its API keys stay valid.
 */
export const choosePassword = async (
  { tx, record }: AccountChange,
  account: Account,
  passwordHash: string,
): Promise<void> => {
  await resetPassword(tx, account.id, passwordHash);
  record(accountEvent("account.set_password", account));
};
