import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { revokeSessionsWhere } from "./end-sessions.js";

export const revokeSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeSessions"> =>
  async (call) => {
    await revokeSessionsWhere(deps, call, Prisma.sql`account_id = ${call.signedIn.account.id}`);
    return { body: { status: true } };
  };
