import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";

export const revokeSessions =
  ({ db }: Pick<Deps, "db">): AuthOperation<"revokeSessions"> =>
  async ({ signedIn }) => {
    await db.session.deleteMany({ where: { accountId: signedIn.account.id } });
    return { body: { status: true } };
  };
