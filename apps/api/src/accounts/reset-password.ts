import type { Account } from "../generated/client.js";
import { toAccountState } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { setPassword } from "./credential.js";

/** Sets the password of an account and ends its sessions. Its API keys stay valid: the caller decides about them. */
export const resetPassword = async (
  { tx, record }: AccountChange,
  account: Account,
  passwordHash: string,
): Promise<void> => {
  // Before the sessions: a sign-in with the old password locks the credential, so that its session is among those below.
  await setPassword(tx, account.id, passwordHash);
  await tx.session.deleteMany({ where: { accountId: account.id } });
  const state = toAccountState(account);
  record({ action: "account.set_password", subject: { kind: "account", id: state.id }, before: state, after: state });
};
