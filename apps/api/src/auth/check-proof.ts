import type { AuthRouteMetadata } from "@petstore/contract/auth";
import { isRecentProof } from "../credentials/recent-proof.js";
import { reauthenticationRequired, secondFactorRequired } from "../errors.js";
import { mustEnrolSecondFactor, type SecondFactorPolicy } from "./second-factor-policy.js";
import type { SignedIn } from "./signed-in.js";

/**
 * Checks that a session has the second factor and the recent re-authentication that a route requires. It does not check
 * to whom the session belongs.
 * @throws AppError 403
 */
export const checkProof = (
  { reauthentication, duringEnrolment }: Pick<AuthRouteMetadata, "reauthentication" | "duringEnrolment">,
  signedIn: SignedIn,
  policy: SecondFactorPolicy,
): void => {
  if (duringEnrolment !== true && mustEnrolSecondFactor(policy, signedIn)) throw secondFactorRequired();
  if (reauthentication === true && !isRecentProof(signedIn.session)) throw reauthenticationRequired();
};
