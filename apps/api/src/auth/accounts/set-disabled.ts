import type { Account } from "../../generated/client.js";
import type { AuditEntry } from "../../operation/audit-trail.js";
import { accountEvent } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";
import { checkOwnerRemains } from "./check-owner-remains.js";
import { type AccountWithFactors, withFactors } from "./factors.js";

type Disabling = { readonly isDisabled: boolean; readonly reason?: string | undefined };

/** Records that the reason for which an account is disabled has changed. */
const reasonEvent = (before: Account, after: Account): AuditEntry => {
  const event = accountEvent("account.update", before, after);
  return {
    ...event,
    before: { ...event.before, banReason: before.banReason },
    after: { ...event.after, banReason: after.banReason },
  };
};

/** Disables or enables an account. A trigger ends the sessions of a disabled account together with their keys. */
export const setDisabled = async (
  { tx, record }: AccountChange,
  account: Account,
  { isDisabled, reason }: Disabling,
): Promise<AccountWithFactors> => {
  const { id } = account;
  if (isDisabled) await checkOwnerRemains(tx, account);
  const disabled = { banned: true, ...(reason !== undefined && { banReason: reason }) };
  const data = isDisabled ? disabled : { banned: false, banReason: null, banExpires: null };
  const changed = await tx.account.update({ where: { id }, data, include: withFactors });
  if (account.banned !== isDisabled) {
    record(accountEvent(isDisabled ? "account.disable" : "account.enable", account, changed));
  } else if (account.banReason !== changed.banReason) {
    record(reasonEvent(account, changed));
  }
  return changed;
};
