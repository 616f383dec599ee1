export {
  Action,
  type ActionPart,
  type LeftByUndo,
  MAX_LISTED_LEFT,
  type UndoJob,
  type WhyNoUndo,
} from "./event/action.js";
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
} from "./account/api-key.js";
export { ApiKeyState } from "./account/api-key-query.js";
export {
  Attribute,
  attributeProblems,
  AttributeType,
  MAX_ATTRIBUTES,
  NewAttribute,
} from "./pet/attribute.js";
export { Actor, AuditEvent, AuditEvents } from "./event/audit-event.js";
export { CountedAs } from "./event/audit-filters.js";
export {
  type ActorKind,
  AuditAction,
  actorKinds,
  HistoryAction,
  historyKinds,
  type SubjectKind,
  subjectKinds,
} from "./event/audit-kinds.js";
export { EventType, eventTypeOf } from "./event/event-type.js";
export {
  BulkPetChange,
  BulkPetChanges,
  BulkPetResult,
  PetConflict,
  ProfileEdit,
  UnrestoredFields,
} from "./pet/bulk-pet-change.js";
export {
  Categories,
  Category,
  CategoryMerge,
  CategoryMergeJob,
  MAX_MERGED_AT_ONCE,
  NewCategory,
} from "./category/category.js";
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
export { Event, EventFilter, EventPage, MAX_EVENTS, MAX_WAIT_SECONDS } from "./event/event.js";
export { ErrorBody, ErrorCode, errorCodes } from "./http/errors.js";
export { IDEMPOTENCY_HOURS, IdempotencyKey, MAX_IDEMPOTENCY_KEY } from "./http/idempotency.js";
export { Id, MAX_ID } from "./http/identifiers.js";
export { Inventory } from "./store/inventory.js";
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
export { scopeToUndo, undoKinds, undoneActions, whyNotByNature } from "./event/undo-kinds.js";
export { RESTORE_DAYS } from "./event/undo-window.js";
export { MAX_MERGED_BY_CLERKS } from "./category/merge-limit.js";
export { MAX_PAGE_SIZE } from "./http/page-size.js";
export { Name } from "./http/names.js";
export { MAX_NOTES, NewNote, Note } from "./pet/note.js";
export { Customer, CustomerChange, CustomerQuery, Customers, NewCustomer } from "./order/customer.js";
export { ExpandedOrder, NewOrder, Order, Orders, OrderUpdate } from "./order/order.js";
export { OrderStatus } from "./order/order-status.js";
export { BatchDryRun, NewPets } from "./pet/pet-changes.js";
export { ExpandedPet, KnownPetFields, NewPet, Pet, PetChange, PetFields, Pets } from "./pet/pet.js";
export { ATTRIBUTE_COLUMN, csvColumns, csvTexts } from "./pet/pet-columns.js";
export {
  MAX_IMPORT_ROWS,
  MAX_LISTED_BAD_ROWS,
  MAX_PREVIEWED_PETS,
  PetImport,
  PetImportDryRun,
  PetImportResult,
} from "./pet/pet-import.js";
export {
  attributeParameter,
  Expand,
  PetOrder,
  PetQuery,
  PetSort,
  readAttributeParameters,
} from "./pet/pet-query.js";
export {
  MAX_MEGAPIXELS,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_SIDE,
  MAX_PHOTOS,
  Photo,
  type PhotoChange,
  photoTypes,
} from "./pet/photo.js";
export { erasedFieldsOf, personalFieldsOf } from "./http/personal.js";
export { isLoggable, personalAnswerOf } from "./http/personal-routes.js";
export { DEFAULT_PET_STATUS, PetStatus } from "./pet/pet-status.js";
export { MAX_VALUES, Profile, ProfileChange, ProfileUpdate, type TextRule, textRules } from "./pet/profile.js";
export { readHeaders } from "./http/conditional-requests.js";
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
export { type StatusNames, statusNameProblems, Store } from "./store/status-names.js";
export { LONG_PENDING_DAYS, MAX_LONG_PENDING, MAX_PENDING_READ, Statistics } from "./store/statistics.js";
export { type ApiKeyToCheck, Today, todayLimits } from "./store/today.js";
export {
  DELIVERY_DAYS,
  MAX_ATTEMPTS,
  MAX_DELIVERIES,
  MAX_WEBHOOK_ENDPOINTS,
  SECRET_OVERLAP_HOURS,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "./webhook/webhook.js";
export { MAX_SHARED_VIEWS, MAX_VIEWS, NewView, View, type ViewPage, ViewQuery, Views } from "./store/view.js";
