import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { endSessions } from "./end-sessions.js";
import { requestOriginOf } from "./request-origin.js";

export const revokeSession =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeSession"> =>
  async (call) => {
    const {
      input,
      signedIn: { account },
    } = call;
    const where = Prisma.sql`id = ${BigInt(input.id)} AND account_id = ${account.id}`;
    const origin = requestOriginOf(call);
    await endSessions(deps, { action: "account.revoke_sessions", by: account, origin, where });
    return { body: { status: true } };
  };
