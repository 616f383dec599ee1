import type { Account } from "../../generated/client.js";
import { accountEvent } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { resetPassword } from "./reset-password.js";

/** Sets the password that the person of the account chose, and ends the account's sessions. Its API keys stay. */
export const choosePassword = async (
  { tx, record }: AccountChange,
  account: Account,
  passwordHash: string,
): Promise<void> => {
  await resetPassword(tx, account.id, passwordHash);
  record(accountEvent("account.set_password", account));
};
