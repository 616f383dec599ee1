import { transact } from "../database/transact.js";
import { invalidPasskey } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { noteProof } from "./note-proof.js";
import { requestOriginOf } from "./request-origin.js";
import { notePasskeyUse, provePasskey } from "./prove-passkey.js";

export const reauthenticateWithPasskey =
  (
    deps: Pick<AuthDeps, "db" | "config" | "signInTrail">,
    parts: Pick<AuthParts, "limits" | "challenges">,
  ): AuthOperation<"reauthenticateWithPasskey"> =>
  async (call) => {
    const { signedIn } = call;
    await parts.limits.countPasswordChange(signedIn.account.email);
    const { passkey, counter } = await provePasskey(deps, parts, call);
    if (passkey?.accountId !== signedIn.account.id || counter === undefined) {
      deps.signInTrail.proofFailed("account.reauthenticate_failed", signedIn.account, requestOriginOf(call));
      throw invalidPasskey();
    }
    const { body } = await transact(deps.db, async (tx) => {
      if (!(await notePasskeyUse(tx, passkey, counter))) throw invalidPasskey();
      return noteProof(deps, tx, signedIn, { hasSecondFactor: true });
    });
    return { body, cookies: [parts.challenges.forget("authentication")] };
  };
