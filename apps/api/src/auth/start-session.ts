import { idleEnd } from "../credentials/session-lifetime.js";
import type { StaffAuth } from "./accounts/staff-auth.js";
import type { Transaction } from "../operation/operation.js";
import { readSignedIn, type SignedIn } from "./signed-in.js";

export type NewSession = {
  readonly accountId: bigint;
  readonly isRemembered: boolean;
  readonly hasSecondFactor: boolean;
  /** The session of the cookie in the request, which ends. */
  readonly previous: bigint | undefined;
};

export type StartedSession = {
  readonly signedIn: SignedIn;
  readonly cookies: readonly string[];
  readonly hasEndedSession: boolean;
};

/** Starts a session. This is the only place where sessions start. */
export const startSession = async (
  tx: Transaction,
  { auth, headers }: { readonly auth: StaffAuth; readonly headers: Headers },
  { accountId, isRemembered, hasSecondFactor, previous }: NewSession,
): Promise<StartedSession> => {
  const { count } = previous === undefined ? { count: 0 } : await tx.session.deleteMany({ where: { id: previous } });
  const { sessionId, cookies } = await auth.startSession(tx, accountId, { headers, isRemembered });
  const started = await tx.session.findUniqueOrThrow({ where: { id: sessionId }, include: { account: true } });
  const session = { ...started, isRemembered };
  const expiresAt = idleEnd(session, started.account.role, started.createdAt);
  const authenticatedAt = started.createdAt;
  await tx.session.update({
    where: { id: sessionId },
    data: { expiresAt, isRemembered, hasSecondFactor, authenticatedAt },
  });
  const signedIn = await readSignedIn(tx, sessionId);
  if (signedIn === undefined) throw new TypeError("The session that has just started is missing.");
  return { signedIn, cookies, hasEndedSession: count > 0 };
};
