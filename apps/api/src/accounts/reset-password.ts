import type { RecordChange } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import type { AccountState } from "./account-state.js";
import { findAccount } from "./find-account.js";
import type { StaffAuth } from "./staff-auth.js";

/**
 * Gives an account another password, and ends its sessions: whoever knew the old one is out.
 * @returns the account. Its API keys live on: that is the caller's to settle.
 */
export const resetPassword = async (
  auth: StaffAuth,
  { tx, record }: { readonly tx: Transaction; readonly record: RecordChange },
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<AccountState> => {
  const account = await findAccount(tx, email);
  await auth.setPassword(tx, BigInt(account.id), passwordHash);
  await tx.session.deleteMany({ where: { accountId: BigInt(account.id) } });
  const subject = { kind: "account", id: account.id } as const;
  record({ action: "account.set_password", subject, before: account, after: account });
  return account;
};
