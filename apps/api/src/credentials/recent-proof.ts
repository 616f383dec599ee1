import { REAUTHENTICATION_MINUTES } from "@petstore/contract/auth";
import type { Session } from "../generated/client.js";

type Proved = Pick<Session, "authenticatedAt" | "createdAt">;

/** When the person last proved who they are. */
export const provedAt = ({ authenticatedAt, createdAt }: Proved): Date => authenticatedAt ?? createdAt;

/** Whether the proof still counts for what needs a recent one. */
export const isRecentProof = (session: Proved): boolean =>
  Date.now() - provedAt(session).getTime() <= REAUTHENTICATION_MINUTES * 60_000;
