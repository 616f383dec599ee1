export { AUTH_BASE_PATH, authContract } from "./contract.js";
export { Email } from "./email.js";
export { AuthErrorBody, type AuthErrorCode, authErrorCodes, type AuthErrorSchema, AuthProblem } from "./errors.js";
export { Invitation } from "./invitation.js";
export {
  type AuthRouteMetadata,
  authRouteMetadata,
  type Caller,
  MAX_AUTH_BODY_BYTES,
  REAUTHENTICATION_MINUTES,
} from "./metadata.js";
export { Language, languages } from "../admin-languages.js";
export { LiveApiKey, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./passwords.js";
export { SecondFactorNeeded, SignInOutcome, secondFactorMethods } from "./second-factor.js";
export { Session, SignedIn } from "./sessions.js";
export { EDITING_EXPIRY_SECONDS, EDITING_SECONDS, MAX_EDITORS } from "./presence.js";
export { Role, roles, User } from "./user.js";
