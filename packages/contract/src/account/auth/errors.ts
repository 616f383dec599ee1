import type * as z from "zod";
import { AUTH_ERRORS_PATH } from "../../http/documentation-pages.js";
import { errorSchemas } from "../../http/error-schemas.js";
import { errorCodes } from "../../http/errors.js";

/**
 * The error codes below `/auth` in this version. A case that clients must distinguish gets a new code, and no code is
 * ever renamed.
 */
export const authErrorCodes = {
  invalid_request: { ...errorCodes.invalid_request, example: "body.userId is required" },
  invalid_password: {
    status: 400,
    meaning: "The given password is not the account's.",
    example: "body.currentPassword is wrong; send the current password",
  },
  invalid_code: {
    status: 400,
    meaning: "The code of the second factor is wrong, expired or already used.",
    example: "body.code is wrong or already used; send the code that the app shows now",
  },
  invalid_passkey: {
    status: 400,
    meaning: "The authenticator's response does not belong to these options, or no account has the passkey.",
    example: "body.response is not valid; request new options and try again",
  },
  invitation_invalid: {
    status: 400,
    meaning: "The invitation is unknown, used, replaced or older than 72 hours. The answer does not say which.",
    example: "the invitation code is invalid or has expired; ask an owner for a new one",
  },
  unauthorized: {
    status: 401,
    meaning: "The request has no session cookie, or its session has ended.",
    example: "no session; sign in with POST /auth/sign-in/email",
  },
  invalid_credentials: {
    status: 401,
    meaning: "No account signs in with this address and password. The answer does not say which of the two is wrong.",
    example: "the e-mail address or the password is wrong",
  },
  account_disabled: {
    status: 401,
    meaning: "The address and the password are right, but the account is banned.",
    example: "this account is disabled; ask an owner",
  },
  challenge_ended: {
    status: 401,
    meaning: "No sign-in is waiting for a second factor: it has expired, or 5 wrong codes were sent.",
    example: "no sign-in of this browser is waiting for a second factor; sign in again with POST /auth/sign-in/email",
  },
  forbidden: {
    status: 403,
    meaning: "`Origin` is not the service's own, or the operation needs an account of role `owner`.",
    example: "this operation requires an account with role owner",
  },
  reauthentication_required: {
    status: 403,
    meaning: "The person last proved who they are more than 10 minutes ago.",
    example: "this operation requires a recent proof of who you are; send POST /auth/reauthenticate, then repeat it",
  },
  second_factor_required: {
    status: 403,
    meaning:
      "The service requires a second factor of this account, but the account has none, or the change would remove its last one.",
    example: "this account requires a second factor; enrol one with POST /auth/two-factor/start or a passkey",
  },
  not_found: {
    status: 404,
    meaning: "The account does not exist, or something else that the request names does not.",
    example: "there is no account with id 7",
  },
  path_not_found: errorCodes.path_not_found,
  method_not_allowed: {
    ...errorCodes.method_not_allowed,
    example: "the method is not allowed; this path supports OPTIONS, POST",
  },
  request_timeout: errorCodes.request_timeout,
  email_taken: {
    status: 409,
    meaning: "Another account has this e-mail address.",
    example: "an account with the address jane@petstore.example already exists; use another address",
  },
  last_owner: {
    status: 409,
    meaning: "The change would leave no owner who is not banned and has a password or a passkey.",
    example:
      "at least one owner must be able to sign in; first give the role owner to another account that has a password or a passkey",
  },
  own_account: {
    status: 409,
    meaning: "An owner can neither ban nor invite their own account.",
    example: "you cannot ban your own account; ask another owner to ban it",
  },
  second_factor_state: {
    status: 409,
    meaning:
      "The authenticator app is already on, it is off, or its setup has not started; or the account already has 20 passkeys.",
    example: "the authenticator app is already on; turn it off first",
  },
  payload_too_large: { ...errorCodes.payload_too_large, example: "body must be at most 10240 bytes" },
  unsupported_media_type: errorCodes.unsupported_media_type,
  rate_limited: { ...errorCodes.rate_limited, example: "too many sign-in attempts; see Retry-After" },
  headers_too_large: errorCodes.headers_too_large,
  internal_error: errorCodes.internal_error,
  service_unavailable: errorCodes.service_unavailable,
} as const satisfies Record<string, { status: number; meaning: string; example: string }>;

/** One of the error codes below `/auth` of this version, see {@link authErrorCodes}. */
export type AuthErrorCode = keyof typeof authErrorCodes;

const schemas = errorSchemas(authErrorCodes, AUTH_ERRORS_PATH, {
  description: "Human-readable description: the place, the rule and the remedy.",
  examples: ["body.userId is required"],
});

type ErrorShape = typeof schemas.body;
/** The type of the schema. It has a name, because each route has it for each status of an error. */
export interface AuthErrorSchema extends ErrorShape {}
/** The body of every error below `/auth`: the same three fields as below `/v1`. */
export const AuthErrorBody: AuthErrorSchema = schemas.body;
/** See the schema of the same name. */
export type AuthErrorBody = z.infer<typeof AuthErrorBody>;

/** The body of an error below `/auth` for a request that prefers `application/problem+json` (RFC 9457). */
export const AuthProblem = schemas.problem;

type AuthErrorStatus = (typeof authErrorCodes)[AuthErrorCode]["status"];

/**
 * The error responses of a route, for ts-rest.
 * @param statuses - The statuses of this route, in addition to those of every route below `/auth`.
 */
export const authErrorResponses = <Status extends AuthErrorStatus = never>(...statuses: Status[]) => {
  const all = [400, 408, 429, 431, 500, 503, ...statuses] as const;
  return Object.fromEntries(all.map((status) => [status, AuthErrorBody])) as Record<
    Status | 400 | 408 | 429 | 431 | 500 | 503,
    AuthErrorSchema
  >;
};
