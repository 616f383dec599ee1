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
