import type { Account } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";

/** An account as the audit trail holds it: never anything of its password. */
export type AccountState = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Account["role"];
  readonly disabled: boolean;
};

export const toAccountState = ({ id, email, name, role, banned }: Account): AccountState => ({
  id: Number(id),
  email,
  name,
  role,
  disabled: banned,
});

/** @returns null where there is no such account. */
export const readAccount = async (tx: Transaction, id: bigint): Promise<AccountState | null> => {
  const account = await tx.account.findUnique({ where: { id } });
  return account === null ? null : toAccountState(account);
};
