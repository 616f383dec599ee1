// Generated from the contract by `openapi:write`; a test fails while it differs from it.

import type { ApiKeyScope } from "./types.js";
import type { Answer, RequestOptions, TaggedAnswer } from "../types.js";

/** Names a session of any account. */
export interface AnySession {
  /** The id of the session. */
  sessionId: number;
}

/** The account to ban. */
export interface Ban {
  /** The id of the account. */
  userId: number;
  /** Why, for other owners. */
  banReason?: string | undefined;
}

/** Whom to sign in. */
export interface Credentials {
  /** The account's address. */
  email: string;
  /** The account's password. */
  password: string;
  /** With `false`, the cookie ends with the browser and the session after a day. The default is `true`. */
  rememberMe?: boolean | undefined;
}

/** The operation is done. */
export interface Done {
  /** Always true: a failure is answered with an error. */
  status: true;
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
 * - [`invalid_password`](/docs/auth-errors#invalid_password) (400): `currentPassword` is not the account's password.
 * - [`unauthorized`](/docs/auth-errors#unauthorized) (401): The request has no session cookie, or its session has ended.
 * - [`invalid_credentials`](/docs/auth-errors#invalid_credentials) (401): No account signs in with this address and password. The answer does not say which of the two is wrong.
 * - [`forbidden`](/docs/auth-errors#forbidden) (403): `Origin` is not the service's own, or the operation needs an account of role `owner`.
 * - [`not_found`](/docs/auth-errors#not_found) (404): The path, or the account that the request names, does not exist.
 * - [`method_not_allowed`](/docs/auth-errors#method_not_allowed) (405): The path does not support this method; `Allow` lists the supported methods.
 * - [`request_timeout`](/docs/auth-errors#request_timeout) (408): The request did not arrive in time.
 * - [`email_taken`](/docs/auth-errors#email_taken) (409): Another account has this e-mail address.
 * - [`last_owner`](/docs/auth-errors#last_owner) (409): The change would leave no owner who is not banned.
 * - [`own_account`](/docs/auth-errors#own_account) (409): An owner cannot ban their own account.
 * - [`payload_too_large`](/docs/auth-errors#payload_too_large) (413): The body exceeds the size limit of this operation.
 * - [`unsupported_media_type`](/docs/auth-errors#unsupported_media_type) (415): The body is not `application/json` in UTF-8.
 * - [`rate_limited`](/docs/auth-errors#rate_limited) (429): Too many requests; retry after `Retry-After`.
 * - [`headers_too_large`](/docs/auth-errors#headers_too_large) (431): The request's header fields are too large.
 * - [`internal_error`](/docs/auth-errors#internal_error) (500): An internal error; quote the `X-Request-Id` when you report it.
 * - [`service_unavailable`](/docs/auth-errors#service_unavailable) (503): The service is temporarily unavailable; retry after `Retry-After`.
 */
export type AuthErrorCode = "invalid_request" | "invalid_password" | "unauthorized" | "invalid_credentials" | "forbidden" | "not_found" | "method_not_allowed" | "request_timeout" | "email_taken" | "last_owner" | "own_account" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal_error" | "service_unavailable";

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

/** An account to be created. */
export interface NewUser {
  /** The address to sign in with. */
  email: string;
  /** The person's name: 1 to 200 characters. */
  name: string;
  /** 12 to 128 characters, and not easy to guess. */
  password: string;
  role?: Role | undefined;
}

/** One account. */
export interface OneUser {
  user: User;
}

/** Names one of one's own sessions. */
export interface OwnSession {
  /** The id of the session. */
  id: number;
}

/** The new password of one's own account. */
export interface PasswordChange {
  /** The password so far. */
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
  /** The account's API keys. */
  apiKeys: LiveApiKey[];
  /** Whether these keys were revoked in the same transaction. */
  apiKeysRevoked: boolean;
}

/** The new password of an account. */
export interface PasswordReset {
  /** The id of the account. */
  userId: number;
  /** 12 to 128 characters, and not easy to guess. */
  newPassword: string;
  /** Whether to revoke the account's API keys. The default is true, or false for one's own account. */
  revokeApiKeys?: boolean | undefined;
}

/** The password is set, and all sessions of the account have ended. */
export interface PasswordResetOutcome {
  /** Always true: a failure is answered with an error. */
  status: true;
  /** The account's API keys. */
  apiKeys: LiveApiKey[];
  /** Whether these keys were revoked in the same transaction. */
  apiKeysRevoked: boolean;
}

/** What an account may do: an `owner` manages accounts, API keys and the store; a `manager` API keys and the store; a `clerk` pets, categories and orders. */
export type Role = "owner" | "manager" | "clerk";

/** The new role of an account. */
export interface RoleChange {
  /** The id of the account. */
  userId: number;
  role: Role;
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
  /** When the session expires, in UTC. */
  expiresAt: string;
}

/** A key for `/v1` that belongs to a session. */
export interface SessionKey {
  /** The key: `Authorization: Bearer <key>`. */
  key: string;
  scope: ApiKeyScope;
  /** When the key expires, in UTC: after 15 minutes, and never after its session. */
  expiresAt: string;
}

/** Sessions, by id. */
export type Sessions = Session[];

/** The session of the browser, and its account. */
export interface SignedIn {
  user: User;
  session: Session;
}

/** The operation is done. */
export interface Success {
  /** Always true: a failure is answered with an error. */
  success: true;
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
  /** Whether the account is disabled: no sign-in, and its keys are refused. */
  banned: boolean;
  /** Why it is banned; null without a reason. */
  banReason: string | null;
  /** Creation time, in UTC. */
  createdAt: string;
  /** Time of the last change, in UTC. */
  updatedAt: string;
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

/** What {@link AuthOperations} takes as `signIn`. */
export interface SignInRequest extends RequestOptions {
  body: Credentials;
}

/** What `signIn` resolves to, by status. */
export type SignInResponse =
  | Answer<200, SignedIn>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `signOut`. */
export interface SignOutRequest extends RequestOptions {
}

/** What `signOut` resolves to, by status. */
export type SignOutResponse =
  | Answer<200, Success>
  | Answer<400 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `changePassword`. */
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
   * Starts a session. A sign-in that fails has one answer and takes the same time, whatever the reason. Attempts are limited by network, device and account.
   *
   * `POST /auth/sign-in/email`
   */
  signIn(request: SignInRequest): Promise<SignInResponse>;
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

/** As {@link SignInAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingSignInAuthOperations {
  /**
   * Sign in
   *
   * Starts a session. A sign-in that fails has one answer and takes the same time, whatever the reason. Attempts are limited by network, device and account.
   *
   * `POST /auth/sign-in/email`
   */
  signIn(request: SignInRequest): Promise<SignedIn>;
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

/** What {@link AuthOperations} takes as `getSession`. */
export interface GetSessionRequest extends RequestOptions {
}

/** What `getSession` resolves to, by status. */
export type GetSessionResponse =
  | Answer<200, SignedIn | null>
  | Answer<400 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `listSessions`. */
export interface ListSessionsRequest extends RequestOptions {
}

/** What `listSessions` resolves to, by status. */
export type ListSessionsResponse =
  | Answer<200, Sessions>
  | Answer<400 | 401 | 408 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `revokeSession`. */
export interface RevokeSessionRequest extends RequestOptions {
  body: OwnSession;
}

/** What `revokeSession` resolves to, by status. */
export type RevokeSessionResponse =
  | Answer<200, Done>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `revokeOtherSessions`. */
export interface RevokeOtherSessionsRequest extends RequestOptions {
}

/** What `revokeOtherSessions` resolves to, by status. */
export type RevokeOtherSessionsResponse =
  | Answer<200, Done>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `revokeSessions`. */
export interface RevokeSessionsRequest extends RequestOptions {
}

/** What `revokeSessions` resolves to, by status. */
export type RevokeSessionsResponse =
  | Answer<200, Done>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `listUserSessions`. */
export interface ListUserSessionsRequest extends RequestOptions {
  body: UserReference;
}

/** What `listUserSessions` resolves to, by status. */
export type ListUserSessionsResponse =
  | Answer<200, UserSessions>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `revokeUserSession`. */
export interface RevokeUserSessionRequest extends RequestOptions {
  body: AnySession;
}

/** What `revokeUserSession` resolves to, by status. */
export type RevokeUserSessionResponse =
  | Answer<200, Success>
  | Answer<400 | 401 | 403 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `revokeUserSessions`. */
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
   * Answers the session of the browser, or `null` if it is not signed in. A session that is older than a day is renewed.
   *
   * `GET /auth/get-session`
   */
  getSession(request?: GetSessionRequest): Promise<GetSessionResponse>;
  /**
   * List one's own sessions
   *
   * Answers the account's sessions that have not expired.
   *
   * `GET /auth/list-sessions`
   */
  listSessions(request?: ListSessionsRequest): Promise<ListSessionsResponse>;
  /**
   * End one of one's own sessions
   *
   * Ends a session of the account. An id that names none of them is ignored. The keys of `POST /auth/key` end with their session.
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
   * Answers an account's sessions that have not expired; none if there is no such account.
   *
   * `POST /auth/admin/list-user-sessions`
   */
  listUserSessions(request: ListUserSessionsRequest): Promise<ListUserSessionsResponse>;
  /**
   * End a session of any account
   *
   * Ends a session. An id that names none is ignored. The keys of `POST /auth/key` end with their session.
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

/** As {@link SessionsAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingSessionsAuthOperations {
  /**
   * Get the session
   *
   * Answers the session of the browser, or `null` if it is not signed in. A session that is older than a day is renewed.
   *
   * `GET /auth/get-session`
   */
  getSession(request?: GetSessionRequest): Promise<SignedIn | null>;
  /**
   * List one's own sessions
   *
   * Answers the account's sessions that have not expired.
   *
   * `GET /auth/list-sessions`
   */
  listSessions(request?: ListSessionsRequest): Promise<Sessions>;
  /**
   * End one of one's own sessions
   *
   * Ends a session of the account. An id that names none of them is ignored. The keys of `POST /auth/key` end with their session.
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
   * Answers an account's sessions that have not expired; none if there is no such account.
   *
   * `POST /auth/admin/list-user-sessions`
   */
  listUserSessions(request: ListUserSessionsRequest): Promise<UserSessions>;
  /**
   * End a session of any account
   *
   * Ends a session. An id that names none is ignored. The keys of `POST /auth/key` end with their session.
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

/** What {@link AuthOperations} takes as `exchangeSessionForKey`. */
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
   * Answers a key of the largest scope that the account's role allows. It ends with its session. Keep it in memory, and request the next one when it expires.
   *
   * `POST /auth/key`
   */
  exchangeSessionForKey(request?: ExchangeSessionForKeyRequest): Promise<ExchangeSessionForKeyResponse>;
}

/** As {@link KeysAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingKeysAuthOperations {
  /**
   * Get a key for /v1
   *
   * Answers a key of the largest scope that the account's role allows. It ends with its session. Keep it in memory, and request the next one when it expires.
   *
   * `POST /auth/key`
   */
  exchangeSessionForKey(request?: ExchangeSessionForKeyRequest): Promise<SessionKey>;
}

/** What {@link AuthOperations} takes as `createUser`. */
export interface CreateUserRequest extends RequestOptions {
  body: NewUser;
}

/** What `createUser` resolves to, by status. */
export type CreateUserResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `listUsers`. */
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

/** What {@link AuthOperations} takes as `getUser`. */
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

/** What {@link AuthOperations} takes as `setRole`. */
export interface SetRoleRequest extends RequestOptions {
  body: RoleChange;
}

/** What `setRole` resolves to, by status. */
export type SetRoleResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `banUser`. */
export interface BanUserRequest extends RequestOptions {
  body: Ban;
}

/** What `banUser` resolves to, by status. */
export type BanUserResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `unbanUser`. */
export interface UnbanUserRequest extends RequestOptions {
  body: UserReference;
}

/** What `unbanUser` resolves to, by status. */
export type UnbanUserResponse =
  | Answer<200, OneUser>
  | Answer<400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** What {@link AuthOperations} takes as `setUserPassword`. */
export interface SetUserPasswordRequest extends RequestOptions {
  body: PasswordReset;
}

/** What `setUserPassword` resolves to, by status. */
export type SetUserPasswordResponse =
  | Answer<200, PasswordResetOutcome>
  | Answer<400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 500 | 503, AuthErrorBody>;

/** The operations of `users`. */
export interface UsersAuthOperations {
  /**
   * Create an account
   *
   * Creates an account that can sign in at once.
   *
   * `POST /auth/admin/create-user`
   */
  createUser(request: CreateUserRequest): Promise<CreateUserResponse>;
  /**
   * List accounts
   *
   * Answers a page of the accounts, banned ones included.
   *
   * `GET /auth/admin/list-users`
   */
  listUsers(request?: ListUsersRequest): Promise<ListUsersResponse>;
  /**
   * Get an account
   *
   * Answers one account.
   *
   * `GET /auth/admin/get-user`
   */
  getUser(request: GetUserRequest): Promise<GetUserResponse>;
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
   * Set an account's password
   *
   * Sets the password of an account and ends all its sessions. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.
   *
   * `POST /auth/admin/set-user-password`
   */
  setUserPassword(request: SetUserPasswordRequest): Promise<SetUserPasswordResponse>;
}

/** As {@link UsersAuthOperations}: each resolves to the body, or rejects. */
export interface ThrowingUsersAuthOperations {
  /**
   * Create an account
   *
   * Creates an account that can sign in at once.
   *
   * `POST /auth/admin/create-user`
   */
  createUser(request: CreateUserRequest): Promise<OneUser>;
  /**
   * List accounts
   *
   * Answers a page of the accounts, banned ones included.
   *
   * `GET /auth/admin/list-users`
   */
  listUsers(request?: ListUsersRequest): Promise<UserPage>;
  /**
   * Get an account
   *
   * Answers one account.
   *
   * `GET /auth/admin/get-user`
   */
  getUser(request: GetUserRequest): Promise<User>;
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
   * Set an account's password
   *
   * Sets the password of an account and ends all its sessions. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.
   *
   * `POST /auth/admin/set-user-password`
   */
  setUserPassword(request: SetUserPasswordRequest): Promise<PasswordResetOutcome>;
}

/** The operations below `/auth`, by group. */
export interface AuthOperations {
  readonly signIn: SignInAuthOperations;
  readonly sessions: SessionsAuthOperations;
  readonly keys: KeysAuthOperations;
  readonly users: UsersAuthOperations;
}

/** The operations below `/auth`, by group: each resolves to the body, or rejects. */
export interface ThrowingAuthOperations {
  readonly signIn: ThrowingSignInAuthOperations;
  readonly sessions: ThrowingSessionsAuthOperations;
  readonly keys: ThrowingKeysAuthOperations;
  readonly users: ThrowingUsersAuthOperations;
}
