import { isRecentProof } from "../recent-proof.js";
import { credentialInvalid, reauthenticationRequired } from "../../errors.js";
import type { MutationContext } from "../../operation/operation.js";

/**
 * A key outlives the session that makes it: of a browser that somebody left signed in, the person proves who they are
 * first. The session is read here, because cached principals may be older than the proof.
 */
export const checkRecentProof = async ({ tx, caller }: Pick<MutationContext, "tx" | "caller">): Promise<void> => {
  if (caller.sessionId === undefined) return;
  const session = await tx.session.findUnique({ where: { id: caller.sessionId } });
  if (session === null) throw credentialInvalid();
  if (!isRecentProof(session)) throw reauthenticationRequired();
};
