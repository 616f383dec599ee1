import { findAccountById } from "../accounts/find-account.js";
import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";
import { toUser } from "../accounts/to-user.js";

export const getUser =
  ({ db }: Pick<Deps, "db">): AuthOperation<"getUser"> =>
  async ({ input }) => ({ body: toUser(await findAccountById(db, input.id)) });
