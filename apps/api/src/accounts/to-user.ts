import type { User } from "@petstore/contract/auth";
import type { Account } from "../generated/client.js";

export const toUser = ({ id, email, name, role, banned, banReason, createdAt, updatedAt }: Account): User => ({
  id: Number(id),
  email,
  name,
  role,
  banned,
  banReason,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
