import type { RecordChange } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import { emailTaken } from "./account-refusal.js";
import { type AccountState, toAccountState } from "./account-state.js";
import type { NewAccount, StaffAuth } from "./staff-auth.js";

/** @throws AccountRefusal where an account has the address. */
export const checkFree = async (db: Pick<Transaction, "account">, email: string): Promise<void> => {
  if ((await db.account.findUnique({ where: { email } })) !== null) throw emailTaken(email);
};

/** Makes an account. @throws AccountRefusal where its address is taken. */
export const createAccount = async (
  auth: StaffAuth,
  { tx, record }: { readonly tx: Transaction; readonly record: RecordChange },
  newAccount: NewAccount,
): Promise<AccountState> => {
  await checkFree(tx, newAccount.email);
  const id = await auth.insertAccount(tx, newAccount);
  const after = toAccountState(await tx.account.findUniqueOrThrow({ where: { id } }));
  record({ action: "account.create", subject: { kind: "account", id: after.id }, before: null, after });
  return after;
};
