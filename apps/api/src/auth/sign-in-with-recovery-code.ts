import { useUpRecoveryCode } from "./accounts/recovery-codes.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { signInWithCode } from "./sign-in-with-code.js";

export const signInWithRecoveryCode =
  (
    deps: Parameters<typeof signInWithCode>[0] & Pick<AuthDeps, "authSecret">,
    parts: AuthParts,
  ): AuthOperation<"signInWithRecoveryCode"> =>
  (call) =>
    signInWithCode(deps, parts, call, {
      method: "recoveryCode",
      useUp: (tx, accountId) => useUpRecoveryCode(tx, deps.authSecret, accountId, call.input.code),
    });
