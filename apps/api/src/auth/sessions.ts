import type { Deps } from "../deps.js";
import { notSignedIn } from "../errors.js";
import type { Session } from "../generated/client.js";
import type { AuthCall } from "./auth-call.js";

type Input = { token?: string; sessionToken?: string; userId?: string };

/** In better-auth's shape; `token` is the hash, which names the session and does not open it. */
const toSession = ({ id, accountId, ...session }: Session) => ({
  ...session,
  id: String(id),
  userId: String(accountId),
});

/**
 * Lists and ends sessions. better-auth finds them by their plain tokens, of which the database knows the hashes alone: here
 * they are found by these.
 */
export const createSessions =
  ({ db }: Pick<Deps, "db">) =>
  async ({ route: { path }, signedIn, input }: AuthCall): Promise<Response> => {
    if (signedIn === undefined) throw notSignedIn();
    const { token = "", sessionToken = "", userId = "0" } = (input ?? {}) as Input;
    const own = { accountId: signedIn.account.id };
    const list = async (accountId: bigint) => {
      const sessions = await db.session.findMany({
        where: { accountId, expiresAt: { gt: new Date() } },
        orderBy: { id: "asc" },
      });
      return sessions.map(toSession);
    };
    switch (path) {
      case "/list-sessions":
        return Response.json(await list(signedIn.account.id));
      case "/revoke-session":
        await db.session.deleteMany({ where: { ...own, token } });
        return Response.json({ status: true });
      case "/revoke-other-sessions":
        await db.session.deleteMany({ where: { ...own, id: { not: signedIn.sessionId } } });
        return Response.json({ status: true });
      case "/revoke-sessions":
        await db.session.deleteMany({ where: own });
        return Response.json({ status: true });
      case "/admin/list-user-sessions":
        return Response.json({ sessions: await list(BigInt(userId)) });
      case "/admin/revoke-user-session":
        await db.session.deleteMany({ where: { token: sessionToken } });
        return Response.json({ success: true });
      case "/admin/revoke-user-sessions":
        await db.session.deleteMany({ where: { accountId: BigInt(userId) } });
        return Response.json({ success: true });
      default:
        throw new TypeError(`No operation on sessions has the path ${path}.`);
    }
  };
