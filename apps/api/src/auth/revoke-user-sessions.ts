import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { revokeSessionsWhere } from "./end-sessions.js";

export const revokeUserSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeUserSessions"> =>
  async (call) => {
    await revokeSessionsWhere(deps, call, Prisma.sql`account_id = ${BigInt(call.input.userId)}`);
    return { body: { success: true } };
  };
