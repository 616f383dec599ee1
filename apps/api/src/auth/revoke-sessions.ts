import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { endSessions } from "./end-sessions.js";
import { requestOriginOf } from "./request-origin.js";

export const revokeSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeSessions"> =>
  async (call) => {
    const {
      signedIn: { account },
    } = call;
    const where = Prisma.sql`account_id = ${account.id}`;
    const origin = requestOriginOf(call);
    await endSessions(deps, { action: "account.revoke_sessions", by: account, origin, where });
    return { body: { status: true } };
  };
