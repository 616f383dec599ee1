import type { Transaction } from "../../operation/operation.js";
import { type AccountWithFactors, hasPassword } from "./factors.js";

/**
 * Tells whether somebody else set the password and the person never chose one. Before there were invitations, owners
 * set passwords. The answer is false if events from the time of the account's creation have been deleted from the audit
 * trail, because then it cannot be known.
 */
export const isPasswordFromOthers = async (
  db: Pick<Transaction, "auditEvent">,
  account: AccountWithFactors,
): Promise<boolean> => {
  if (!hasPassword(account)) return false;
  const has = async (action: "account.create" | "account.set_password", actorId?: bigint) => {
    const subject = { subjectKind: "account", subjectId: account.id, action };
    const by = actorId === undefined ? {} : { actorKind: "account" as const, actorId };
    return (await db.auditEvent.findFirst({ where: { ...subject, ...by }, select: { id: true } })) !== null;
  };
  return !(await has("account.set_password", account.id)) && has("account.create");
};
