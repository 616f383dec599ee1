import type { SignedIn as SignedInBody, Session as SessionBody } from "@petstore/contract/auth";
import type { z } from "zod";
import { toUser } from "../accounts/to-user.js";
import type { Account, Session } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";

export type SignedIn = { readonly session: Session; readonly account: Account };

export const readSignedIn = async (db: Pick<Transaction, "session">, id: bigint): Promise<SignedIn | undefined> => {
  const found = await db.session.findUnique({ where: { id }, include: { account: true } });
  if (found === null) return undefined;
  const { account, ...session } = found;
  return { session, account };
};

/** Without its token: neither that nor its hash leaves the service. */
export const toSession = ({ id, accountId, ipAddress, userAgent, ...times }: Session): SessionBody => ({
  id: Number(id),
  userId: Number(accountId),
  ipAddress,
  userAgent,
  createdAt: times.createdAt.toISOString(),
  updatedAt: times.updatedAt.toISOString(),
  expiresAt: times.expiresAt.toISOString(),
});

export const toSignedIn = ({ session, account }: SignedIn): z.infer<typeof SignedInBody> => ({
  user: toUser(account),
  session: toSession(session),
});
