import type { User } from "@petstore/contract/auth";
import { type AccountWithFactors, hasPassword, hasSecondFactor } from "./factors.js";

export const toUser = ({ id, email, name, role, banned, banReason, ...account }: AccountWithFactors): User => ({
  id: Number(id),
  email,
  name,
  role,
  banned,
  banReason,
  invited: !hasPassword(account),
  secondFactor: hasSecondFactor(account),
  createdAt: account.createdAt.toISOString(),
  updatedAt: account.updatedAt.toISOString(),
});
