import { emailTaken } from "../errors.js";
import type { Account } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { toAccountState } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { setPassword } from "./set-password.js";

type NewAccount = Pick<Account, "email" | "name" | "role"> & {
  readonly passwordHash: string;
};

export const checkEmailFree = async (db: Pick<Transaction, "account">, email: string): Promise<void> => {
  if ((await db.account.findUnique({ where: { email } })) !== null) throw emailTaken(email);
};

/** @throws AppError 409 if an account has the address. */
export const createAccount = async (
  { tx, record }: AccountChange,
  { passwordHash, ...data }: NewAccount,
): Promise<Account> => {
  await checkEmailFree(tx, data.email);
  const account = await tx.account.create({ data });
  await setPassword(tx, account.id, passwordHash);
  const after = toAccountState(account);
  record({ action: "account.create", subject: { kind: "account", id: after.id }, before: null, after });
  return account;
};
