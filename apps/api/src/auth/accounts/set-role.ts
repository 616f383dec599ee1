import type { Account } from "../../generated/client.js";
import { accountEvent } from "./account-state.js";
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
  record(accountEvent("account.update", account, changed));
  return changed;
};
