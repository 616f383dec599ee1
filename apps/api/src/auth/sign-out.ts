import type { AuthDeps } from "./auth-parts.js";
import { Prisma } from "../generated/client.js";
import type { AuthOperation } from "./auth-operation.js";
import { endSessions } from "./end-sessions.js";
import { requestOriginOf } from "./request-origin.js";
import { readSignedIn } from "./signed-in.js";

export const signOut =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"signOut"> =>
  async (call) => {
    const sessionId = await call.auth.findSession(call.headers);
    const signedIn = sessionId === undefined ? undefined : await readSignedIn(deps.db, sessionId);
    if (signedIn !== undefined) {
      const { session, account } = signedIn;
      const where = Prisma.sql`id = ${session.id}`;
      await endSessions(deps, { action: "account.sign_out", by: account, origin: requestOriginOf(call), where });
    }
    // better-auth deletes the cookies.
    return {
      body: { success: true },
      cookies: await call.auth.endSession(call.headers),
      accountId: signedIn?.account.id,
    };
  };
