import {
  type ApiKeyState,
  type ErrorBody,
  type ErrorCode,
  errorCodes,
  type OrderStatus,
  type PetStatus,
  type Scope,
} from "@petstore/contract";
import { type AuthErrorCode, authErrorCodes } from "@petstore/contract/auth";
import { redactApiKeys } from "./credentials/api-key-format.js";
import { isDatabaseUnavailable } from "./database/errors.js";
import type { AccountRole } from "./generated/client.js";

const statuses = { ...errorCodes, ...authErrorCodes };

/** A refusal that the contract knows. Operations throw it; one handler turns it into the Error body. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode | AuthErrorCode;
  /** Header fields that belong to the refusal, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode | AuthErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
  ) {
    // A refusal needs no stack, and a flood of them would spend most of its time on it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statuses[this.code].status;
  }

  get body(): Omit<ErrorBody, "code"> & Pick<AppError, "code"> {
    // A message may quote the request: a key that was put where it does not belong is not to be spread, and half a
    // character would make the answer no valid Unicode.
    return { code: this.code, message: redactApiKeys(this.message).toWellFormed(), status: this.status };
  }
}

/** @param problems - Each names its place and its rule: `query.limit must be an integer from 1 to 100`. */
export const invalidRequest = (...problems: string[]) => new AppError("invalid_request", problems.join("; "));

const challenge = 'Bearer realm="petstore"';

/** No credential at all, or one of another scheme (RFC 6750 §3: no error code then). */
export const credentialMissing = () =>
  new AppError("unauthorized", "header Authorization must be `Bearer <API_KEY>`", { "WWW-Authenticate": challenge });

/** One text for every key that does not count: which of them it is, is nobody's business. */
export const credentialInvalid = () =>
  new AppError("unauthorized", "the API key in header Authorization is not valid", {
    "WWW-Authenticate": `${challenge}, error="invalid_token"`,
  });

export const scopeMissing = (scope: Scope) =>
  new AppError("forbidden", `this operation needs an API key of scope ${scope}`, {
    "WWW-Authenticate": `${challenge}, error="insufficient_scope", scope="${scope}"`,
  });

export const pathNotFound = () => new AppError("not_found", "no such path; GET /v1/openapi.json lists those there are");

/** A path parameter that can name no resource: the interface answers it as one that does not exist. */
export const resourceNotFound = (...problems: string[]) =>
  new AppError("not_found", `there is no such resource: ${problems.join("; ")}`);

export const petNotFound = (petId: number) => new AppError("not_found", `there is no animal with id ${petId}`);

export const methodNotAllowed = (allow: string) =>
  new AppError("method_not_allowed", `this path knows the methods ${allow}`, { Allow: allow });

export const notAcceptable = () =>
  new AppError("not_acceptable", "header Accept must allow application/json, the one media type there is");

/** Where the service is set up not to register unknown categories. @param places - `body.categoryId`, or of a batch's rows. */
export const categoryNotFound = (...places: { readonly place: string; readonly categoryId: number }[]) =>
  new AppError(
    "category_not_found",
    places.map(({ place, categoryId }) => `${place} names no category: there is none with id ${categoryId}`).join("; "),
  );

export const noSuchCategory = (categoryId: number) =>
  new AppError("not_found", `there is no category with id ${categoryId}`);

export const noSuchMergeTarget = (categoryId: number) =>
  new AppError("not_found", `body.into names no category: there is none with id ${categoryId}`);

export const categoryNameTaken = (name: string) =>
  new AppError("category_name_taken", `body.name is taken: another category is called ${name}, ignoring case`);

export const categoryInUse = (categoryId: number) =>
  new AppError(
    "category_in_use",
    `category ${categoryId} has animals: move them with POST /v1/categories/${categoryId}/merge, or change them`,
  );

export const petReserved = (petId: number, orderId: number) =>
  new AppError(
    "pet_reserved",
    `order ${orderId} holds animal ${petId}: take the order to its end or cancel it with PATCH /v1/orders/${orderId}`,
  );

export const petNotAvailable = (petId: number, status: PetStatus) =>
  new AppError(
    "pet_not_available",
    `body.petId names animal ${petId}, which is ${status}: GET /v1/pets?status=available lists those that can be ordered`,
  );

export const noSuchOrderedPet = (petId: number) =>
  new AppError("not_found", `body.petId names no animal: there is none with id ${petId}`);

export const orderNotFound = (orderId: number) => new AppError("not_found", `there is no order with id ${orderId}`);

/** @param steps - Where the order could go instead; none where it is done. */
export const orderStepRefused = (orderId: number, from: OrderStatus, steps: readonly OrderStatus[]) =>
  new AppError(
    "conflict",
    `order ${orderId} is ${from}: ${steps.length === 0 ? "no step leads on from there" : `from there it can only become ${steps.join(" or ")}`}`,
  );

export const apiKeyNotFound = (keyId: number) => new AppError("not_found", `there is no API key with id ${keyId}`);

/** @param held - What the caller may do himself. */
export const scopeExceeded = (scope: Scope, held: Scope) =>
  new AppError("forbidden", `body.scope must not exceed your own: ${scope} does, yours is ${held}`);

export const apiKeyOfAnother = (keyId: number) =>
  new AppError("forbidden", `API key ${keyId} belongs to another account: only a key of that account can rotate it`);

export const apiKeyEnded = (keyId: number, state: ApiKeyState) =>
  new AppError("conflict", `API key ${keyId} is ${state}: make another with POST /v1/api-keys`);

export const preconditionFailed = () =>
  new AppError("precondition_failed", "header If-Match has not the ETag that the animal has now: get it again");

export const idempotencyKeyInUse = () =>
  new AppError(
    "idempotency_key_in_use",
    "a request with this Idempotency-Key is still under way: send it again in a second",
    {
      "Retry-After": "1",
    },
  );

export const idempotencyKeyReused = () =>
  new AppError(
    "idempotency_key_reused",
    "header Idempotency-Key was used with another method, path or body: take a fresh one for another request",
  );

export const payloadTooLarge = (limitBytes: number) =>
  new AppError("payload_too_large", `body must be at most ${limitBytes} bytes`);

export const unsupportedMediaType = (problem: string, headers: Readonly<Record<string, string>> = {}) =>
  new AppError("unsupported_media_type", problem, headers);

export const requestTimeout = () => new AppError("request_timeout", "the request did not arrive in time");

/** @param retrySeconds - Until the window ends; at least 1. */
export const rateLimited = (limit: number, retrySeconds: number) =>
  new AppError("rate_limited", `too many requests with this API key: at most ${limit} a minute`, {
    "Retry-After": String(retrySeconds),
  });

/** @param retrySeconds - Until the window ends; at least 1. */
export const accountRateLimited = (limit: number, retrySeconds: number) =>
  new AppError("rate_limited", `too many requests with the API keys of this account: at most ${limit} a minute`, {
    "Retry-After": String(retrySeconds),
  });

/** @param retrySeconds - Until the window ends; at least 1. */
export const addressLimited = (limit: number, retrySeconds: number) =>
  new AppError("rate_limited", `too many requests without a key from this address: at most ${limit} a minute`, {
    "Retry-After": String(retrySeconds),
  });

/** @param limit - How many requests of one key may wait. */
export const tooManyWaiting = (limit: number, retrySeconds: number) =>
  new AppError("rate_limited", `too many requests with this API key are in progress: at most ${limit} may wait`, {
    "Retry-After": String(retrySeconds),
  });

/** Below `/auth`, where a cookie opens the session. */
export const notSignedIn = () => new AppError("unauthorized", "sign in first: POST /auth/sign-in/email");

/** @param role - What the account would have to be. */
export const roleMissing = (role: AccountRole) => new AppError("forbidden", `this needs an account of role ${role}`);

/** @param own - The origin whose pages may; undefined where the request names no host that could be one. */
export const originRefused = (own: string | undefined) =>
  new AppError("forbidden", `header Origin must be ${own ?? "this service's own"}: no other page may do this`);

/** @param retrySeconds - Until the window ends; at least 1. */
export const tooManySignIns = (retrySeconds: number) =>
  new AppError("rate_limited", "too many attempts to sign in: wait before the next one", {
    "Retry-After": String(retrySeconds),
  });

/** @param retrySeconds - Until the window ends; at least 1. */
export const tooManyKeys = (retrySeconds: number) =>
  new AppError("rate_limited", "too many keys for this account: use each until it expires, then ask for the next one", {
    "Retry-After": String(retrySeconds),
  });

/** One error for every sign-in that fails: an unknown address, a wrong password, a disabled account. */
export const invalidCredentials = () =>
  new AppError("invalid_credentials", "the e-mail address or the password is wrong");

export const invalidPassword = () =>
  new AppError("invalid_password", "body.currentPassword is wrong; send the current password");

export const emailTaken = (email: string) =>
  new AppError("email_taken", `an account with the address ${email} already exists; use another address`);

/** @param whose - What was looked for: `id 7`, `the address jane@petstore.example`. */
export const accountNotFound = (whose: string) => new AppError("not_found", `there is no account with ${whose}`);

export const lastOwner = () =>
  new AppError("last_owner", "an owner who is not disabled must remain; make another account an owner first");

export const ownAccount = () => new AppError("own_account", "you cannot ban your own account; another owner can");

export const headersTooLarge = (limitBytes: number) =>
  new AppError("headers_too_large", `the header fields must be at most ${limitBytes} bytes in all`);

export const serviceUnavailable = (cause?: unknown, retrySeconds = 1) =>
  new AppError(
    "service_unavailable",
    "the service cannot answer now; try again in a moment",
    { "Retry-After": String(retrySeconds) },
    cause,
  );

/** What a defect looks like from outside: nothing of the inside shows. */
const internalError = (cause: unknown) =>
  new AppError("internal_error", "the service failed; quote the X-Request-Id when you report it", {}, cause);

/** Whatever was thrown, as a refusal that the contract knows; the `cause` is for the log alone. */
export const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  return isDatabaseUnavailable(error) ? serviceUnavailable(error) : internalError(error);
};
