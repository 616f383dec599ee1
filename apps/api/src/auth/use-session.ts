import { idleEnd } from "../credentials/session-lifetime.js";
import type { Transaction } from "../operation/operation.js";
import type { SignedIn } from "./signed-in.js";

/** A page sends requests often, so the end of the session is written only when it moves by at least this much. */
const STEP_MS = 300_000;

/** Extends a session that is in use. @returns the session as it is now. */
export const useSession = async (db: Pick<Transaction, "session">, signedIn: SignedIn): Promise<SignedIn> => {
  const { session, account } = signedIn;
  const now = new Date();
  const expiresAt = idleEnd(session, account.role, now);
  if (Math.abs(expiresAt.getTime() - session.expiresAt.getTime()) < STEP_MS) return signedIn;
  // The session may have ended meanwhile, which is not an error.
  await db.session.updateMany({ where: { id: session.id }, data: { expiresAt, updatedAt: now } });
  return { account, session: { ...session, expiresAt, updatedAt: now } };
};
