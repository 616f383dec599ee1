// The schemas without the routes: a page that checks its forms with them does not load the routes' descriptions.
export { Action, ActionQuery } from "./action.js";
export { Actor, AuditEvent, AuditEvents } from "./audit-event.js";
export {
  Attribute,
  AttributeChange,
  Attributes,
  AttributeType,
  MAX_ATTRIBUTES,
  NewAttribute,
} from "./attribute.js";
export {
  AuditAction,
  actorKinds,
  EventType,
  eventTypeOf,
  HistoryAction,
  historyKinds,
  subjectKinds,
} from "./audit-kinds.js";
export { AuditQuery, HistoryQuery } from "./audit-queries.js";
export { ApiKey, ApiKeyRotation, ApiKeyScope, ApiKeys, CreatedApiKey, NewApiKey } from "./api-key.js";
export { ApiKeyQuery, ApiKeyState } from "./api-key-query.js";
export { RecoveryCode, TotpCode } from "./auth/codes.js";
export { languages } from "./auth/language.js";
export { InvitationAcceptance, InvitationCode } from "./auth/invitation.js";
export { NewPasskey, PasskeyRename } from "./auth/passkey.js";
export { PasswordChange, Reauthentication } from "./auth/passwords.js";
export { Ban, NewInvitation, NewUser, Role, RoleChange, roles, UserChange } from "./auth/user.js";
export { UserQuery } from "./auth/user-query.js";
export {
  BulkPetChange,
  BulkPetChanges,
  BulkPetResult,
  PetConflict,
  ProfileEdit,
  UnrestoredFields,
} from "./bulk-pet-change.js";
export { Customer, CustomerChange, CustomerQuery, Customers, NewCustomer } from "./customer.js";
export { Categories, Category, CategoryMerge, CategoryMergeJob, NewCategory } from "./category.js";
export { Event, EventCursor, EventFilter, EventPage, EventQuery, MAX_EVENTS, MAX_WAIT_SECONDS } from "./event.js";
export { ErrorBody, ErrorCode } from "./errors.js";
export { Id, MAX_ID } from "./identifiers.js";
export { MAX_NAME_LENGTH, Name } from "./names.js";
export { MAX_NOTES, NewNote, Note, NoteChange, Notes } from "./note.js";
export { ExpandedOrder, NewOrder, Order, Orders, OrderUpdate } from "./order.js";
export { OrderQuery } from "./order-query.js";
export { OrderStatus } from "./order-status.js";
export {
  MAX_CHANGES,
  MAX_LISTED_IDS,
  MAX_MERGED_BY_CLERKS,
  MAX_OFFSET,
  MAX_PAGE_SIZE,
  petStatuses,
} from "./limits.js";
export { ExpandedPet, NewPet, Pet, PetChange, PetFields, Pets } from "./pet.js";
export { ATTRIBUTE_COLUMN, MAX_VALUE_LENGTH } from "./pet-columns.js";
export {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_LISTED_BAD_ROWS,
  PetImport,
  PetImportDryRun,
  PetImportResult,
} from "./pet-import.js";
export {
  Expand,
  MAX_ATTRIBUTE_FILTERS,
  MAX_FILTER_VALUES,
  PetOrder,
  PetQuery,
  PetSort,
} from "./pet-query.js";
export { PetStatus } from "./pet-status.js";
export { MAX_PHOTO_BYTES, MAX_PHOTOS, Photo, PhotoChange, Photos, photoTypes } from "./photo.js";
export {
  MAX_PROFILE_UPDATES,
  Profile,
  ProfileBatchResult,
  ProfileChange,
  ProfileUpdate,
  ProfileUpdates,
} from "./profile.js";
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
} from "./webhook.js";
export type { OwnRule } from "./rules.js";
export { StatusNames, Store, StoreChange } from "./status-names.js";
export { MAX_VIEW_NAME_LENGTH, NewView, View, ViewPath, ViewQuery, Views } from "./view.js";
