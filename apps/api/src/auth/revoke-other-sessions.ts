import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { endSessions } from "./end-sessions.js";
import { requestOriginOf } from "./request-origin.js";

export const revokeOtherSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeOtherSessions"> =>
  async (call) => {
    const {
      signedIn: { session, account },
    } = call;
    const where = Prisma.sql`account_id = ${account.id} AND id <> ${session.id}`;
    const origin = requestOriginOf(call);
    await endSessions(deps, { action: "account.revoke_sessions", by: account, origin, where });
    return { body: { status: true } };
  };
