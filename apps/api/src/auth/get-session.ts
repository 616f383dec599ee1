import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";
import { readSignedIn, toSignedIn } from "./signed-in.js";

export const getSession =
  ({ db }: Pick<Deps, "db">): AuthOperation<"getSession"> =>
  async ({ auth, headers }) => {
    const { sessionId, cookies } = await auth.renewSession(headers);
    const signedIn = sessionId === undefined ? undefined : await readSignedIn(db, sessionId);
    return { body: signedIn === undefined ? null : toSignedIn(signedIn), cookies, accountId: signedIn?.account.id };
  };
