import type { ErrorCode } from "@petstore/contract/schemas";
import { catalogue } from "./catalogue";

/** The codes that do not say what is wrong: their sentences name fields, or the thing that is in the way. */
type Untold = "invalid_request" | "conflict" | "in_use" | "reauthentication_required";

type FailureTexts = Readonly<Record<Exclude<ErrorCode, Untold>, string>>;

/** The answer to a request that only a page of another version sends. */
const versions = "The page and the service have different versions. Load the page again.";

/** The sentence of the page about a refusal, which replaces the English sentence of the service. */
const texts: FailureTexts = {
  unauthorized: "You are no longer signed in. Sign in again.",
  forbidden: "Your role does not permit this.",
  not_found: "This no longer exists.",
  path_not_found: versions,
  method_not_allowed: versions,
  not_acceptable: versions,
  request_timeout: "The request did not arrive in time. Try again.",
  pet_reserved: "An open order reserves the animal. Complete or cancel the order first.",
  pet_not_available: "The animal is not available.",
  category_not_found: "The category no longer exists.",
  pet_not_found: "The animal no longer exists.",
  customer_not_found: "The customer no longer exists.",
  name_taken: "This name is already taken. Choose a different name.",
  idempotency_key_in_use: "The first try is still running. Wait a moment.",
  idempotency_key_reused: versions,
  cursor_expired: "The list is too old to continue. Load it again.",
  precondition_failed: "Somebody else has changed this in the meantime. Load it again.",
  payload_too_large: "This is more than the service accepts at once.",
  unsupported_media_type: versions,
  headers_too_large: versions,
  rate_limited: "Too many requests were sent in a short time. Wait a moment.",
  internal_error: "Something failed in the service. Try again later.",
  service_unavailable:
    "The service is busy or not available, or this takes it too long. Try again later, or narrow the search.",
};

export const { failures } = catalogue({ failures: texts });
