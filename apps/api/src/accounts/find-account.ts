import type { Transaction } from "../operation/operation.js";
import { noSuchAccount } from "./account-refusal.js";
import { type AccountState, toAccountState } from "./account-state.js";

/** @throws AccountRefusal where no account has the address. */
export const findAccount = async (db: Pick<Transaction, "account">, email: string): Promise<AccountState> => {
  const account = await db.account.findUnique({ where: { email } });
  if (account === null) throw noSuchAccount(email);
  return toAccountState(account);
};
