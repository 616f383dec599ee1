import { transact } from "../database/transact.js";
import { invalidPasskey } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { notePasskeyUse, provePasskey } from "./prove-passkey.js";
import { lockOpenAccount, noteSignIns, originOf, signInAs } from "./sign-in-as.js";
import { toSignedIn } from "./signed-in.js";

const method = "passkey";

export const signInWithPasskey =
  (
    deps: Pick<AuthDeps, "db" | "config" | "signInTrail" | "metrics">,
    parts: Pick<AuthParts, "limits" | "challenges">,
  ): AuthOperation<"signInWithPasskey"> =>
  async (call) => {
    const { db, config, signInTrail, metrics } = deps;
    const note = noteSignIns(metrics);
    await parts.limits.countAnonymous(call.address ?? "");
    const { passkey, counter } = await provePasskey(deps, parts, call);
    const origin = originOf(call, false);
    const previous = await call.auth.findSession(call.headers);
    const isRemembered = call.input.rememberMe !== false;
    const started =
      passkey !== undefined &&
      counter !== undefined &&
      (await transact(db, async (tx) => {
        const { accountId } = passkey;
        if (!(await lockOpenAccount(tx, accountId)) || !(await notePasskeyUse(tx, passkey, counter))) return false;
        const { email } = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
        return signInAs(tx, call, { accountId, email, previous, isRemembered, method, origin });
      }));
    if (!started) {
      note("failed");
      signInTrail.failed(passkey === undefined ? null : Number(passkey.accountId), { ...origin, method });
      throw invalidPasskey();
    }
    note("succeeded");
    const { signedIn, cookies, hasEndedSession } = started;
    const forgotten = (["authentication", "second_factor"] as const).map((kind) => parts.challenges.forget(kind));
    const { id: accountId } = signedIn.account;
    return { body: toSignedIn(config, signedIn), cookies: [...cookies, ...forgotten], hasEndedSession, accountId };
  };
