// This file exports the schemas without the routes, so that a page that checks its forms with them does not load the
// descriptions of the routes.
export { Action, ActionQuery } from "./event/action.js";
export { Actor, AuditEvent, AuditEvents } from "./event/audit-event.js";
export {
  Attribute,
  AttributeChange,
  Attributes,
  AttributeType,
  MAX_ATTRIBUTES,
  NewAttribute,
} from "./pet/attribute.js";
export { AuditAction, actorKinds, HistoryAction, subjectKinds } from "./event/audit-kinds.js";
export { EventType, eventTypeOf, SentEventType, historyKinds } from "./event/event-type.js";
export { RESTORE_DAYS } from "./event/undo-window.js";
export { scopeToUndo, whyNotByNature } from "./event/undo-kinds.js";
export { AuditQuery, HistoryQuery } from "./event/audit-queries.js";
export { Rotation } from "./http/rotation.js";
export { ApiKey, ApiKeyScope, ApiKeys, CreatedApiKey, NewApiKey } from "./account/api-key.js";
export { ApiKeyQuery, ApiKeyStatus } from "./account/api-key-query.js";
export { RecoveryCode, TotpCode } from "./account/auth/codes.js";
export { languages } from "./account/admin-languages.js";
export { InvitationAcceptance, InvitationCode } from "./account/auth/invitation.js";
export { NewPasskey, PasskeyRename } from "./account/auth/passkey.js";
export { PasswordChange, Reauthentication } from "./account/auth/passwords.js";
export { Ban, NewInvitation, NewUser, Role, RoleChange, roles, UserChange } from "./account/auth/user.js";
export { UserQuery } from "./account/auth/user-query.js";
export {
  BulkPetChange,
  BulkPetChanges,
  BulkPetResult,
  PetConflict,
  ProfileEdit,
  UnrestoredFields,
} from "./pet/bulk-pet-change.js";
export {
  Customer,
  CustomerChange,
  CustomerMerge,
  CustomerMergeResult,
  CustomerQuery,
  Customers,
  NewCustomer,
} from "./order/customer.js";
export {
  Categories,
  Category,
  CategoryChange,
  CategoryMerge,
  CategoryMergeJob,
  NewCategory,
} from "./category/category.js";
export { EventFilter, EventQuery, MAX_EVENTS, MAX_WAIT_SECONDS } from "./event/event-query.js";
export { EventPage } from "./feed/event-page.js";
export { EventCursor } from "./event/event-parts.js";
export { Event, type EventOf, eventSchemaOf } from "./feed/event.js";
export { ErrorBody, ErrorCode, type ErrorSchema, Problem } from "./http/errors.js";
export type { OpenEnum, SchemaOf } from "./http/rules.js";
export { ProblemConflict, ProblemEntry } from "./http/problem.js";
export { Id, MAX_ID } from "./http/identifiers.js";
export { MAX_NAME_LENGTH, MAX_SEARCH_WORDS, Name, SearchWords } from "./http/names.js";
export {
  joinedCodeOf,
  joinedWordsOf,
  type QueryWord,
  queryWordsOf,
  searchWordsOf,
  spelledOutWordsOf,
  wordsOf,
} from "./http/search-words.js";
export { identityOf, invisibleIn, searchTextOf } from "./http/text-identity.js";
export { MAX_NOTES, NewNote, Note, NoteChange, Notes } from "./pet/note.js";
export { ExpandedOrder, NewOrder, Order, Orders, OrderChange } from "./order/order.js";
export { OrderQuery } from "./order/order-query.js";
export { OrderStatus } from "./order/order-status.js";
export { Payment, PaymentMeans } from "./order/payment.js";
export { MAX_AMOUNT, Money } from "./http/money.js";
export { MAX_MERGED_BY_CLERKS } from "./category/merge-limit.js";
export { MAX_PAGE_SIZE } from "./http/page-size.js";
export {
  IMPORT_ANSWER_SECONDS,
  IMPORT_SECONDS,
  MAX_CHANGES,
  MAX_LISTED_IDS,
  MAX_OFFSET,
} from "./pet/pet-request-limits.js";
export { petStatuses } from "./pet/pet-status-values.js";
export { ExpandedPet, KnownPetFields, NewPet, Pet, PetChange, PetFields, Pets } from "./pet/pet.js";
export {
  attributeWords,
  badRowColumns,
  codeAttributes,
  columnWords,
  countBadRowColumns,
  foldColumn,
  foldWord,
  indexOfWords,
  neuteredWords,
  optionWords,
  sexCodes,
} from "./pet/import-words.js";
export { ATTRIBUTE_COLUMN, MAX_VALUE_LENGTH, WORKBOOK_TYPE } from "./pet/pet-columns.js";
export {
  ImportMapping,
  MAX_COUNTED_VALUES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_LISTED_BAD_ROWS,
  MAX_LISTED_SHEETS,
  MAX_LISTED_VALUES,
  PetImport,
  PetImportDryRun,
  PetImportResult,
  type ValueMaps,
} from "./pet/pet-import.js";
export {
  Expand,
  MAX_ATTRIBUTE_FILTERS,
  MAX_FILTER_VALUES,
  PetOrder,
  PetQuery,
  PetSort,
} from "./pet/pet-query.js";
export { PetStatus, statusWords } from "./pet/pet-status.js";
export {
  BadRow,
  MAX_NAMED_OPTIONS,
  MAX_PROBLEM_EXAMPLES,
  MAX_PROBLEM_GROUPS,
  type ParametersOf,
  ProblemGroup,
  RowProblem,
  type RowProblemCode,
  rowProblemCodes,
  type RowProblemParameters,
  rowProblems,
} from "./pet/row-problem.js";
export { vocabulary } from "./pet/vocabulary.js";
export { MAX_NUMBER, textProblem, type ValueProblem, valueProblem } from "./pet/value-problem.js";
export {
  MAX_UPSERTS,
  PetUpsert,
  PetUpsertOutcome,
  PetUpsertResult,
  PetUpserts,
} from "./pet/pet-upsert.js";
export { MAX_PHOTO_BYTES, MAX_PHOTOS, Photo, PhotoChange, Photos, photoTypes } from "./pet/photo.js";
export {
  MAX_PROFILE_UPDATES,
  Profile,
  ProfileBatchResult,
  ProfileChange,
  ProfileUpdate,
  ProfileUpdates,
} from "./pet/profile.js";
export {
  CreatedWebhookEndpoint,
  MAX_WEBHOOK_ENDPOINTS,
  NewWebhookEndpoint,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpoints,
  WebhookReplay,
} from "./webhook/webhook.js";
export { WebhookMessage } from "./feed/webhook-message.js";
export type { OwnRule } from "./http/rules.js";
export { currencies } from "./http/currencies.js";
export { MAX_LOGO_LENGTH, MAX_LOGO_SIDE } from "./store/logo.js";
export { contractPlaceholders, Store, StoreChange } from "./store/settings.js";
export { StatusNames } from "./store/status-names.js";
export { MAX_VIEW_NAME_LENGTH, NewView, View, ViewPath, ViewQuery, Views } from "./store/view.js";
