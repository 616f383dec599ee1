import type { Account } from "../generated/client.js";
import { toAccountState } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { setPassword } from "./set-password.js";

/** Also ends the sessions of the account. Its API keys stay valid: the caller decides about them. */
export const resetPassword = async (
  { tx, record }: AccountChange,
  account: Account,
  passwordHash: string,
): Promise<void> => {
  // First: a sign-in with the old password holds a lock on the credential, so its session is deleted below.
  await setPassword(tx, account.id, passwordHash);
  await tx.session.deleteMany({ where: { accountId: account.id } });
  const state = toAccountState(account);
  record({ action: "account.set_password", subject: { kind: "account", id: state.id }, before: state, after: state });
};
