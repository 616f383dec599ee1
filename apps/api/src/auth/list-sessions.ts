import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { listLiveSessions } from "./list-live-sessions.js";

export const listSessions =
  (deps: Pick<AuthDeps, "db">): AuthOperation<"listSessions"> =>
  async ({ signedIn }) => ({ body: await listLiveSessions(deps, signedIn.account.id) });
