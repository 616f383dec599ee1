import { Language, type SignedIn as SignedInBody, type Session as SessionBody } from "@petstore/contract/auth";
import type { z } from "zod";
import { type AccountWithFactors, withFactors } from "./accounts/factors.js";
import { provedAt } from "../credentials/recent-proof.js";
import { sessionEnd } from "../credentials/session-lifetime.js";
import { toUser } from "./accounts/to-user.js";
import type { Account, Session } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { mustEnrolSecondFactor, type SecondFactorPolicy } from "./second-factor-policy.js";

export type SignedIn = { readonly session: Session; readonly account: AccountWithFactors };

/**
 * Reads the session and its account; undefined if the session has ended. The end depends on the account's current role.
 */
export const readSignedIn = async (db: Pick<Transaction, "session">, id: bigint): Promise<SignedIn | undefined> => {
  const found = await db.session.findUnique({ where: { id }, include: { account: { include: withFactors } } });
  if (found === null) return undefined;
  const { account, ...session } = found;
  return isLive(session, account.role) ? { session, account } : undefined;
};

export const isLive = (session: Session, role: Account["role"]): boolean => {
  const now = new Date();
  return session.expiresAt > now && sessionEnd(session, role) > now;
};

/** Leaves out the token, because neither the token nor its hash may leave the service. */
export const toSession = (session: Session, role: Account["role"]): SessionBody => {
  const endsAt = sessionEnd(session, role);
  return {
    id: Number(session.id),
    userId: Number(session.accountId),
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
    expiresAt: (session.expiresAt < endsAt ? session.expiresAt : endsAt).toISOString(),
    endsAt: endsAt.toISOString(),
    authenticatedAt: provedAt(session).toISOString(),
  };
};

/** A newer version of the service may have stored a language that this version does not know. */
const toLanguage = ({ language }: Account) => {
  const { data } = Language.safeParse(language);
  return data === undefined ? {} : { language: data };
};

export const toSignedIn = (policy: SecondFactorPolicy, signedIn: SignedIn): z.infer<typeof SignedInBody> => ({
  user: toUser(signedIn.account),
  session: toSession(signedIn.session, signedIn.account.role),
  mustEnrolSecondFactor: mustEnrolSecondFactor(policy, signedIn),
  ...toLanguage(signedIn.account),
});
