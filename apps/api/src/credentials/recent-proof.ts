import { REAUTHENTICATION_MINUTES } from "@petstore/contract/auth";
import type { Query } from "../database/query.js";
import { credentialInvalid, reauthenticationRequired } from "../errors.js";
import type { Session } from "../generated/client.js";
import type { Principal } from "../operation/principal.js";

type Proved = Pick<Session, "authenticatedAt" | "createdAt">;

/** Returns when the person last proved who they are. */
export const provedAt = ({ authenticatedAt, createdAt }: Proved): Date => authenticatedAt ?? createdAt;

/** Tells whether the last proof is recent enough. */
export const isRecentProof = (session: Proved): boolean =>
  Date.now() - provedAt(session).getTime() <= REAUTHENTICATION_MINUTES * 60_000;

/**
 * Requires a recent proof, because a key or a webhook outlives the session that creates it: somebody else may use a
 * browser that was left signed in. The session is read here, because a cached principal may be older than the proof.
 */
export const checkRecentProof = async (query: Query, { sessionId }: Pick<Principal, "sessionId">): Promise<void> => {
  if (sessionId === undefined) return;
  const [session] = await query<Proved>(
    'SELECT authenticated_at AS "authenticatedAt", created_at AS "createdAt" FROM session WHERE id = $1::bigint',
    [sessionId],
  );
  if (session === undefined) throw credentialInvalid();
  if (!isRecentProof(session)) throw reauthenticationRequired();
};
