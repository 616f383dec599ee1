// Generated from the contract by `openapi:write`; a test fails while it differs from it.

import type { ApiKeyScope, ProblemConflict, ProblemEntry } from "./types.js";
import type { Answer, Paged, RequestOptions, SomeOf, TaggedAnswer } from "../types.js";

/** Names a session of any account. */
export interface AnySession {
  /** The id of the session. */
  sessionId: number;
}

/** `PublicKeyCredentialRequestOptionsJSON`, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export interface AuthenticationOptions {
  /** The host that the passkeys belong to. */
  rpId: string;
  /** Bytes in base64url, without padding. */
  challenge: string;
  /** Milliseconds that the browser waits. */
  timeout: number;
  /** The authenticator checks a PIN, a fingerprint or a face. */
  userVerification: "required";
}

/** `AuthenticationResponseJSON`: the `toJSON()` of a `PublicKeyCredential`. Unknown fields are ignored. */
export interface AuthenticationResponse {
  /** Bytes in base64url, without padding. */
  id: string;
  /** Bytes in base64url, without padding. */
  rawId: string;
  /** The kind of credential. */
  type: "public-key";
  /** What the authenticator answered. */
  response: {
    /** Bytes in base64url, without padding. */
    clientDataJSON: string;
    /** Bytes in base64url, without padding. */
    authenticatorData: string;
    /** Bytes in base64url, without padding. */
    signature: string;
    /** The `user.id` of the registration, in base64url. */
    userHandle?: string | null | undefined;
  };
}

/** The account to ban. */
export interface Ban {
  /** The id of the account. */
  userId: number;
  /** The reason, for other owners to read. */
  banReason?: string | undefined;
}

/** Whom to sign in. */
export interface Credentials {
  /** The account's address. */
  email: string;
  /** The account's password. */
  password: string;
  /** Whether the browser keeps the cookie when it is closed; `true` by default. With `false`, the session ends after a day. */
  rememberMe?: boolean | undefined;
}

/** The operation is done. */
export interface Done {
  /** Always true: a failure is answered with an error. */
  status: true;
}

/** Whether a person edits a pet. */
export interface Editing {
  /** The id of the pet. */
  petId: number;
  /** Whether the person has begun to change the pet, and has not saved it yet. */
  isEditing: boolean;
}

/** The other people who are editing a pet. */
export interface Editors {
  /** The other accounts that are editing the pet, in the order in which they began. */
  editors: ({
    /** The id of the account. */
    id: number;
    /** The person's name. */
    name: string;
    /** When the person began, in UTC. */
    since: string;
  })[];
}

/** The body of every error response. */
export interface AuthErrorBody {
  code: AuthErrorCode;
  /** Human-readable description: the place, the rule and the remedy. */
  message: string;
  /** The HTTP status code. */
  status: number;
}

/**
 * Machine-readable error code.
 *
 * - [`invalid_request`](/docs/auth-errors#invalid_request) (400): The request is invalid; `message` names each invalid field and its rule.
 * - [`invalid_password`](/docs/auth-errors#invalid_password) (400): The given password is not the account's.
 * - [`invalid_code`](/docs/auth-errors#invalid_code) (400): The code of the second factor is wrong, expired or already used.
 * - [`invalid_passkey`](/docs/auth-errors#invalid_passkey) (400): The authenticator's response does not belong to these options, or no account has the passkey.
 * - [`invitation_invalid`](/docs/auth-errors#invitation_invalid) (400): The invitation is unknown, used, replaced or older than 72 hours. The answer does not say which.
 * - [`unauthorized`](/docs/auth-errors#unauthorized) (401): The request has no session cookie, or its session has ended.
 * - [`invalid_credentials`](/docs/auth-errors#invalid_credentials) (401): No account signs in with this address and password. The answer does not say which of the two is wrong.
 * - [`account_disabled`](/docs/auth-errors#account_disabled) (401): The address and the password are right, but the account is banned.
 * - [`challenge_ended`](/docs/auth-errors#challenge_ended) (401): No sign-in is waiting for a second factor: it has expired, or 5 wrong codes were sent.
 * - [`forbidden`](/docs/auth-errors#forbidden) (403): `Origin` is not the service's own, or the operation needs an account of role `owner`.
 * - [`reauthentication_required`](/docs/auth-errors#reauthentication_required) (403): The person last proved who they are more than 10 minutes ago.
 * - [`second_factor_required`](/docs/auth-errors#second_factor_required) (403): The service requires a second factor of this account, but the account has none, or the change would remove its last one.
 * - [`not_found`](/docs/auth-errors#not_found) (404): The account does not exist, or something else that the request names does not.
 * - [`path_not_found`](/docs/auth-errors#path_not_found) (404): The path does not exist: the base URL or the path is wrong, and nothing is said about a resource.
 * - [`method_not_allowed`](/docs/auth-errors#method_not_allowed) (405): The path does not support this method; `Allow` lists the supported methods.
 * - [`request_timeout`](/docs/auth-errors#request_timeout) (408): The request did not arrive in time.
 * - [`email_taken`](/docs/auth-errors#email_taken) (409): Another account has this e-mail address.
 * - [`last_owner`](/docs/auth-errors#last_owner) (409): The change would leave no owner who is not banned and has a password or a passkey.
 * - [`own_account`](/docs/auth-errors#own_account) (409): An owner can neither ban nor invite their own account.
 * - [`second_factor_state`](/docs/auth-errors#second_factor_state) (409): The authenticator app is already on, it is off, or its setup has not started; or the account already has 20 passkeys.
 * - [`payload_too_large`](/docs/auth-errors#payload_too_large) (413): The body exceeds the size limit of this operation.
 * - [`unsupported_media_type`](/docs/auth-errors#unsupported_media_type) (415): The body is not `application/json` in UTF-8.
 * - [`rate_limited`](/docs/auth-errors#rate_limited) (429): Too many requests; retry after `Retry-After`.
 * - [`headers_too_large`](/docs/auth-errors#headers_too_large) (431): The request's header fields are too large, or more than 128.
 * - [`internal_error`](/docs/auth-errors#internal_error) (500): An internal error; quote the `X-Request-Id` when you report it.
 * - [`service_unavailable`](/docs/auth-errors#service_unavailable) (503): The service is temporarily unavailable; retry after `Retry-After`.
 */
export type AuthErrorCode = "invalid_request" | "invalid_password" | "invalid_code" | "invalid_passkey" | "invitation_invalid" | "unauthorized" | "invalid_credentials" | "account_disabled" | "challenge_ended" | "forbidden" | "reauthentication_required" | "second_factor_required" | "not_found" | "path_not_found" | "method_not_allowed" | "request_timeout" | "email_taken" | "last_owner" | "own_account" | "second_factor_state" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal_error" | "service_unavailable" | (string & {});

/** A code with which the account's person can choose a password once. */
export interface Invitation {
  /** The page on which the person chooses a password. The code is its fragment, which no server sees. */
  url: string;
  /** The same code, for the person to type in. */
  code: string;
  /** When the invitation stops working, in UTC: 72 hours after its creation. */
  expiresAt: string;
}

/** The code of an invitation, and the password that the person chose. */
export interface InvitationAcceptance {
  /** The code. Case, white space and hyphens do not matter. */
  code: string;
  /** 12 to 128 characters, and not easy to guess. */
  password: string;
}

/** The code of an invitation. */
export interface InvitationCode {
  /** The code. Case, white space and hyphens do not matter. */
  code: string;
}

/** The account, its invitation, and its API keys. */
export interface InvitationOutcome {
  user: User;
  invitation: Invitation;
  /** The account's API keys. */
  apiKeys: LiveApiKey[];
  /** Whether these keys were revoked in the same transaction. */
  apiKeysRevoked: boolean;
}

/** An account, and the invitation to choose its password. */
export interface InvitedAccount {
  user: User;
  invitation: Invitation;
}

/** The person for whom an invitation was made. */
export interface InvitedUser {
  /** The address to sign in with. */
  email: string;
  /** The person's name. */
  name: string;
  role: Role;
  /** When the invitation stops working, in UTC. */
  expiresAt: string;
}

/** A language of the web admin, as a BCP 47 tag. The API and its errors are English. */
export type Language = "en" | "de" | "fr" | "es";

/** The language that a person chooses for the web admin. */
export interface LanguageChoice {
  /** The language; null follows the browser. */
  language: Language | null;
}

/** An API key that had neither expired nor been revoked. */
export interface LiveApiKey {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Display name of the key. */
  name: string;
  /** The key's prefix: `pets_live_` or `pets_test_`. */
  prefix: string;
  /** The key's last four characters. */
  lastFour: string;
  scope: ApiKeyScope;
}

/** The account to invite. */
export interface NewInvitation {
  /** The id of the account. */
  userId: number;
  /** Whether to revoke the account's API keys. The default is `true`. */
  revokeApiKeys?: boolean | undefined;
  /** Whether to remove the account's second factor, for a lost phone: authenticator app, recovery codes and passkeys. The default is `false`. */
  removeSecondFactor?: boolean | undefined;
}

/** A passkey to be added. */
export interface NewPasskey {
  /** A name that distinguishes it from other passkeys: 1 to 100 characters. */
  name: string;
  response: RegistrationResponse;
}

/** An account to create. */
export interface NewUser {
  /** The address to sign in with. */
  email: string;
  /** The person's name: 1 to 200 characters. */
  name: string;
  role?: Role | undefined;
}

/** One account. */
export interface OneUser {
  user: User;
}

/** Names a session of the account that is signed in. */
export interface OwnSession {
  /** The id of the session. */
  id: number;
}

/** A passkey of the account. */
export interface Passkey {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** The name that the person gave it. */
  name: string;
  /** When it was added, in UTC. */
  createdAt: string;
  /** When it was last used to prove who the person is, in UTC; null if it never was. */
  lastUsedAt: string | null;
}

/** The answer of a passkey of the account that is signed in. */
export interface PasskeyProof {
  response: AuthenticationResponse;
}

/** Names a passkey of the account that is signed in. */
export interface PasskeyReference {
  /** The id of the passkey. */
  id: number;
}

/** The new name of a passkey. */
export interface PasskeyRename {
  /** The id of the passkey. */
  id: number;
  /** A name that distinguishes it from other passkeys: 1 to 100 characters. */
  name: string;
}

/** The answer of a passkey. */
export interface PasskeySignIn {
  response: AuthenticationResponse;
  /** Whether the browser keeps the cookie when it is closed; `true` by default. With `false`, the session ends after a day. */
  rememberMe?: boolean | undefined;
}

/** Passkeys, by id. */
export type Passkeys = Passkey[];

/** The new password of one's own account. */
export interface PasswordChange {
  /** The current password. */
  currentPassword: string;
  /** 12 to 128 characters, and not easy to guess. */
  newPassword: string;
  /** Whether to revoke the account's API keys. The default is `false`. */
  revokeApiKeys?: boolean | undefined;
}

/** The new session, and the account's API keys. */
export interface PasswordChangeOutcome {
  user: User;
  session: Session;
  /** Whether the service requires a second factor that the account does not have. Until it has one, the session can only enrol one, reauthenticate, change its password and end sessions. All other requests, including those to `/v1`, are answered with 403 `second_factor_required`. */
  mustEnrolSecondFactor: boolean;
  /** The language of the web admin that the person has chosen; absent if it follows the browser. */
  language?: Language | undefined;
  /** Only in the answer of `GET /auth/get-session`, if the person of the account has never chosen its password, by the audit trail: somebody else who set it may know it. */
  passwordFromOthers?: true | undefined;
  /** The account's API keys. */
  apiKeys: LiveApiKey[];
  /** Whether these keys were revoked in the same transaction. */
  apiKeysRevoked: boolean;
}

/** The body of every error response, if `Accept` prefers `application/problem+json` (RFC 9457). */
export interface AuthProblem {
  /** The address of the page about the code, relative to that of the request. */
  type: string;
  /** The code in words, the same for each problem of the code. */
  title: string;
  /** The HTTP status code. */
  status: number;
  /** Human-readable description: what is wrong, then what to do. It is the `message` of the other form. */
  detail: string;
  code: AuthErrorCode;
  /** Each problem of the request that has a place, at most 100. */
  errors?: readonly ProblemEntry[] | undefined;
  conflict?: ProblemConflict | undefined;
}

/** Proves again that it is the person who is signed in. */
export interface Reauthentication {
  /** The account's password. */
  password: string;
}

/** The second factor of a sign-in: a recovery code. */
export interface RecoveryCodeSignIn {
  /** One of the account's recovery codes. Case, white space and hyphens do not matter. */
  code: string;
}

/** The recovery codes. They are shown once. */
export interface RecoveryCodes {
  /** 10 codes. Each of them can be used once instead of a code from the authenticator app. */
  recoveryCodes: string[];
}

/** `PublicKeyCredentialCreationOptionsJSON`, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export interface RegistrationOptions {
  /** The service. */
  rp: {
    /** The service's name. */
    name: string;
    /** The host that the passkey belongs to. */
    id: string;
  };
  /** The account. */
  user: {
    /** Bytes in base64url, without padding. */
    id: string;
    /** The account's address. */
    name: string;
    /** The person's name. */
    displayName: string;
  };
  /** Bytes in base64url, without padding. */
  challenge: string;
  /** The accepted algorithms, the best first. */
  pubKeyCredParams: ({
    /** A COSE algorithm. */
    alg: number;
    /** The kind of credential. */
    type: "public-key";
  })[];
  /** Milliseconds that the browser waits. */
  timeout: number;
  /** The service does not ask for the make of the authenticator. */
  attestation: "none";
  /** The account's passkeys. */
  excludeCredentials: ({
    /** Bytes in base64url, without padding. */
    id: string;
    /** The kind of credential. */
    type: "public-key";
    /** How the browser reaches the authenticator. */
    transports?: string[] | undefined;
  })[];
  /** What the authenticator must be able to do. */
  authenticatorSelection: {
    /** The passkey is found without the account's address. */
    residentKey: "required";
    /** The same, for Level 1. */
    requireResidentKey: true;
    /** The authenticator checks a PIN, a fingerprint or a face. */
    userVerification: "required";
  };
  /** Extensions of Web Authentication. */
  extensions: Record<string, unknown>;
  /** Which kind of authenticator to offer first. */
  hints: string[];
}

/** `RegistrationResponseJSON`: the `toJSON()` of a new `PublicKeyCredential`. Unknown fields are ignored. */
export interface RegistrationResponse {
  /** Bytes in base64url, without padding. */
  id: string;
  /** Bytes in base64url, without padding. */
  rawId: string;
  /** The kind of credential. */
  type: "public-key";
  /** What the authenticator answered. */
  response: {
    /** Bytes in base64url, without padding. */
    clientDataJSON: string;
    /** Bytes in base64url, without padding. */
    attestationObject: string;
    /** How the browser reaches the authenticator. */
    transports?: readonly string[] | undefined;
  };
}

/** What an account may do: an `owner` manages accounts, API keys and the store; a `manager` API keys and the store; a `clerk` pets, categories and orders. */
export type Role = "owner" | "manager" | "clerk";

/** The new role of an account. */
export interface RoleChange {
  /** The id of the account. */
  userId: number;
  role: Role;
}

/** The password was right, but the account also needs a second factor. */
export interface SecondFactorNeeded {
  /** What is still needed. */
  secondFactor: {
    /** `totp`: `POST /auth/sign-in/totp`; `recoveryCode`: `POST /auth/sign-in/recovery-code`; `passkey`: `POST /auth/sign-in/passkey`. */
    methods: ("totp" | "recoveryCode" | "passkey" | (string & {}))[];
    /** When the sign-in has to start again, in UTC: after 10 minutes. */
    expiresAt: string;
  };
}

/** A browser that is signed in. Only its cookie opens the session. */
export interface Session {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** The account that is signed in. */
  userId: number;
  /** The client's address at sign-in. */
  ipAddress: string | null;
  /** The browser's `User-Agent` at sign-in. */
  userAgent: string | null;
  /** Time of the sign-in, in UTC. */
  createdAt: string;
  /** Time of the last renewal, in UTC. */
  updatedAt: string;
  /** When the session ends unless it is used before, in UTC: 24 hours after its last use. */
  expiresAt: string;
  /** When the session ends in any case, in UTC: 30 days after the sign-in, 7 days for owners and managers, a day with `rememberMe: false`. */
  endsAt: string;
  /** When the person last proved who they are, in UTC: sign-in or `reauthenticate`. */
  authenticatedAt: string;
}

/** A key for `/v1` that belongs to a session. */
export interface SessionKey {
  /** The key: `Authorization: Bearer <key>`. */
  key: string;
  scope: ApiKeyScope;
  /** When the key expires, in UTC: after 15 minutes, or earlier if its session ends earlier. */
  expiresAt: string;
}

/** Sessions, by id. */
export type Sessions = Session[];

/** The new session and its account, or the second factor that is still needed. */
export type SignInOutcome = SignedIn | SecondFactorNeeded;

/** The session of the browser, and its account. */
export interface SignedIn {
  user: User;
  session: Session;
  /** Whether the service requires a second factor that the account does not have. Until it has one, the session can only enrol one, reauthenticate, change its password and end sessions. All other requests, including those to `/v1`, are answered with 403 `second_factor_required`. */
  mustEnrolSecondFactor: boolean;
  /** The language of the web admin that the person has chosen; absent if it follows the browser. */
  language?: Language | undefined;
  /** Only in the answer of `GET /auth/get-session`, if the person of the account has never chosen its password, by the audit trail: somebody else who set it may know it. */
  passwordFromOthers?: true | undefined;
}

/** The operation is done. */
export interface Success {
  /** Always true: a failure is answered with an error. */
  success: true;
}

/** Shows that the authenticator app works. */
export interface TotpConfirmation {
  /** The 6 digits that the app shows now. */
  code: string;
}

/** The secret of an authenticator app that is not on yet. */
export interface TotpSecret {
  /** What an app reads from a QR code (Key URI Format). */
  totpUri: string;
  /** The same secret, to be typed in: base32. */
  secret: string;
}

/** The second factor of a sign-in: a code from the authenticator app. */
export interface TotpSignIn {
  /** The 6 digits that the app shows now. */
  code: string;
}

/** The state of one's own authenticator app. */
export interface TwoFactor {
  /** Whether the authenticator app (TOTP) is on. */
  totp: boolean;
  /** The number of recovery codes that are not used. */
  recoveryCodesLeft: number;
  /** Whether the service requires a second factor of this account. */
  required: boolean;
}

/** An account of a member of staff, without its password. */
export interface User {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** The address to sign in with, in lower case. */
  email: string;
  /** The person's name. */
  name: string;
  role: Role;
  /** Whether the account is disabled: it cannot sign in, and its keys are refused. */
  banned: boolean;
  /** Why it is banned; null if no reason was given. */
  banReason: string | null;
  /** Whether the account has no password: its invitation is not accepted yet. */
  invited: boolean;
  /** Whether it has a second factor: an authenticator app or a passkey. */
  secondFactor: boolean;
  /** Creation time, in UTC. */
  createdAt: string;
  /** Time of the last change, in UTC. */
  updatedAt: string;
}

/** The fields of an account to correct. */
export interface UserChange {
  /** The id of the account. */
  userId: number;
  /** The address to sign in with. */
  email?: string | undefined;
  /** The person's name: 1 to 200 characters. */
  name?: string | undefined;
}

/** A page of accounts. */
export interface UserPage {
  /** The accounts of this page. */
  users: User[];
  /** The number of accounts on all pages. */
  total: number;
  /** The `limit` of the request. */
  limit: number;
  /** The `offset` of the request. */
  offset: number;
}

/** Names an account. */
export interface UserReference {
  /** The id of the account. */
  userId: number;
}

/** Sessions of an account. */
export interface UserSessions {
  sessions: Sessions;
}

/** The input and the options of `signIn` in {@link AuthOperations}. */
export interface SignInRequest extends RequestOptions {
  body: Credentials;
}

/** What `signIn` resolves to, by status. */
export type SignInResponse =
  | Answer<200, SignInOutcome>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `signInWithTotp` in {@link AuthOperations}. */
export interface SignInWithTotpRequest extends RequestOptions {
  body: TotpSignIn;
}

/** What `signInWithTotp` resolves to, by status. */
export type SignInWithTotpResponse =
  | Answer<200, SignedIn>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `signInWithRecoveryCode` in {@link AuthOperations}. */
export interface SignInWithRecoveryCodeRequest extends RequestOptions {
  body: RecoveryCodeSignIn;
}

/** What `signInWithRecoveryCode` resolves to, by status. */
export type SignInWithRecoveryCodeResponse =
  | Answer<200, SignedIn>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `signInWithPasskey` in {@link AuthOperations}. */
export interface SignInWithPasskeyRequest extends RequestOptions {
  body: PasskeySignIn;
}

/** What `signInWithPasskey` resolves to, by status. */
export type SignInWithPasskeyResponse =
  | Answer<200, SignedIn>
  | Answer<400 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `reauthenticate` in {@link AuthOperations}. */
export interface ReauthenticateRequest extends RequestOptions {
  body: Reauthentication;
}

/** What `reauthenticate` resolves to, by status. */
export type ReauthenticateResponse =
  | Answer<200, SignedIn>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `reauthenticateWithPasskey` in {@link AuthOperations}. */
export interface ReauthenticateWithPasskeyRequest extends RequestOptions {
  body: PasskeyProof;
}

/** What `reauthenticateWithPasskey` resolves to, by status. */
export type ReauthenticateWithPasskeyResponse =
  | Answer<200, SignedIn>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `signOut` in {@link AuthOperations}. */
export interface SignOutRequest extends RequestOptions {
}

/** What `signOut` resolves to, by status. */
export type SignOutResponse =
  | Answer<200, Success>
  | Answer<400 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `changePassword` in {@link AuthOperations}. */
export interface ChangePasswordRequest extends RequestOptions {
  body: PasswordChange;
}

/** What `changePassword` resolves to, by status. */
export type ChangePasswordResponse =
  | Answer<200, PasswordChangeOutcome>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `signIn`. */
export interface SignInAuthOperations {
  /**
   * Sign in
   *
   * Starts a session, and ends the one whose cookie came with the request. An account with a second factor gets no session yet, and continues with one of the `methods` in the response. If the sign-in is refused, the answer and its time are the same for every reason, unless the password was right. Attempts are limited by network, device and account.
   *
   * `POST /auth/sign-in/email`
   */
  signIn(request: SignInRequest): Promise<SignInResponse>;
  /**
   * Sign in: give a code
   *
   * Continues a sign-in that needs a second factor. Each code can be used once. After 5 wrong codes the person must start the sign-in again.
   *
   * `POST /auth/sign-in/totp`
   */
  signInWithTotp(request: SignInWithTotpRequest): Promise<SignInWithTotpResponse>;
  /**
   * Sign in: give a recovery code
   *
   * Continues a sign-in that needs a second factor. Each recovery code can be used once. After 5 wrong codes the person must start the sign-in again.
   *
   * `POST /auth/sign-in/recovery-code`
   */
  signInWithRecoveryCode(request: SignInWithRecoveryCodeRequest): Promise<SignInWithRecoveryCodeResponse>;
  /**
   * Sign in with a passkey
   *
   * Starts a session without a password, and ends the one whose cookie came with the request. The options come from `POST /auth/passkeys/authentication-options`.
   *
   * `POST /auth/sign-in/passkey`
   */
  signInWithPasskey(request: SignInWithPasskeyRequest): Promise<SignInWithPasskeyResponse>;
  /**
   * Prove again who is signed in
   *
   * Sets `authenticatedAt` of the session. Operations that answer 403 `reauthentication_required` work for 10 minutes from then on.
   *
   * `POST /auth/reauthenticate`
   */
  reauthenticate(request: ReauthenticateRequest): Promise<ReauthenticateResponse>;
  /**
   * Prove again who is signed in, with a passkey
   *
   * Does the same as `POST /auth/reauthenticate`, with a passkey of the account. The options come from `POST /auth/passkeys/authentication-options`.
   *
   * `POST /auth/reauthenticate/passkey`
   */
  reauthenticateWithPasskey(request: ReauthenticateWithPasskeyRequest): Promise<ReauthenticateWithPasskeyResponse>;
  /**
   * Sign out
   *
   * Ends the session of the browser, if it has one, and deletes its cookie. The device cookie stays.
   *
   * `POST /auth/sign-out`
   */
  signOut(request?: SignOutRequest): Promise<SignOutResponse>;
  /**
   * Change one's own password
   *
   * Sets a new password, ends all sessions of the account and starts a new one in this browser. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.
   *
   * `POST /auth/change-password`
   */
  changePassword(request: ChangePasswordRequest): Promise<ChangePasswordResponse>;
}

/** The operations of {@link SignInAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingSignInAuthOperations {
  /**
   * Sign in
   *
   * Starts a session, and ends the one whose cookie came with the request. An account with a second factor gets no session yet, and continues with one of the `methods` in the response. If the sign-in is refused, the answer and its time are the same for every reason, unless the password was right. Attempts are limited by network, device and account.
   *
   * `POST /auth/sign-in/email`
   */
  signIn(request: SignInRequest): Promise<SignInOutcome>;
  /**
   * Sign in: give a code
   *
   * Continues a sign-in that needs a second factor. Each code can be used once. After 5 wrong codes the person must start the sign-in again.
   *
   * `POST /auth/sign-in/totp`
   */
  signInWithTotp(request: SignInWithTotpRequest): Promise<SignedIn>;
  /**
   * Sign in: give a recovery code
   *
   * Continues a sign-in that needs a second factor. Each recovery code can be used once. After 5 wrong codes the person must start the sign-in again.
   *
   * `POST /auth/sign-in/recovery-code`
   */
  signInWithRecoveryCode(request: SignInWithRecoveryCodeRequest): Promise<SignedIn>;
  /**
   * Sign in with a passkey
   *
   * Starts a session without a password, and ends the one whose cookie came with the request. The options come from `POST /auth/passkeys/authentication-options`.
   *
   * `POST /auth/sign-in/passkey`
   */
  signInWithPasskey(request: SignInWithPasskeyRequest): Promise<SignedIn>;
  /**
   * Prove again who is signed in
   *
   * Sets `authenticatedAt` of the session. Operations that answer 403 `reauthentication_required` work for 10 minutes from then on.
   *
   * `POST /auth/reauthenticate`
   */
  reauthenticate(request: ReauthenticateRequest): Promise<SignedIn>;
  /**
   * Prove again who is signed in, with a passkey
   *
   * Does the same as `POST /auth/reauthenticate`, with a passkey of the account. The options come from `POST /auth/passkeys/authentication-options`.
   *
   * `POST /auth/reauthenticate/passkey`
   */
  reauthenticateWithPasskey(request: ReauthenticateWithPasskeyRequest): Promise<SignedIn>;
  /**
   * Sign out
   *
   * Ends the session of the browser, if it has one, and deletes its cookie. The device cookie stays.
   *
   * `POST /auth/sign-out`
   */
  signOut(request?: SignOutRequest): Promise<Success>;
  /**
   * Change one's own password
   *
   * Sets a new password, ends all sessions of the account and starts a new one in this browser. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.
   *
   * `POST /auth/change-password`
   */
  changePassword(request: ChangePasswordRequest): Promise<PasswordChangeOutcome>;
}

/** The input and the options of `showInvitation` in {@link AuthOperations}. */
export interface ShowInvitationRequest extends RequestOptions {
  body: InvitationCode;
}

/** What `showInvitation` resolves to, by status. */
export type ShowInvitationResponse =
  | Answer<200, InvitedUser>
  | Answer<400 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `acceptInvitation` in {@link AuthOperations}. */
export interface AcceptInvitationRequest extends RequestOptions {
  body: InvitationAcceptance;
}

/** What `acceptInvitation` resolves to, by status. */
export type AcceptInvitationResponse =
  | Answer<200, SignInOutcome>
  | Answer<400 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `invitations`. */
export interface InvitationsAuthOperations {
  /**
   * Show an invitation
   *
   * Returns the person for whom an open invitation was made. The invitation stays open.
   *
   * `POST /auth/invitation/show`
   */
  showInvitation(request: ShowInvitationRequest): Promise<ShowInvitationResponse>;
  /**
   * Accept an invitation
   *
   * Sets the password of the account, uses up the invitation and signs in. If the account still has a second factor, the person must give that as well, as after a password.
   *
   * `POST /auth/invitation/accept`
   */
  acceptInvitation(request: AcceptInvitationRequest): Promise<AcceptInvitationResponse>;
}

/** The operations of {@link InvitationsAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingInvitationsAuthOperations {
  /**
   * Show an invitation
   *
   * Returns the person for whom an open invitation was made. The invitation stays open.
   *
   * `POST /auth/invitation/show`
   */
  showInvitation(request: ShowInvitationRequest): Promise<InvitedUser>;
  /**
   * Accept an invitation
   *
   * Sets the password of the account, uses up the invitation and signs in. If the account still has a second factor, the person must give that as well, as after a password.
   *
   * `POST /auth/invitation/accept`
   */
  acceptInvitation(request: AcceptInvitationRequest): Promise<SignInOutcome>;
}

/** The input and the options of `getSession` in {@link AuthOperations}. */
export interface GetSessionRequest extends RequestOptions {
}

/** What `getSession` resolves to, by status. */
export type GetSessionResponse =
  | Answer<200, SignedIn | null>
  | Answer<400 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `listSessions` in {@link AuthOperations}. */
export interface ListSessionsRequest extends RequestOptions {
}

/** What `listSessions` resolves to, by status. */
export type ListSessionsResponse =
  | Answer<200, Sessions>
  | Answer<400 | 401 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `revokeSession` in {@link AuthOperations}. */
export interface RevokeSessionRequest extends RequestOptions {
  body: OwnSession;
}

/** What `revokeSession` resolves to, by status. */
export type RevokeSessionResponse =
  | Answer<200, Done>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `revokeOtherSessions` in {@link AuthOperations}. */
export interface RevokeOtherSessionsRequest extends RequestOptions {
}

/** What `revokeOtherSessions` resolves to, by status. */
export type RevokeOtherSessionsResponse =
  | Answer<200, Done>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `revokeSessions` in {@link AuthOperations}. */
export interface RevokeSessionsRequest extends RequestOptions {
}

/** What `revokeSessions` resolves to, by status. */
export type RevokeSessionsResponse =
  | Answer<200, Done>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `listUserSessions` in {@link AuthOperations}. */
export interface ListUserSessionsRequest extends RequestOptions {
  body: UserReference;
}

/** What `listUserSessions` resolves to, by status. */
export type ListUserSessionsResponse =
  | Answer<200, UserSessions>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `revokeUserSession` in {@link AuthOperations}. */
export interface RevokeUserSessionRequest extends RequestOptions {
  body: AnySession;
}

/** What `revokeUserSession` resolves to, by status. */
export type RevokeUserSessionResponse =
  | Answer<200, Success>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `revokeUserSessions` in {@link AuthOperations}. */
export interface RevokeUserSessionsRequest extends RequestOptions {
  body: UserReference;
}

/** What `revokeUserSessions` resolves to, by status. */
export type RevokeUserSessionsResponse =
  | Answer<200, Success>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `sessions`. */
export interface SessionsAuthOperations {
  /**
   * Get the session
   *
   * Returns the session of the browser, or `null` if it is not signed in. The request counts as a use of the session, just as `POST /auth/key` does: see `expiresAt`.
   *
   * `GET /auth/get-session`
   */
  getSession(request?: GetSessionRequest): Promise<GetSessionResponse>;
  /**
   * List one's own sessions
   *
   * Returns the account's sessions that have not expired.
   *
   * `GET /auth/list-sessions`
   */
  listSessions(request?: ListSessionsRequest): Promise<ListSessionsResponse>;
  /**
   * End one of one's own sessions
   *
   * Ends a session of the account. An id without such a session is ignored. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/revoke-session`
   */
  revokeSession(request: RevokeSessionRequest): Promise<RevokeSessionResponse>;
  /**
   * End one's own other sessions
   *
   * Ends all sessions of the account but the request's own. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/revoke-other-sessions`
   */
  revokeOtherSessions(request?: RevokeOtherSessionsRequest): Promise<RevokeOtherSessionsResponse>;
  /**
   * End all of one's own sessions
   *
   * Ends all sessions of the account, the request's own included. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/revoke-sessions`
   */
  revokeSessions(request?: RevokeSessionsRequest): Promise<RevokeSessionsResponse>;
  /**
   * List an account's sessions
   *
   * Returns an account's sessions that have not expired; none if there is no such account.
   *
   * `POST /auth/admin/list-user-sessions`
   */
  listUserSessions(request: ListUserSessionsRequest): Promise<ListUserSessionsResponse>;
  /**
   * End a session of any account
   *
   * Ends a session. An id without a session is ignored. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/admin/revoke-user-session`
   */
  revokeUserSession(request: RevokeUserSessionRequest): Promise<RevokeUserSessionResponse>;
  /**
   * End all sessions of an account
   *
   * Ends all sessions of an account. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/admin/revoke-user-sessions`
   */
  revokeUserSessions(request: RevokeUserSessionsRequest): Promise<RevokeUserSessionsResponse>;
}

/** The operations of {@link SessionsAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingSessionsAuthOperations {
  /**
   * Get the session
   *
   * Returns the session of the browser, or `null` if it is not signed in. The request counts as a use of the session, just as `POST /auth/key` does: see `expiresAt`.
   *
   * `GET /auth/get-session`
   */
  getSession(request?: GetSessionRequest): Promise<SignedIn | null>;
  /**
   * List one's own sessions
   *
   * Returns the account's sessions that have not expired.
   *
   * `GET /auth/list-sessions`
   */
  listSessions(request?: ListSessionsRequest): Promise<Sessions>;
  /**
   * End one of one's own sessions
   *
   * Ends a session of the account. An id without such a session is ignored. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/revoke-session`
   */
  revokeSession(request: RevokeSessionRequest): Promise<Done>;
  /**
   * End one's own other sessions
   *
   * Ends all sessions of the account but the request's own. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/revoke-other-sessions`
   */
  revokeOtherSessions(request?: RevokeOtherSessionsRequest): Promise<Done>;
  /**
   * End all of one's own sessions
   *
   * Ends all sessions of the account, the request's own included. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/revoke-sessions`
   */
  revokeSessions(request?: RevokeSessionsRequest): Promise<Done>;
  /**
   * List an account's sessions
   *
   * Returns an account's sessions that have not expired; none if there is no such account.
   *
   * `POST /auth/admin/list-user-sessions`
   */
  listUserSessions(request: ListUserSessionsRequest): Promise<UserSessions>;
  /**
   * End a session of any account
   *
   * Ends a session. An id without a session is ignored. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/admin/revoke-user-session`
   */
  revokeUserSession(request: RevokeUserSessionRequest): Promise<Success>;
  /**
   * End all sessions of an account
   *
   * Ends all sessions of an account. The keys of `POST /auth/key` end with their session.
   *
   * `POST /auth/admin/revoke-user-sessions`
   */
  revokeUserSessions(request: RevokeUserSessionsRequest): Promise<Success>;
}

/** The input and the options of `getTwoFactor` in {@link AuthOperations}. */
export interface GetTwoFactorRequest extends RequestOptions {
}

/** What `getTwoFactor` resolves to, by status. */
export type GetTwoFactorResponse =
  | Answer<200, TwoFactor>
  | Answer<400 | 401 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `startTotp` in {@link AuthOperations}. */
export interface StartTotpRequest extends RequestOptions {
}

/** What `startTotp` resolves to, by status. */
export type StartTotpResponse =
  | Answer<200, TotpSecret>
  | Answer<400 | 401 | 403 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `enableTotp` in {@link AuthOperations}. */
export interface EnableTotpRequest extends RequestOptions {
  body: TotpConfirmation;
}

/** What `enableTotp` resolves to, by status. */
export type EnableTotpResponse =
  | Answer<200, RecoveryCodes>
  | Answer<400 | 401 | 403 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `renewRecoveryCodes` in {@link AuthOperations}. */
export interface RenewRecoveryCodesRequest extends RequestOptions {
}

/** What `renewRecoveryCodes` resolves to, by status. */
export type RenewRecoveryCodesResponse =
  | Answer<200, RecoveryCodes>
  | Answer<400 | 401 | 403 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `disableTotp` in {@link AuthOperations}. */
export interface DisableTotpRequest extends RequestOptions {
}

/** What `disableTotp` resolves to, by status. */
export type DisableTotpResponse =
  | Answer<200, Success>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `twoFactor`. */
export interface TwoFactorAuthOperations {
  /**
   * Get the state of one's own authenticator app
   *
   * Tells whether the authenticator app is on, and how many recovery codes are left.
   *
   * `GET /auth/two-factor`
   */
  getTwoFactor(request?: GetTwoFactorRequest): Promise<GetTwoFactorResponse>;
  /**
   * Start to turn the authenticator app on
   *
   * Returns a new secret for an app. It takes effect with `POST /auth/two-factor/enable`; an earlier secret that has not taken effect is forgotten.
   *
   * `POST /auth/two-factor/start`
   */
  startTotp(request?: StartTotpRequest): Promise<StartTotpResponse>;
  /**
   * Turn the authenticator app on
   *
   * Turns the authenticator app on with a code that it shows, ends the account's other sessions, and returns the recovery codes.
   *
   * `POST /auth/two-factor/enable`
   */
  enableTotp(request: EnableTotpRequest): Promise<EnableTotpResponse>;
  /**
   * Get new recovery codes
   *
   * Returns new recovery codes. The previous ones stop working.
   *
   * `POST /auth/two-factor/recovery-codes`
   */
  renewRecoveryCodes(request?: RenewRecoveryCodesRequest): Promise<RenewRecoveryCodesResponse>;
  /**
   * Turn the authenticator app off
   *
   * Turns the authenticator app off and forgets its secret and the recovery codes. If it is already off, nothing changes.
   *
   * `POST /auth/two-factor/disable`
   */
  disableTotp(request?: DisableTotpRequest): Promise<DisableTotpResponse>;
}

/** The operations of {@link TwoFactorAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingTwoFactorAuthOperations {
  /**
   * Get the state of one's own authenticator app
   *
   * Tells whether the authenticator app is on, and how many recovery codes are left.
   *
   * `GET /auth/two-factor`
   */
  getTwoFactor(request?: GetTwoFactorRequest): Promise<TwoFactor>;
  /**
   * Start to turn the authenticator app on
   *
   * Returns a new secret for an app. It takes effect with `POST /auth/two-factor/enable`; an earlier secret that has not taken effect is forgotten.
   *
   * `POST /auth/two-factor/start`
   */
  startTotp(request?: StartTotpRequest): Promise<TotpSecret>;
  /**
   * Turn the authenticator app on
   *
   * Turns the authenticator app on with a code that it shows, ends the account's other sessions, and returns the recovery codes.
   *
   * `POST /auth/two-factor/enable`
   */
  enableTotp(request: EnableTotpRequest): Promise<RecoveryCodes>;
  /**
   * Get new recovery codes
   *
   * Returns new recovery codes. The previous ones stop working.
   *
   * `POST /auth/two-factor/recovery-codes`
   */
  renewRecoveryCodes(request?: RenewRecoveryCodesRequest): Promise<RecoveryCodes>;
  /**
   * Turn the authenticator app off
   *
   * Turns the authenticator app off and forgets its secret and the recovery codes. If it is already off, nothing changes.
   *
   * `POST /auth/two-factor/disable`
   */
  disableTotp(request?: DisableTotpRequest): Promise<Success>;
}

/** The input and the options of `listPasskeys` in {@link AuthOperations}. */
export interface ListPasskeysRequest extends RequestOptions {
}

/** What `listPasskeys` resolves to, by status. */
export type ListPasskeysResponse =
  | Answer<200, Passkeys>
  | Answer<400 | 401 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `startPasskeyRegistration` in {@link AuthOperations}. */
export interface StartPasskeyRegistrationRequest extends RequestOptions {
}

/** What `startPasskeyRegistration` resolves to, by status. */
export type StartPasskeyRegistrationResponse =
  | Answer<200, RegistrationOptions>
  | Answer<400 | 401 | 403 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `addPasskey` in {@link AuthOperations}. */
export interface AddPasskeyRequest extends RequestOptions {
  body: NewPasskey;
}

/** What `addPasskey` resolves to, by status. */
export type AddPasskeyResponse =
  | Answer<200, Passkey>
  | Answer<400 | 401 | 403 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `renamePasskey` in {@link AuthOperations}. */
export interface RenamePasskeyRequest extends RequestOptions {
  body: PasskeyRename;
}

/** What `renamePasskey` resolves to, by status. */
export type RenamePasskeyResponse =
  | Answer<200, Passkey>
  | Answer<400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `deletePasskey` in {@link AuthOperations}. */
export interface DeletePasskeyRequest extends RequestOptions {
  body: PasskeyReference;
}

/** What `deletePasskey` resolves to, by status. */
export type DeletePasskeyResponse =
  | Answer<200, Success>
  | Answer<400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `startPasskeyAuthentication` in {@link AuthOperations}. */
export interface StartPasskeyAuthenticationRequest extends RequestOptions {
}

/** What `startPasskeyAuthentication` resolves to, by status. */
export type StartPasskeyAuthenticationResponse =
  | Answer<200, AuthenticationOptions>
  | Answer<400 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `passkeys`. */
export interface PasskeysAuthOperations {
  /**
   * List one's own passkeys
   *
   * Returns the account's passkeys, at most 20.
   *
   * `GET /auth/passkeys`
   */
  listPasskeys(request?: ListPasskeysRequest): Promise<ListPasskeysResponse>;
  /**
   * Start to add a passkey
   *
   * Returns the options of `navigator.credentials.create`. They can be used once, in this browser, within 10 minutes.
   *
   * `POST /auth/passkeys/registration-options`
   */
  startPasskeyRegistration(request?: StartPasskeyRegistrationRequest): Promise<StartPasskeyRegistrationResponse>;
  /**
   * Add a passkey
   *
   * Adds the passkey that the browser made with the options.
   *
   * `POST /auth/passkeys`
   */
  addPasskey(request: AddPasskeyRequest): Promise<AddPasskeyResponse>;
  /**
   * Rename a passkey
   *
   * Changes the name of one's own passkey.
   *
   * `POST /auth/passkeys/rename`
   */
  renamePasskey(request: RenamePasskeyRequest): Promise<RenamePasskeyResponse>;
  /**
   * Remove a passkey
   *
   * Removes one's own passkey. It no longer signs in.
   *
   * `POST /auth/passkeys/delete`
   */
  deletePasskey(request: DeletePasskeyRequest): Promise<DeletePasskeyResponse>;
  /**
   * Start to sign in with a passkey
   *
   * Returns the options of `navigator.credentials.get`, for `POST /auth/sign-in/passkey` and `POST /auth/reauthenticate/passkey`. They can be used once, in this browser, within 10 minutes.
   *
   * `POST /auth/passkeys/authentication-options`
   */
  startPasskeyAuthentication(request?: StartPasskeyAuthenticationRequest): Promise<StartPasskeyAuthenticationResponse>;
}

/** The operations of {@link PasskeysAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingPasskeysAuthOperations {
  /**
   * List one's own passkeys
   *
   * Returns the account's passkeys, at most 20.
   *
   * `GET /auth/passkeys`
   */
  listPasskeys(request?: ListPasskeysRequest): Promise<Passkeys>;
  /**
   * Start to add a passkey
   *
   * Returns the options of `navigator.credentials.create`. They can be used once, in this browser, within 10 minutes.
   *
   * `POST /auth/passkeys/registration-options`
   */
  startPasskeyRegistration(request?: StartPasskeyRegistrationRequest): Promise<RegistrationOptions>;
  /**
   * Add a passkey
   *
   * Adds the passkey that the browser made with the options.
   *
   * `POST /auth/passkeys`
   */
  addPasskey(request: AddPasskeyRequest): Promise<Passkey>;
  /**
   * Rename a passkey
   *
   * Changes the name of one's own passkey.
   *
   * `POST /auth/passkeys/rename`
   */
  renamePasskey(request: RenamePasskeyRequest): Promise<Passkey>;
  /**
   * Remove a passkey
   *
   * Removes one's own passkey. It no longer signs in.
   *
   * `POST /auth/passkeys/delete`
   */
  deletePasskey(request: DeletePasskeyRequest): Promise<Success>;
  /**
   * Start to sign in with a passkey
   *
   * Returns the options of `navigator.credentials.get`, for `POST /auth/sign-in/passkey` and `POST /auth/reauthenticate/passkey`. They can be used once, in this browser, within 10 minutes.
   *
   * `POST /auth/passkeys/authentication-options`
   */
  startPasskeyAuthentication(request?: StartPasskeyAuthenticationRequest): Promise<AuthenticationOptions>;
}

/** The input and the options of `exchangeSessionForKey` in {@link AuthOperations}. */
export interface ExchangeSessionForKeyRequest extends RequestOptions {
}

/** What `exchangeSessionForKey` resolves to, by status. */
export type ExchangeSessionForKeyResponse =
  | Answer<200, SessionKey>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `keys`. */
export interface KeysAuthOperations {
  /**
   * Get a key for /v1
   *
   * Returns a key of the largest scope that the account's role allows. The key ends with its session. Keep it in memory, and request the next one when it expires.
   *
   * `POST /auth/key`
   */
  exchangeSessionForKey(request?: ExchangeSessionForKeyRequest): Promise<ExchangeSessionForKeyResponse>;
}

/** The operations of {@link KeysAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingKeysAuthOperations {
  /**
   * Get a key for /v1
   *
   * Returns a key of the largest scope that the account's role allows. The key ends with its session. Keep it in memory, and request the next one when it expires.
   *
   * `POST /auth/key`
   */
  exchangeSessionForKey(request?: ExchangeSessionForKeyRequest): Promise<SessionKey>;
}

/** The input and the options of `createUser` in {@link AuthOperations}. */
export interface CreateUserRequest extends RequestOptions {
  body: NewUser;
}

/** What `createUser` resolves to, by status. */
export type CreateUserResponse =
  | Answer<200, InvitedAccount>
  | Answer<400 | 401 | 403 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `listUsers` in {@link AuthOperations}. */
export interface ListUsersRequest extends RequestOptions {
  query?: {
    /** Maximum number of accounts returned. */
    limit?: number | undefined;
    /** The number of accounts to skip. */
    offset?: number | undefined;
    /** The field that `searchValue` is compared with. */
    searchField?: "email" | "name" | undefined;
    /** How `searchValue` is compared, ignoring case. */
    searchOperator?: "contains" | "starts_with" | "ends_with" | undefined;
    /** Only accounts whose field matches. */
    searchValue?: string | undefined;
    /** The field to sort by; accounts that are equal in it are sorted by id. */
    sortBy?: "email" | "name" | "createdAt" | undefined;
    /** The direction to sort in. */
    sortDirection?: "asc" | "desc" | undefined;
  } | undefined;
}

/** What `listUsers` resolves to, by status. */
export type ListUsersResponse =
  | Answer<200, UserPage>
  | Answer<400 | 401 | 403 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `getUser` in {@link AuthOperations}. */
export interface GetUserRequest extends RequestOptions {
  query: {
    /** The id of the account. */
    id: number;
  };
}

/** What `getUser` resolves to, by status. */
export type GetUserResponse =
  | Answer<200, User>
  | Answer<400 | 401 | 403 | 404 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `updateUser` in {@link AuthOperations}. */
export interface UpdateUserRequest extends RequestOptions {
  body: UserChange;
}

/** What `updateUser` resolves to, by status. */
export type UpdateUserResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `setLanguage` in {@link AuthOperations}. */
export interface SetLanguageRequest extends RequestOptions {
  body: LanguageChoice;
}

/** What `setLanguage` resolves to, by status. */
export type SetLanguageResponse =
  | Answer<200, Success>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `setRole` in {@link AuthOperations}. */
export interface SetRoleRequest extends RequestOptions {
  body: RoleChange;
}

/** What `setRole` resolves to, by status. */
export type SetRoleResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `banUser` in {@link AuthOperations}. */
export interface BanUserRequest extends RequestOptions {
  body: Ban;
}

/** What `banUser` resolves to, by status. */
export type BanUserResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `unbanUser` in {@link AuthOperations}. */
export interface UnbanUserRequest extends RequestOptions {
  body: UserReference;
}

/** What `unbanUser` resolves to, by status. */
export type UnbanUserResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The input and the options of `inviteUser` in {@link AuthOperations}. */
export interface InviteUserRequest extends RequestOptions {
  body: NewInvitation;
}

/** What `inviteUser` resolves to, by status. */
export type InviteUserResponse =
  | Answer<200, InvitationOutcome>
  | Answer<400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `users`. */
export interface UsersAuthOperations {
  /**
   * Create an account
   *
   * Creates an account and an invitation: a link, to be passed on, with which the person chooses a password within 72 hours.
   *
   * `POST /auth/admin/create-user`
   */
  createUser(request: CreateUserRequest): Promise<CreateUserResponse>;
  /**
   * List accounts
   *
   * Returns a page of the accounts, banned ones included.
   *
   * `GET /auth/admin/list-users`
   */
  listUsers(request?: ListUsersRequest): Promise<ListUsersResponse>;
  /**
   * Get an account
   *
   * Returns one account.
   *
   * `GET /auth/admin/get-user`
   */
  getUser(request: GetUserRequest): Promise<GetUserResponse>;
  /**
   * Correct the name or address of an account
   *
   * Changes the name of an account, the address that it signs in with, or both. Its sessions, its password and its keys stay. A browser that was a known device under the old address is not one under the new address. An invitation stays valid. Earlier audit events keep the name and the address that they had.
   *
   * `POST /auth/admin/update-user`
   */
  updateUser(request: UpdateUserRequest): Promise<UpdateUserResponse>;
  /**
   * Choose the language of the web admin
   *
   * Sets the language that the web admin shows to the person of the session, in every browser. The sessions of the account then have it as `language`.
   *
   * `POST /auth/set-language`
   */
  setLanguage(request: SetLanguageRequest): Promise<SetLanguageResponse>;
  /**
   * Change an account's role
   *
   * Changes what an account, and each of its API keys, may do from its next request on.
   *
   * `POST /auth/admin/set-role`
   */
  setRole(request: SetRoleRequest): Promise<SetRoleResponse>;
  /**
   * Ban an account
   *
   * Disables an account: its sessions end, and its API keys are refused until it is unbanned. Accounts are never deleted, because audit events name them.
   *
   * `POST /auth/admin/ban-user`
   */
  banUser(request: BanUserRequest): Promise<BanUserResponse>;
  /**
   * Unban an account
   *
   * Enables a banned account: it can sign in, and its API keys work again.
   *
   * `POST /auth/admin/unban-user`
   */
  unbanUser(request: UnbanUserRequest): Promise<UnbanUserResponse>;
  /**
   * Invite an account again
   *
   * Resets the password of an account: the password stops working, all sessions end, and the person chooses a new password with the invitation. An earlier invitation stops working. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.
   *
   * `POST /auth/admin/invite-user`
   */
  inviteUser(request: InviteUserRequest): Promise<InviteUserResponse>;
}

/** The operations of {@link UsersAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingUsersAuthOperations {
  /**
   * Create an account
   *
   * Creates an account and an invitation: a link, to be passed on, with which the person chooses a password within 72 hours.
   *
   * `POST /auth/admin/create-user`
   */
  createUser(request: CreateUserRequest): Promise<InvitedAccount>;
  /**
   * List accounts
   *
   * Returns a page of the accounts, banned ones included.
   *
   * `GET /auth/admin/list-users`
   */
  listUsers(request?: ListUsersRequest): Promise<UserPage>;
  /**
   * Get an account
   *
   * Returns one account.
   *
   * `GET /auth/admin/get-user`
   */
  getUser(request: GetUserRequest): Promise<User>;
  /**
   * Correct the name or address of an account
   *
   * Changes the name of an account, the address that it signs in with, or both. Its sessions, its password and its keys stay. A browser that was a known device under the old address is not one under the new address. An invitation stays valid. Earlier audit events keep the name and the address that they had.
   *
   * `POST /auth/admin/update-user`
   */
  updateUser(request: UpdateUserRequest): Promise<OneUser>;
  /**
   * Choose the language of the web admin
   *
   * Sets the language that the web admin shows to the person of the session, in every browser. The sessions of the account then have it as `language`.
   *
   * `POST /auth/set-language`
   */
  setLanguage(request: SetLanguageRequest): Promise<Success>;
  /**
   * Change an account's role
   *
   * Changes what an account, and each of its API keys, may do from its next request on.
   *
   * `POST /auth/admin/set-role`
   */
  setRole(request: SetRoleRequest): Promise<OneUser>;
  /**
   * Ban an account
   *
   * Disables an account: its sessions end, and its API keys are refused until it is unbanned. Accounts are never deleted, because audit events name them.
   *
   * `POST /auth/admin/ban-user`
   */
  banUser(request: BanUserRequest): Promise<OneUser>;
  /**
   * Unban an account
   *
   * Enables a banned account: it can sign in, and its API keys work again.
   *
   * `POST /auth/admin/unban-user`
   */
  unbanUser(request: UnbanUserRequest): Promise<OneUser>;
  /**
   * Invite an account again
   *
   * Resets the password of an account: the password stops working, all sessions end, and the person chooses a new password with the invitation. An earlier invitation stops working. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.
   *
   * `POST /auth/admin/invite-user`
   */
  inviteUser(request: InviteUserRequest): Promise<InvitationOutcome>;
}

/** The input and the options of `tellEditing` in {@link AuthOperations}. */
export interface TellEditingRequest extends RequestOptions {
  body: Editing;
}

/** What `tellEditing` resolves to, by status. */
export type TellEditingResponse =
  | Answer<200, Editors>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `presence`. */
export interface PresenceAuthOperations {
  /**
   * Tell whether one edits a pet, and learn who else does
   *
   * Tells the pages of other people whether the person of the session is editing a pet, and returns who else is. A page repeats the request every 5 seconds; 15 seconds after the last request, the person no longer counts as editing. Nothing is stored, and nothing is locked: `If-Match` protects a change. An account can count as editing at most 10 pets, the last ones for which it sent this request.
   *
   * `POST /auth/editing`
   */
  tellEditing(request: TellEditingRequest): Promise<TellEditingResponse>;
}

/** The operations of {@link PresenceAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingPresenceAuthOperations {
  /**
   * Tell whether one edits a pet, and learn who else does
   *
   * Tells the pages of other people whether the person of the session is editing a pet, and returns who else is. A page repeats the request every 5 seconds; 15 seconds after the last request, the person no longer counts as editing. Nothing is stored, and nothing is locked: `If-Match` protects a change. An account can count as editing at most 10 pets, the last ones for which it sent this request.
   *
   * `POST /auth/editing`
   */
  tellEditing(request: TellEditingRequest): Promise<Editors>;
}

/** The operations below `/auth`, by group. */
export interface AuthOperations {
  readonly signIn: SignInAuthOperations;
  readonly invitations: InvitationsAuthOperations;
  readonly sessions: SessionsAuthOperations;
  readonly twoFactor: TwoFactorAuthOperations;
  readonly passkeys: PasskeysAuthOperations;
  readonly keys: KeysAuthOperations;
  readonly users: UsersAuthOperations;
  readonly presence: PresenceAuthOperations;
}

/** The operations below `/auth`, by group: each resolves to the body, or rejects. */
export interface ThrowingAuthOperations {
  readonly signIn: ThrowingSignInAuthOperations;
  readonly invitations: ThrowingInvitationsAuthOperations;
  readonly sessions: ThrowingSessionsAuthOperations;
  readonly twoFactor: ThrowingTwoFactorAuthOperations;
  readonly passkeys: ThrowingPasskeysAuthOperations;
  readonly keys: ThrowingKeysAuthOperations;
  readonly users: ThrowingUsersAuthOperations;
  readonly presence: ThrowingPresenceAuthOperations;
}
