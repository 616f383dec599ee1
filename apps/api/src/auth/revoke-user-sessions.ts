import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { endSessions } from "./end-sessions.js";
import { requestOriginOf } from "./request-origin.js";

export const revokeUserSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeUserSessions"> =>
  async (call) => {
    const {
      input,
      signedIn: { account },
    } = call;
    const where = Prisma.sql`account_id = ${BigInt(input.userId)}`;
    const origin = requestOriginOf(call);
    await endSessions(deps, { action: "account.revoke_sessions", by: account, origin, where });
    return { body: { success: true } };
  };
