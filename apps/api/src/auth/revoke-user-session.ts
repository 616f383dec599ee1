import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";

export const revokeUserSession =
  ({ db }: Pick<Deps, "db">): AuthOperation<"revokeUserSession"> =>
  async ({ input }) => {
    await db.session.deleteMany({ where: { id: BigInt(input.sessionId) } });
    return { body: { success: true } };
  };
