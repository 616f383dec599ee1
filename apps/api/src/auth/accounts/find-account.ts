import { accountNotFound } from "../../errors.js";
import type { Transaction } from "../../operation/operation.js";
import { type AccountWithFactors, withFactors } from "./factors.js";

type Accounts = Pick<Transaction, "account">;

export const findAccountByEmail = async (db: Accounts, email: string): Promise<AccountWithFactors> => {
  const account = await db.account.findUnique({ where: { email }, include: withFactors });
  if (account === null) throw accountNotFound(`the address ${email}`);
  return account;
};

export const findAccountById = async (db: Accounts, id: number): Promise<AccountWithFactors> => {
  const account = await db.account.findUnique({ where: { id: BigInt(id) }, include: withFactors });
  if (account === null) throw accountNotFound(`id ${id}`);
  return account;
};
