import { isSecureOrigin } from "../config/config.js";
import type { AuthOperations } from "./auth-operation.js";
import { acceptInvitation } from "./accept-invitation.js";
import { addPasskey } from "./add-passkey.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { banUser } from "./ban-user.js";
import { changePassword } from "./change-password.js";
import { createUser } from "./create-user.js";
import { createChallenges } from "./challenges.js";
import { deletePasskey } from "./delete-passkey.js";
import { createDevices } from "./devices.js";
import { disableTotp } from "./disable-totp.js";
import { enableTotp } from "./enable-totp.js";
import { exchangeSessionForKey } from "./exchange-session-for-key.js";
import { getSession } from "./get-session.js";
import { getTwoFactor } from "./get-two-factor.js";
import { getUser } from "./get-user.js";
import { inviteUser } from "./invite-user.js";
import { listPasskeys } from "./list-passkeys.js";
import { listSessions } from "./list-sessions.js";
import { listUserSessions } from "./list-user-sessions.js";
import { listUsers } from "./list-users.js";
import { reauthenticate } from "./reauthenticate.js";
import { reauthenticateWithPasskey } from "./reauthenticate-with-passkey.js";
import { renamePasskey } from "./rename-passkey.js";
import { renewRecoveryCodes } from "./renew-recovery-codes.js";
import { revokeOtherSessions } from "./revoke-other-sessions.js";
import { revokeSession } from "./revoke-session.js";
import { revokeSessions } from "./revoke-sessions.js";
import { revokeUserSession } from "./revoke-user-session.js";
import { revokeUserSessions } from "./revoke-user-sessions.js";
import { setLanguage } from "./set-language.js";
import { setRole } from "./set-role.js";
import { showInvitation } from "./show-invitation.js";
import { signIn } from "./sign-in.js";
import { createSignInLimits } from "./sign-in-limits.js";
import { signInWithPasskey } from "./sign-in-with-passkey.js";
import { signInWithRecoveryCode } from "./sign-in-with-recovery-code.js";
import { signInWithTotp } from "./sign-in-with-totp.js";
import { signOut } from "./sign-out.js";
import { startPasskeyAuthentication } from "./start-passkey-authentication.js";
import { startPasskeyRegistration } from "./start-passkey-registration.js";
import { startTotp } from "./start-totp.js";
import { tellEditing } from "./tell-editing.js";
import { unbanUser } from "./unban-user.js";
import { updateUser } from "./update-user.js";

export const createAuthOperations = (deps: AuthDeps): AuthOperations => {
  const isSecure = isSecureOrigin(deps.config);
  const limits = createSignInLimits(deps.workerBus);
  const devices = createDevices({ ...deps, isSecure });
  const parts: AuthParts = { limits, devices, challenges: createChallenges(isSecure) };
  return {
    signIn: signIn(deps, parts),
    signInWithTotp: signInWithTotp(deps, parts),
    signInWithRecoveryCode: signInWithRecoveryCode(deps, parts),
    signInWithPasskey: signInWithPasskey(deps, parts),
    reauthenticate: reauthenticate(deps, parts),
    reauthenticateWithPasskey: reauthenticateWithPasskey(deps, parts),
    signOut: signOut(deps),
    changePassword: changePassword(deps, parts),
    showInvitation: showInvitation(deps, parts),
    acceptInvitation: acceptInvitation(deps, parts),
    getTwoFactor: getTwoFactor(deps),
    startTotp: startTotp(deps),
    enableTotp: enableTotp(deps, parts),
    renewRecoveryCodes: renewRecoveryCodes(deps),
    disableTotp: disableTotp(deps),
    listPasskeys: listPasskeys(deps),
    startPasskeyRegistration: startPasskeyRegistration(deps, parts),
    addPasskey: addPasskey(deps, parts),
    renamePasskey: renamePasskey(deps),
    deletePasskey: deletePasskey(deps),
    startPasskeyAuthentication: startPasskeyAuthentication(deps, parts),
    getSession: getSession(deps),
    listSessions: listSessions(deps),
    revokeSession: revokeSession(deps),
    revokeOtherSessions: revokeOtherSessions(deps),
    revokeSessions: revokeSessions(deps),
    exchangeSessionForKey: exchangeSessionForKey(deps, limits),
    tellEditing: tellEditing(deps),
    createUser: createUser(deps),
    listUsers: listUsers(deps),
    getUser: getUser(deps),
    updateUser: updateUser(deps),
    setLanguage: setLanguage(deps),
    setRole: setRole(deps),
    banUser: banUser(deps),
    unbanUser: unbanUser(deps),
    inviteUser: inviteUser(deps),
    listUserSessions: listUserSessions(deps),
    revokeUserSession: revokeUserSession(deps),
    revokeUserSessions: revokeUserSessions(deps),
  };
};
