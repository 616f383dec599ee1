import type { AuditEntry } from "../../operation/audit-trail.js";
import type { Account } from "../../generated/client.js";

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

/** @param after - The account after the change. By default, nothing that the event contains has changed. */
export const accountEvent = (action: AuditEntry["action"], before: Account, after = before): AuditEntry => ({
  action,
  subject: { kind: "account", id: Number(after.id) },
  before: toAccountState(before),
  after: toAccountState(after),
});
