import type { ErrorCode } from "@petstore/contract/routes";
import type { AuthErrorCode } from "@petstore/contract/auth";

/** What a client should do about an error code. The contract says what the code means. */
export type Remedy = { readonly todo: string; readonly retry: string };

const never = "No: the same request gets the same answer. Correct it first.";
const afterRetryAfter = "Yes, after the seconds in `Retry-After`; the client does it by itself.";
const withKey = "A read: yes. A change: only with an `Idempotency-Key`, which makes the repeat safe.";

const everywhere = {
  path_not_found: {
    todo: "Check the base URL, which ends in `/v1`, and the path. Paths are exact: no slash at the end.",
    retry: never,
  },
  method_not_allowed: { todo: "Use one of the methods in `Allow`.", retry: never },
  request_timeout: {
    todo: "Send the request at once and in full; look at the network if it happens again.",
    retry: withKey,
  },
  unsupported_media_type: {
    todo: "Send the body with `Content-Type: application/json`, in UTF-8 and without `Content-Encoding`.",
    retry: never,
  },
  headers_too_large: {
    todo: "Send fewer or shorter header fields; large cookies of the same host are a usual cause.",
    retry: never,
  },
  internal_error: {
    todo: "Report it with the `X-Request-Id` of the response, which leads to the entry in the service's log.",
    retry: withKey,
  },
  reauthentication_required: {
    todo: "Ask the person for password or passkey, with `POST /auth/reauthenticate`.",
    retry: "Within 10 minutes of it, in the same session.",
  },
  service_unavailable: {
    todo: "Wait: the service starts, stops, sheds load, or its database does not answer.",
    retry: afterRetryAfter,
  },
} as const satisfies Partial<Record<ErrorCode & AuthErrorCode, Remedy>>;

/** The remedies for the codes below `/v1`. The compiler requires an entry for each code. */
export const remedies: Readonly<Record<ErrorCode, Remedy>> = {
  ...everywhere,
  invalid_request: {
    todo: "Correct what `message` names: all problems of the request are in it, each with its place and its rule.",
    retry: never,
  },
  unauthorized: {
    todo: "Send `Authorization: Bearer <API_KEY>`, with a key of this environment that is neither expired nor revoked.",
    retry: "Only with another key.",
  },
  forbidden: {
    todo: "Use a key with the scope that `WWW-Authenticate` names, or another account.",
    retry: "Only with another key.",
  },
  not_found: {
    todo: "Check the id; the resource may have been deleted.",
    retry: never,
  },
  not_acceptable: { todo: "Leave out `Accept`, or let it allow the media type that `message` names.", retry: never },
  payload_too_large: { todo: "Split the request: several batches, or several files.", retry: never },
  conflict: { todo: "Read the resource again and decide by its present state, which `message` names.", retry: never },
  pet_reserved: {
    todo: "Deliver or cancel the order that `message` names, then repeat the change.",
    retry: "Once the order is closed.",
  },
  pet_not_available: {
    todo: "Order another pet: `GET /pets?status=available` lists them.",
    retry: "Once the pet is available again.",
  },
  category_not_found: {
    todo: "Create the category first, or use an existing one.",
    retry: "Once the category exists.",
  },
  pet_not_found: { todo: "Check the id in the body; the pet may have been deleted.", retry: never },
  customer_not_found: { todo: "Check the id in the body; the customer may have been erased.", retry: never },
  name_taken: { todo: "Choose another name, or use the resource that has it, which `conflict` names.", retry: never },
  in_use: {
    todo: "Move or change what uses it first: `message` says how, and `conflict` names the first.",
    retry: "Once nothing uses it.",
  },
  idempotency_key_in_use: {
    todo: "Wait for the first request: the repeat then gets its outcome.",
    retry: afterRetryAfter,
  },
  cursor_expired: {
    todo: "Take `next` from `GET /v1/events?after=now`, read the catalogue again, then follow the feed from that place.",
    retry: never,
  },
  precondition_failed: {
    todo: "Read the resource again, apply the change to what it is now, and send it with the new `ETag`. After `If-None-Match: *`, choose another name.",
    retry: "With the new `ETag`; never without `If-Match`, which would overwrite the other change.",
  },
  idempotency_key_reused: {
    todo: "Use a new random key for each new request, and the same key only for repeats of the same request.",
    retry: "With a new key, if it is a new request.",
  },
  rate_limited: {
    todo: "Send fewer requests: `RateLimit` tells what remains. Read whole pages, and write in batches.",
    retry: afterRetryAfter,
  },
};

/** The remedies for the codes below `/auth`. */
export const authRemedies: Readonly<Record<AuthErrorCode, Remedy>> = {
  ...everywhere,
  invalid_request: remedies.invalid_request,
  payload_too_large: { todo: "Send only the fields that the operation has.", retry: never },
  invalid_password: { todo: "Ask for the current password again.", retry: "With the right password." },
  invalid_code: {
    todo: "Ask for the code that the app shows now, or for a recovery code.",
    retry: "With another code.",
  },
  invalid_passkey: {
    todo: "Get new options, and ask the browser for the passkey again.",
    retry: "With the new response.",
  },
  invitation_invalid: {
    todo: "Let an owner, or `petstore accounts invite`, make a new one.",
    retry: "With the new code.",
  },
  challenge_ended: { todo: "Ask for address and password again.", retry: "After a new sign-in with the password." },
  second_factor_required: {
    todo: "Enrol an authenticator app or a passkey on the account page; keep one while the service requires it.",
    retry: "Once the account has a second factor.",
  },
  second_factor_state: { todo: "Read `GET /auth/two-factor`, and do what is left.", retry: never },
  unauthorized: { todo: "Sign in with `POST /auth/sign-in/email`.", retry: "Once signed in." },
  invalid_credentials: {
    todo: "Ask for address and password again.",
    retry: "With the right ones; attempts are limited.",
  },
  account_disabled: { todo: "Ask an owner to enable the account.", retry: "Once it is enabled." },
  forbidden: {
    todo: "Send the request from a page of the service itself, and sign in as an owner where the operation needs one.",
    retry: never,
  },
  not_found: { todo: "Check the id.", retry: never },
  email_taken: { todo: "Use another address, or change the account that has it.", retry: never },
  last_owner: {
    todo: "First give the role owner to another account that has a password or a passkey.",
    retry: "Once there is another owner who can sign in.",
  },
  own_account: {
    todo: "Let another owner do it; change your own password with the current one.",
    retry: "As another owner.",
  },
  rate_limited: { todo: "Wait as long as `Retry-After` says.", retry: "Yes, after the seconds in `Retry-After`." },
};
