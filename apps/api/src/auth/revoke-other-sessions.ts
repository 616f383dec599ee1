import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { revokeSessionsWhere } from "./end-sessions.js";

export const revokeOtherSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeOtherSessions"> =>
  async (call) => {
    const { session, account } = call.signedIn;
    await revokeSessionsWhere(deps, call, Prisma.sql`account_id = ${account.id} AND id <> ${session.id}`);
    return { body: { status: true } };
  };
