import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";
import { listLiveSessions } from "./list-live-sessions.js";

export const listUserSessions =
  (deps: Pick<Deps, "db">): AuthOperation<"listUserSessions"> =>
  async ({ input }) => ({ body: { sessions: await listLiveSessions(deps, BigInt(input.userId)) } });
