import { useUpTotp } from "./accounts/totp.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthParts } from "./auth-parts.js";
import { signInWithCode } from "./sign-in-with-code.js";

export const signInWithTotp =
  (deps: Parameters<typeof signInWithCode>[0], parts: AuthParts): AuthOperation<"signInWithTotp"> =>
  (call) =>
    signInWithCode(deps, parts, call, {
      method: "totp",
      useUp: (tx, accountId) => useUpTotp(tx, call.auth, accountId, call.input.code),
    });
