import { emailTaken } from "../../errors.js";
import type { Account } from "../../generated/client.js";
import { accountEvent } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { type AccountWithFactors, withFactors } from "./factors.js";

type Correction = { readonly [Name in "email" | "name"]?: Account[Name] | undefined };

/** @throws AppError 409 if another account has the address. */
export const updateAccount = async (
  { tx, record }: AccountChange,
  account: AccountWithFactors,
  { email = account.email, name = account.name }: Correction,
): Promise<AccountWithFactors> => {
  if (email === account.email && name === account.name) return account;
  const owner = await tx.account.findUnique({ where: { email } });
  if (owner !== null && owner.id !== account.id) throw emailTaken(email);
  const changed = await tx.account.update({ where: { id: account.id }, data: { email, name }, include: withFactors });
  record(accountEvent("account.update", account, changed));
  return changed;
};
