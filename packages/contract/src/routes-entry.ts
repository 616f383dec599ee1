// The entry for programs that use ts-rest: the routes, the schemas, and what only the service needs of both.
export * from "./schemas.js";
export { type ActionPart, type LeftByUndo, MAX_LISTED_LEFT, type UndoJob, type WhyNoUndo } from "./event/action.js";
export {
  ApiKeyRevocation,
  DEPRECATED_CALL_DAYS,
  MAX_KEY_YEARS,
  MAX_LISTED_REVOCATIONS,
} from "./account/api-key.js";
export { attributeProblems } from "./pet/attribute.js";
export { CountedAs } from "./event/audit-filters.js";
export { type ActorKind, type SubjectKind } from "./event/audit-kinds.js";
export { type HistoryKind } from "./event/event-type.js";
export { MAX_MERGED_AT_ONCE } from "./category/category.js";
export { MAX_MERGED_ORDERS } from "./order/customer.js";
export { BASE_PATH, contract } from "./contract.js";
export { ActionKey } from "./http/action-key.js";
export { deprecationHeaders } from "./http/deprecation.js";
export {
  AUTH_ERRORS_PATH,
  DEPRECATIONS_PATH,
  DOCS_PATH,
  ERRORS_PATH,
  OLD_DEPRECATIONS_PATH,
} from "./http/documentation-pages.js";
export { errorCodes, retiredErrorCodes } from "./http/errors.js";
export { type CheckedPart, describeIssues } from "./http/describe-issues.js";
export {
  MAX_GIVEN_LENGTH,
  pointerStep,
  PROBLEM_ACCEPT,
  PROBLEM_TYPE,
  problemTitleOf,
  problemTypeOf,
} from "./http/problem.js";
export { IDEMPOTENCY_HOURS, IdempotencyKey, MAX_IDEMPOTENCY_KEY } from "./http/idempotency.js";
export { Inventory } from "./store/inventory.js";
export { asOpenApi30 } from "./document/as-3-0.js";
export { inlineComponents } from "./document/inline-components.js";
export {
  type Deprecation,
  MAX_BODY_BYTES,
  type ResponseHeader,
  type RouteMetadata,
  type Scope,
  type Stability,
  scopes,
} from "./http/metadata.js";
export { restoredOfOrder, undoKinds, undoneActions } from "./event/undo-kinds.js";
export { BatchDryRun, NewPets } from "./pet/pet-changes.js";
export { csvColumns, csvTexts } from "./pet/pet-columns.js";
export { MAX_PREVIEWED_CHANGES, MAX_PREVIEWED_PETS } from "./pet/pet-import.js";
export { attributeParameter, readAttributeParameters } from "./pet/pet-query.js";
export { MAX_MEGAPIXELS, MAX_PHOTO_SIDE } from "./pet/photo.js";
export { erasedFieldsOf, isTellable, personalFieldsOf } from "./http/personal.js";
export { isLoggable, personalAnswerOf } from "./http/personal-routes.js";
export { DEFAULT_PET_STATUS } from "./pet/pet-status.js";
export { MAX_VALUES, type TextRule, textRules } from "./pet/profile.js";
export { MAX_ROW_ERRORS } from "./pet/pet-upsert.js";
export { InvalidRow } from "./http/rows.js";
export { readHeaders } from "./http/conditional-requests.js";
export { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from "./http/rotation.js";
export { isWithin } from "./http/names.js";
export { rule } from "./http/rules.js";
export {
  commonHeaders,
  headerName,
  isStored,
  responseHeaderNames,
  responseHeadersOf,
} from "./http/response-headers.js";
export {
  answerTypesOf,
  bodyMediaTypes,
  type ContractRoute,
  listRoutes,
  mediaTypeOf,
  notAcceptableMessage,
  routeMetadata,
  takesActionKey,
  takesBody,
  takesIdempotencyKey,
} from "./http/routes.js";
export { logoRule, MAX_LOGO_SIDE } from "./store/logo.js";
export { statusNameProblems } from "./store/status-names.js";
export { LONG_PENDING_DAYS, MAX_LONG_PENDING, MAX_PENDING_READ, Statistics } from "./store/statistics.js";
export {
  MatchRange,
  MatchReason,
  MAX_SUGGESTIONS,
  Suggestion,
  SuggestionKind,
  Suggestions,
} from "./store/suggestions.js";
export { type ApiKeyToCheck, Today, todayLimits } from "./store/today.js";
export { DELIVERY_DAYS, MAX_ATTEMPTS, MAX_DELIVERIES } from "./webhook/webhook.js";
export { MAX_SHARED_VIEWS, MAX_VIEWS, type ViewPage } from "./store/view.js";
