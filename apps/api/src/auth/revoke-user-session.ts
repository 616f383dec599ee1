import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { revokeSessionsWhere } from "./end-sessions.js";

export const revokeUserSession =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeUserSession"> =>
  async (call) => {
    await revokeSessionsWhere(deps, call, Prisma.sql`id = ${BigInt(call.input.sessionId)}`);
    return { body: { success: true } };
  };
