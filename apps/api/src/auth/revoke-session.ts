import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { revokeSessionsWhere } from "./end-sessions.js";

export const revokeSession =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"revokeSession"> =>
  async (call) => {
    const { input, signedIn } = call;
    const where = Prisma.sql`id = ${BigInt(input.id)} AND account_id = ${signedIn.account.id}`;
    await revokeSessionsWhere(deps, call, where);
    return { body: { status: true } };
  };
