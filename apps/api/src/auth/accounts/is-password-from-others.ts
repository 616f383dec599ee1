import type { Transaction } from "../../operation/operation.js";
import { type AccountWithFactors, hasPassword } from "./factors.js";

/**
 * Whether others set the password and the person never chose one, as owners did before there were invitations. It is
 * false if the audit trail has been pruned since the account was created, because then it cannot be known.
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
