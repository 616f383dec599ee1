import type { Invitation } from "@petstore/contract/auth";
import { emailTaken } from "../../errors.js";
import type { Account } from "../../generated/client.js";
import { toAccountState } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { type AccountWithFactors, withFactors } from "./factors.js";
import { createInvitation } from "./invitations.js";

type NewAccount = Pick<Account, "email" | "name" | "role">;

export type CreatedAccount = { readonly account: AccountWithFactors; readonly invitation: Invitation };

/**
 * Creates an account. The owner of the account chooses the password later.
 * @param origin - The origin of the service's own pages.
 * @throws AppError 409 if another account has the address
 */
export const createAccount = async (
  { tx, record }: AccountChange,
  data: NewAccount,
  origin: string,
): Promise<CreatedAccount> => {
  if ((await tx.account.findUnique({ where: { email: data.email } })) !== null) throw emailTaken(data.email);
  const account = await tx.account.create({ data, include: withFactors });
  const after = toAccountState(account);
  record({ action: "account.create", subject: { kind: "account", id: after.id }, before: null, after });
  return { account, invitation: await createInvitation(tx, account.id, origin) };
};
