import type { Challenges } from "./challenges.js";
import type { Devices } from "./devices.js";
import type { SignInLimits } from "./sign-in-limits.js";

/** What several operations below `/auth` share. */
export type AuthParts = {
  readonly limits: SignInLimits;
  readonly devices: Devices;
  readonly challenges: Challenges;
};
