import { initContract } from "@ts-rest/core";
import { keys } from "./keys.js";
import { invitations } from "./invitations.js";
import { passkeys } from "./passkeys.js";
import { presence } from "./presence.js";
import { sessions } from "./sessions.js";
import { signIn } from "./sign-in.js";
import { twoFactor } from "./two-factor.js";
import { users } from "./users.js";

/** Every path of {@link authContract} is relative to this one. */
export const AUTH_BASE_PATH = "/auth";

/** Every route below `/auth`. There is no sign-up, no impersonation and no deletion of accounts. */
export const authContract = initContract().router({
  signIn,
  invitations,
  sessions,
  twoFactor,
  passkeys,
  keys,
  users,
  presence,
});
