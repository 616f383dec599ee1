import { REAUTHENTICATION_MINUTES } from "@petstore/contract/auth";
import type { Query } from "../database/query.js";
import { credentialInvalid, reauthenticationRequired } from "../errors.js";
import type { Session } from "../generated/client.js";
import type { Principal } from "../operation/principal.js";

type Proved = Pick<Session, "authenticatedAt" | "createdAt">;

/** When the person last proved who they are. */
export const provedAt = ({ authenticatedAt, createdAt }: Proved): Date => authenticatedAt ?? createdAt;

/** Whether the proof still counts for what needs a recent one. */
export const isRecentProof = (session: Proved): boolean =>
  Date.now() - provedAt(session).getTime() <= REAUTHENTICATION_MINUTES * 60_000;

/**
 * A key or a webhook outlives the session that makes it: of a browser that somebody left signed in, the person proves
 * who they are first. The session is read here, because cached principals may be older than the proof.
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
