import { invalidPassword } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { findPassword } from "./find-password.js";
import { noteProof } from "./note-proof.js";
import { requestOriginOf } from "./request-origin.js";

const place = "body.password";

export const reauthenticate =
  (
    deps: Pick<AuthDeps, "db" | "config" | "signInTrail">,
    { limits }: Pick<AuthParts, "limits">,
  ): AuthOperation<"reauthenticate"> =>
  async (call) => {
    const { auth, input, signedIn } = call;
    const { account } = signedIn;
    await limits.countPasswordChange(account.email);
    const current = await findPassword(deps.db, account.id, place);
    if (!(await auth.verifyPassword(current, input.password))) {
      deps.signInTrail.proofFailed("account.reauthenticate_failed", account, requestOriginOf(call));
      throw invalidPassword(place);
    }
    return noteProof(deps, deps.db, signedIn, {});
  };
