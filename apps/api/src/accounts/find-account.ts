import { accountNotFound } from "../errors.js";
import type { Account } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";

type Accounts = Pick<Transaction, "account">;

export const findAccountByEmail = async (db: Accounts, email: string): Promise<Account> => {
  const account = await db.account.findUnique({ where: { email } });
  if (account === null) throw accountNotFound(`the address ${email}`);
  return account;
};

export const findAccountById = async (db: Accounts, id: number): Promise<Account> => {
  const account = await db.account.findUnique({ where: { id: BigInt(id) } });
  if (account === null) throw accountNotFound(`id ${id}`);
  return account;
};
