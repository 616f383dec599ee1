import type { Session } from "@petstore/contract/auth";
import type { Deps } from "../deps.js";
import { toSession } from "./signed-in.js";

export const listLiveSessions = async ({ db }: Pick<Deps, "db">, accountId: bigint): Promise<Session[]> => {
  const where = { accountId, expiresAt: { gt: new Date() } };
  return (await db.session.findMany({ where, orderBy: { id: "asc" } })).map(toSession);
};
