import type { Session } from "@petstore/contract/auth";
import type { AuthDeps } from "./auth-parts.js";
import { isLive, toSession } from "./signed-in.js";

export const listLiveSessions = async ({ db }: Pick<AuthDeps, "db">, accountId: bigint): Promise<Session[]> => {
  const where = { accountId, expiresAt: { gt: new Date() } };
  const sessions = await db.session.findMany({ where, orderBy: { id: "asc" }, include: { account: true } });
  return sessions
    .filter((session) => isLive(session, session.account.role))
    .map((session) => toSession(session, session.account.role));
};
