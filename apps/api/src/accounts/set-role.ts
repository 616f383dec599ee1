import type { Account } from "../generated/client.js";
import { toAccountState } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";

export const setRole = async (
  { tx, record }: AccountChange,
  account: Account,
  role: Account["role"],
): Promise<Account> => {
  if (account.role === role) return account;
  const changed = await tx.account.update({ where: { id: account.id }, data: { role } });
  const [before, after] = [toAccountState(account), toAccountState(changed)];
  record({ action: "account.update", subject: { kind: "account", id: after.id }, before, after });
  return changed;
};
