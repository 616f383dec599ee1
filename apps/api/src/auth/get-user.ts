import { findAccountById } from "./accounts/find-account.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { toUser } from "./accounts/to-user.js";

export const getUser =
  ({ db }: Pick<AuthDeps, "db">): AuthOperation<"getUser"> =>
  async ({ input }) => ({ body: toUser(await findAccountById(db, input.id)) });
