import type { Actor } from "@petstore/contract/routes";
import type { Caller } from "@petstore/contract/auth";
import { type AccountChange, changeAccounts } from "./accounts/change-accounts.js";
import { transact } from "../database/transact.js";
import type { AuthDeps } from "./auth-parts.js";
import { checkCaller } from "./check-caller.js";
import { readSignedIn, type SignedIn } from "./signed-in.js";

/** @throws AppError 401 or 403 if another change has ended the caller's session or role, 409 for the last owner. */
export const changeAccountsAs = <Result>(
  { db }: Pick<AuthDeps, "db">,
  caller: Exclude<Caller, "anybody">,
  { session, account }: SignedIn,
  work: (change: AccountChange) => Promise<Result>,
): Promise<Result> => {
  const actor: Actor = { kind: "account", id: Number(account.id), name: account.email };
  return transact(db, (tx) =>
    changeAccounts(tx, actor, async (record) => {
      checkCaller(caller, await readSignedIn(tx, session.id));
      return work({ tx, record });
    }),
  );
};
