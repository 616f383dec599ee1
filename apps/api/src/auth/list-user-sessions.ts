import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { listLiveSessions } from "./list-live-sessions.js";

export const listUserSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"listUserSessions"> =>
  async ({ input }) => ({ body: { sessions: await listLiveSessions(deps, BigInt(input.userId)) } });
