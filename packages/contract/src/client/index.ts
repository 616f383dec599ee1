export type { Validate } from "./answer.js";
export {
  type AuthClient,
  type AuthClientOptions,
  type Client,
  type ClientOptions,
  type CommonOptions,
  createAuthClient,
  createClient,
  type FindRequest,
  type FollowedEvents,
  type FoundPets,
  type KnownClient,
} from "./create-client.js";
export type { Deprecation } from "./deprecation.js";
export { ConnectionError, PetStoreError, TimeoutError, UnexpectedResponseError } from "./errors.js";
export type { FollowRequest } from "./follow.js";
export type { Hooks, RequestInfo, ResponseInfo } from "./hooks.js";
export { photoSrcset, photoUrl } from "./photo-files.js";
export type * from "./generated/auth-types.js";
export * from "./generated/errors.js";
export type * from "./generated/types.js";
export type { KnownStore } from "./known-attributes.js";
export type { Answer, Paged, RequestOptions, SomeOf, TaggedAnswer } from "./types.js";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookProblem,
  WebhookVerificationError,
} from "./verify-webhook.js";
