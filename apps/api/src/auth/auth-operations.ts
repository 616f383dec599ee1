import { isSecureOrigin } from "../accounts/names.js";
import type { Deps } from "../deps.js";
import type { AuthOperations } from "./auth-operation.js";
import { banUser } from "./ban-user.js";
import { changePassword } from "./change-password.js";
import { createUser } from "./create-user.js";
import { createDevices } from "./devices.js";
import { exchangeSessionForKey } from "./exchange-session-for-key.js";
import { getSession } from "./get-session.js";
import { getUser } from "./get-user.js";
import { listSessions } from "./list-sessions.js";
import { listUserSessions } from "./list-user-sessions.js";
import { listUsers } from "./list-users.js";
import { revokeOtherSessions } from "./revoke-other-sessions.js";
import { revokeSession } from "./revoke-session.js";
import { revokeSessions } from "./revoke-sessions.js";
import { revokeUserSession } from "./revoke-user-session.js";
import { revokeUserSessions } from "./revoke-user-sessions.js";
import { setRole } from "./set-role.js";
import { setUserPassword } from "./set-user-password.js";
import { signIn } from "./sign-in.js";
import { createSignInLimits } from "./sign-in-limits.js";
import { signOut } from "./sign-out.js";
import { unbanUser } from "./unban-user.js";

export type AuthOperationDeps = Pick<
  Deps,
  "db" | "config" | "clock" | "workerBus" | "authSecret" | "signInTrail" | "metrics"
>;

export const createAuthOperations = (deps: AuthOperationDeps): AuthOperations => {
  const limits = createSignInLimits(deps.workerBus);
  const devices = createDevices({ ...deps, isSecure: isSecureOrigin(deps.config) });
  return {
    signIn: signIn(deps, { limits, devices }),
    signOut: signOut(deps),
    changePassword: changePassword(deps, { limits, devices }),
    getSession: getSession(deps),
    listSessions: listSessions(deps),
    revokeSession: revokeSession(deps),
    revokeOtherSessions: revokeOtherSessions(deps),
    revokeSessions: revokeSessions(deps),
    exchangeSessionForKey: exchangeSessionForKey(deps, limits),
    createUser: createUser(deps),
    listUsers: listUsers(deps),
    getUser: getUser(deps),
    setRole: setRole(deps),
    banUser: banUser(deps),
    unbanUser: unbanUser(deps),
    setUserPassword: setUserPassword(deps),
    listUserSessions: listUserSessions(deps),
    revokeUserSession: revokeUserSession(deps),
    revokeUserSessions: revokeUserSessions(deps),
  };
};
