import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";

export const revokeOtherSessions =
  ({ db }: Pick<Deps, "db">): AuthOperation<"revokeOtherSessions"> =>
  async ({ signedIn: { session, account } }) => {
    await db.session.deleteMany({ where: { accountId: account.id, id: { not: session.id } } });
    return { body: { status: true } };
  };
