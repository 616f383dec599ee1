import type { Account } from "../generated/client.js";

/** An account as the audit trail stores it, without anything of its password. */
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
