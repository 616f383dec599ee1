export {
  Action,
  ActionKey,
  type ActionPart,
  type LeftByUndo,
  MAX_LISTED_LEFT,
  type UndoJob,
  type WhyNoUndo,
} from "./action.js";
export {
  ApiKey,
  ApiKeyRevocation,
  ApiKeyRotation,
  ApiKeyScope,
  ApiKeys,
  DEPRECATED_CALL_DAYS,
  CreatedApiKey,
  MAX_KEY_YEARS,
  MAX_LISTED_REVOCATIONS,
  MAX_OVERLAP_SECONDS,
  NewApiKey,
} from "./api-key.js";
export { ApiKeyState } from "./api-key-query.js";
export {
  Attribute,
  attributeProblems,
  AttributeType,
  MAX_ATTRIBUTES,
  NewAttribute,
} from "./attribute.js";
export { Actor, AuditEvent, AuditEvents } from "./audit-event.js";
export { CountedAs } from "./audit-filters.js";
export {
  type ActorKind,
  AuditAction,
  actorKinds,
  EventType,
  eventTypeOf,
  HistoryAction,
  historyKinds,
  type SubjectKind,
  subjectKinds,
} from "./audit-kinds.js";
export { BulkPetChange, BulkPetChanges, BulkPetResult, PetConflict, UnrestoredFields } from "./bulk-pet-change.js";
export { Categories, Category, CategoryMerge, CategoryMergeJob, MAX_MERGED_AT_ONCE, NewCategory } from "./category.js";
export { BASE_PATH, contract } from "./contract.js";
export { deprecationHeaders } from "./deprecation.js";
export { AUTH_ERRORS_PATH, DEPRECATIONS_PATH, DOCS_PATH, ERRORS_PATH, OLD_DEPRECATIONS_PATH } from "./documentation.js";
export { Event, EventFilter, EventPage, MAX_EVENTS, MAX_WAIT_SECONDS } from "./event.js";
export { ErrorBody, ErrorCode, errorCodes } from "./errors.js";
export { IDEMPOTENCY_HOURS, IdempotencyKey, MAX_IDEMPOTENCY_KEY } from "./idempotency.js";
export { Id, MAX_ID } from "./identifiers.js";
export { inlineComponents } from "./inline-components.js";
export { Inventory } from "./inventory.js";
export {
  type Deprecation,
  MAX_BODY_BYTES,
  type ResponseHeader,
  type RouteMetadata,
  type Scope,
  type Stability,
  scopes,
} from "./metadata.js";
export { RESTORE_DAYS } from "./moments.js";
export { MAX_MERGED_BY_CLERKS, MAX_PAGE_SIZE } from "./limits.js";
export { Name } from "./names.js";
export { MAX_NOTES, Note } from "./note.js";
export { Customer, CustomerChange, CustomerQuery, Customers, NewCustomer } from "./customer.js";
export { ExpandedOrder, NewOrder, Order, Orders, OrderUpdate } from "./order.js";
export { OrderStatus } from "./order-status.js";
export { BatchDryRun, NewPets } from "./pet-changes.js";
export { ExpandedPet, NewPet, Pet, PetChange, PetFields, Pets } from "./pet.js";
export { ATTRIBUTE_COLUMN, csvColumns, csvTexts } from "./pet-columns.js";
export {
  MAX_IMPORT_ROWS,
  MAX_LISTED_BAD_ROWS,
  MAX_PREVIEWED_PETS,
  PetImport,
  PetImportDryRun,
  PetImportResult,
} from "./pet-import.js";
export {
  attributeParameter,
  Expand,
  PetOrder,
  PetQuery,
  PetSort,
  readAttributeParameters,
} from "./pet-query.js";
export {
  MAX_MEGAPIXELS,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_SIDE,
  MAX_PHOTOS,
  Photo,
  type PhotoChange,
  photoTypes,
} from "./photo.js";
export { personalFieldsOf } from "./personal.js";
export { isLoggable, personalAnswerOf } from "./personal-routes.js";
export { DEFAULT_PET_STATUS, PetStatus } from "./pet-status.js";
export { MAX_VALUES, Profile, ProfileChange, ProfileUpdate, type TextRule, textRules } from "./profile.js";
export { readHeaders } from "./conditional-requests.js";
export { rule } from "./rules.js";
export { commonHeaders, headerName, isStored, responseHeaderNames, responseHeadersOf } from "./response-headers.js";
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
} from "./routes.js";
export { type StatusNames, statusNameProblems, Store } from "./status-names.js";
export { LONG_PENDING_DAYS, MAX_LONG_PENDING, MAX_PENDING_READ, Statistics } from "./statistics.js";
export { type ApiKeyToCheck, Today, todayLimits } from "./today.js";
export {
  DELIVERY_DAYS,
  MAX_ATTEMPTS,
  MAX_DELIVERIES,
  MAX_WEBHOOK_ENDPOINTS,
  SECRET_OVERLAP_HOURS,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "./webhook.js";
export { MAX_SHARED_VIEWS, MAX_VIEWS, NewView, View, type ViewPage, ViewQuery, Views } from "./view.js";
