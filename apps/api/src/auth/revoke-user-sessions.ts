import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";

export const revokeUserSessions =
  ({ db }: Pick<Deps, "db">): AuthOperation<"revokeUserSessions"> =>
  async ({ input }) => {
    await db.session.deleteMany({ where: { accountId: BigInt(input.userId) } });
    return { body: { success: true } };
  };
