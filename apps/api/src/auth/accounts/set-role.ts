import type { Account } from "../../generated/client.js";
import { toAccountState } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { checkOwnerRemains } from "./check-owner-remains.js";
import { type AccountWithFactors, withFactors } from "./factors.js";

export const setRole = async (
  { tx, record }: AccountChange,
  account: AccountWithFactors,
  role: Account["role"],
): Promise<AccountWithFactors> => {
  if (account.role === role) return account;
  if (account.role === "owner") await checkOwnerRemains(tx, account);
  const changed = await tx.account.update({ where: { id: account.id }, data: { role }, include: withFactors });
  const [before, after] = [toAccountState(account), toAccountState(changed)];
  record({ action: "account.update", subject: { kind: "account", id: after.id }, before, after });
  return changed;
};
