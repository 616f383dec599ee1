import type { RecordChange } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import { toAccountState } from "./account-state.js";
import { findAccount } from "./find-account.js";

/**
 * Disables an account, or enables it again. The database ends the sessions of one that is disabled, and with them the keys
 * they were traded for; its API keys are refused while it is.
 * @returns whether that changed anything.
 */
export const setDisabled = async (
  { tx, record }: { readonly tx: Transaction; readonly record: RecordChange },
  email: string,
  isDisabled: boolean,
): Promise<boolean> => {
  const before = await findAccount(tx, email);
  if (before.disabled === isDisabled) return false;
  const data = isDisabled ? { banned: true } : { banned: false, banReason: null, banExpires: null };
  const after = toAccountState(await tx.account.update({ where: { email }, data }));
  const action = isDisabled ? "account.disable" : "account.enable";
  record({ action, subject: { kind: "account", id: after.id }, before, after });
  return true;
};
