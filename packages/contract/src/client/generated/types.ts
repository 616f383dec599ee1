// Generated from the contract by `openapi:write`; a test fails while it differs from it.

import type { Answer, Paged, RequestOptions, SomeOf, TaggedAnswer } from "../types.js";

/** What a person did in one step, and its undo. */
export interface Action {
  /** Unique identifier, made by the service. */
  id: string;
  /** The event that represents the action, usually its first one. */
  event: AuditEvent;
  /** The number of its events, as `GET /history?actionId=` lists them. */
  events: number;
  /** Its events, grouped by what they did; the most frequent first. */
  parts: ActionPart[];
  /** `done`: it has not been undone. `undoing`: its undo is running. `waiting`: its undo failed three times in a row; `undoAction` resumes it, and `stopUndo` drops it. `undone`: everything was put back. `partly_undone`: the undo was stopped, or has left something as it is. */
  status: "done" | "undoing" | "waiting" | "undone" | "partly_undone" | (string & {});
  /** Whether it can be undone. */
  undo: {
    /** Whether the caller can undo it. */
    isPossible: boolean;
    /** Why the caller cannot undo it; null if they can. `undone`: it is already undone. `expired`: it was done too long ago. `not_yours`: somebody else did it, and the caller is not a manager. `scope`: the key lacks the scope that its operations require. `order`: it is a step of an order. `merged`: categories were merged. `erased`: a photo was erased. `other`: use the resource's own operations to put it back. */
    reason: "undone" | "expired" | "not_yours" | "scope" | "order" | "merged" | "erased" | "other" | (string & {}) | null;
    /** Until when it can be undone, in UTC. */
    until: string;
  };
  /** The action that it put back, if it is the last undo of one; otherwise null. */
  undoes: string | null;
  /** When it was done, in UTC: the time of its `event`. */
  createdAt: string;
  /** Its last undo; null if there was none. */
  job: UndoJob | null;
}

/** The events of one kind in an action. */
export interface ActionPart {
  action: RecordedAction;
  /** The number of its events. */
  count: number;
  /** The fields that all of these events changed to the same value, with that value; fields of a profile as `attributes.NAME`. Null if there are none. */
  to: Record<string, unknown> | null;
}

/** What an action has changed, or one part of it. */
export interface ActionSubject {
  /** The kind of the subject. */
  kind: "pet" | "category" | "order" | "catalogue" | "attribute" | "profile" | "photo" | "note" | "store" | "api_key" | "account" | "webhook_endpoint" | "customer" | "action" | "audit_trail" | "job" | "setting" | (string & {});
  /** Its identifier. */
  id: number;
}

/** A page of actions, newest first. */
export type Actions = Action[];

/** Who made a change. */
export interface Actor {
  /** `account`: a signed-in account; `key`: an API key; `system`: the service or its command line. */
  kind: "account" | "key" | "system" | (string & {});
  /** Identifier of the account or API key; null for the system. */
  id: number | null;
  /** The actor's name at that time. */
  name: string;
}

/** An API key, without its secret: the service stores only a hash of it. */
export interface ApiKey {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Display name of the key. */
  name: string;
  scope: ApiKeyScope;
  /** The key's prefix: `pets_live_` or `pets_test_`. */
  prefix: string;
  /** The key's last four characters. */
  lastFour: string;
  /** When the key was created, in UTC. */
  createdAt: string;
  /** The account that the key belongs to. */
  createdBy: {
    /** Identifier of the account. */
    id: number;
    /** The address that the account signs in with. */
    email: string;
    /** The account's name. */
    name: string;
  };
  /** The API key with which this one was made; null if a signed-in account or the command line made it. When a key is rotated, its children get the new key as their parent. */
  parentId: number | null;
  /** When the key was last used, in UTC, accurate to a minute and recorded with a delay of some seconds; null if never. */
  lastUsedAt: string | null;
  /** When the key expires, in UTC; null if never. */
  expiresAt: string | null;
  /** When the key was revoked, in UTC; null if it was not. */
  revokedAt: string | null;
  /** Calls of deprecated operations in the last 90 days, newest first. */
  deprecatedCalls: DeprecatedCalls[];
}

/** The API keys that a request without `dryRun` would revoke. */
export interface ApiKeyRevocation {
  /** The number of API keys that would be revoked. */
  count: number;
  /** These keys, by id, at most 1,000. Keys that are already revoked are not included. */
  apiKeys: ApiKeys;
}

/** Permissions of the key: `read` gets pets, categories, orders, the inventory and statistics; `write` also changes pets, categories and orders, and lists the history and saved views, which name staff; `admin` also manages API keys and reads the audit trail. A key is limited to the permissions of its account: for a clerk's key, `admin` counts as `write`. */
export type ApiKeyScope = "read" | "write" | "admin";

/** Status of the key: `active`, `expired` (past its `expiresAt`) or `revoked`. A revoked key stays `revoked` after its `expiresAt`. */
export type ApiKeyStatus = "active" | "expired" | "revoked";

/** An API key that expires soon or calls deprecated operations. */
export interface ApiKeyToCheck {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Display name of the key. */
  name: string;
  /** The key's last four characters. */
  lastFour: string;
  /** When the key expires, in UTC, if that is within 14 days; otherwise null. */
  expiresAt: string | null;
  /** The number of calls of deprecated operations in the last 90 days. */
  deprecatedCalls: number;
  /** The `operationId` of each of these operations. */
  deprecatedOperations: string[];
}

/** A page of API keys. */
export type ApiKeys = ApiKey[];

/** A field that the store defines for its pets. */
export interface Attribute {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** The name of the attribute in profiles, unique in the store. It never changes. */
  name: string;
  /** What people read. */
  label: string;
  /** What people read when they fill it in. */
  help: string | null;
  /** The kind of the values, as in `AttributeType`. It never changes. */
  type: "text" | "longText" | "number" | "date" | "boolean" | "choice" | "choices" | "labels" | (string & {});
  /** The unit of a number. */
  unit: string | null;
  /** The lowest value of a number. */
  minimum: number | null;
  /** The highest value of a number. */
  maximum: number | null;
  /** The maximum number of decimals of a number; null for other types. */
  decimals: number | null;
  /** The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order. */
  options: ({
    /** The text that people read; it can be changed. */
    label: string;
    /** The value that a profile contains. */
    value: string;
  })[];
  /** The categories whose pets have it; null for all. A category that is deleted leaves the list; a list that becomes empty means none. */
  categoryIds: number[] | null;
  /** Whether API keys of scope `read` see it and its values. */
  isPublic: boolean;
  /** Whether a form for a new pet asks for it at once. Requests do not need it either way. */
  isAskedAtIntake: boolean;
  /** The place in lists; attributes of the same position are ordered by id. */
  position: number;
  /** Whether new values are refused; the values that pets already have stay. */
  isArchived: boolean;
  /** When it was created, in UTC. */
  createdAt: string;
  /** When a caller last changed it, in UTC. */
  updatedAt: string;
}

/** The fields of an attribute to change. Its name and its type never change. */
export interface AttributeChange {
  /** What people read. */
  label?: string | undefined;
  /** What people read when they fill it in. */
  help?: string | null | undefined;
  /** The unit of a number. */
  unit?: string | null | undefined;
  /** The lowest value of a number. */
  minimum?: number | null | undefined;
  /** The highest value of a number. */
  maximum?: number | null | undefined;
  /** The maximum number of decimals of a number; null for other types. */
  decimals?: number | null | undefined;
  /** The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order. */
  options?: readonly ({
    /** The text that people read; it can be changed. */
    label: string;
    /** The value that a profile contains. */
    value: string;
  })[] | undefined;
  /** The categories whose pets have it; null for all. A category that is deleted leaves the list; a list that becomes empty means none. */
  categoryIds?: readonly number[] | null | undefined;
  /** Whether API keys of scope `read` see it and its values. */
  isPublic?: boolean | undefined;
  /** Whether a form for a new pet asks for it at once. Requests do not need it either way. */
  isAskedAtIntake?: boolean | undefined;
  /** The place in lists; attributes of the same position are ordered by id. */
  position?: number | undefined;
  /** Whether new values are refused; the values that pets already have stay. */
  isArchived?: boolean | undefined;
}

/** The event `attribute.created`. */
export interface AttributeCreatedEvent {
  id: EventId;
  /** The type. */
  type: "attribute.created";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  /** It did not exist. */
  before: null;
  after: Attribute;
  actor?: Actor | undefined;
}

/** The event `attribute.deleted`. */
export interface AttributeDeletedEvent {
  id: EventId;
  /** The type. */
  type: "attribute.deleted";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Attribute;
  /** It no longer exists. */
  after: null;
  actor?: Actor | undefined;
}

/** The event `attribute.updated`. */
export interface AttributeUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "attribute.updated";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Attribute;
  after: Attribute;
  actor?: Actor | undefined;
}

/** A page of attributes, ordered by position, then by id. */
export type Attributes = Attribute[];

/** The kind of subject and what was done to it. Merging a category and importing a file are one event each, with the number of pets. Failed sign-ins and wrong current passwords are sampled: if there are many within a quarter of an hour, only some of them have an event. More actions may be added. */
export type AuditAction = "pet.create" | "pet.update" | "pet.delete" | "pet.restore" | "category.create" | "category.update" | "category.delete" | "category.merge" | "order.create" | "order.update" | "catalogue.import" | "attribute.create" | "attribute.update" | "attribute.delete" | "attribute.restore" | "profile.update" | "profile.delete" | "photo.create" | "photo.update" | "photo.delete" | "photo.restore" | "photo.erase" | "note.create" | "note.update" | "note.delete" | "note.restore" | "store.update" | "api_key.create" | "api_key.rotate" | "api_key.revoke" | "account.create" | "account.update" | "account.disable" | "account.enable" | "account.invite" | "account.set_password" | "account.enable_second_factor" | "account.disable_second_factor" | "account.renew_recovery_codes" | "account.add_passkey" | "account.rename_passkey" | "account.remove_passkey" | "account.sign_in" | "account.sign_in_failed" | "account.sign_out" | "account.revoke_sessions" | "account.change_password_failed" | "account.reauthenticate_failed" | "webhook_endpoint.create" | "webhook_endpoint.update" | "webhook_endpoint.delete" | "webhook_endpoint.rotate_secret" | "webhook_endpoint.test" | "webhook_endpoint.redeliver" | "webhook_endpoint.replay" | "webhook_endpoint.disable" | "customer.create" | "customer.update" | "customer.delete" | "customer.merge" | "customer.export" | "action.undo" | "action.stop_undo" | "audit_trail.prune" | "job.resume" | "job.drop" | "setting.forget";

/** A change, recorded in the transaction that made it. */
export interface AuditEvent {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** When the change was made, in UTC. */
  at: string;
  actor: Actor;
  action: RecordedAction;
  /** The subject of the change. */
  subject: {
    /** The kind of the subject. */
    kind: "pet" | "category" | "order" | "catalogue" | "attribute" | "profile" | "photo" | "note" | "store" | "api_key" | "account" | "webhook_endpoint" | "customer" | "action" | "audit_trail" | "job" | "setting" | (string & {});
    /** Null for the catalogue and for the audit trail as a whole, and for a failed sign-in to an account that does not exist. */
    id: number | null;
  };
  /** The subject before the change, as the interface represents it; null if it did not exist. */
  before: Record<string, unknown> | null;
  /** The subject after the change; null if it was deleted. Here a customer has only the id and the times, and an order has no note, a profile no photos and a photo no placeholder. The subject of a profile has the id of its pet. For a category merge: `{into, moved}`, the category that received the pets and their number. For an import: `{source, imported, updated, leftCount, categories: {all, new}, firstPetId, lastPetId}`, the file, the numbers of new and of changed pets, of skipped rows and of categories, and the range of the new pets' ids. For a sign-in: `{address, userAgent, knownDevice}`, the client and whether its browser had signed in before; for a failed one also `leftCount`, the number of earlier failures without an event. When events were deleted from the trail: `{removed, from, until, before}`, their number, the times of the first and the last of them, and the time before which all are gone. When the store forgot a setting that all replicas share, `before` is `{name}`, the variable. */
  after: Record<string, unknown> | null;
  /** The order that changed the pet's status, when it was placed, delivered or cancelled; null in all other events. */
  orderId: number | null;
  /** The action of `GET /actions` that the event is a part of; null if the event is an action by itself. */
  actionId: string | null;
}

/** A page of audit events, newest first. */
export type AuditEvents = AuditEvent[];

/** A row that cannot be imported. */
export interface BadRow {
  /** The line of the file where the row starts, from 1. */
  line: number;
  /** What is wrong with the row: the sentences of all its problems. */
  problem: string;
  /** Each problem of the row, in the order of the fields. */
  problems: RowProblem[];
}

/** The result of a dry run. */
export interface BatchDryRun {
  /** Always true: an invalid batch is answered with an error. */
  valid: true;
  /** The number of pets that would be created. */
  count: number;
}

/** Changes one pet, deletes it (`to` is null) or brings a deleted pet back (`from` is null). At most one of the two is null. A change can also contain a change of the pet's profile and a note. */
export interface BulkPetChange {
  /** Identifier of the pet. */
  id: number;
  /** The pet as the client last saw it; null brings a deleted pet back under its id. A field that is absent from `from` is not compared. */
  from: KnownPetFields | null;
  /** The pet after the change; null deletes it. A field that is absent from `to` stays as it is, or as it was when the pet was deleted. */
  to: KnownPetFields | null;
  /** A change of the pet's profile, which is made together with the other parts or not at all. It is allowed only if neither `from` nor `to` is null. */
  profile?: ProfileEdit | undefined;
  /** A note to write about the pet, together with the other parts or not at all. It is allowed only if neither `from` nor `to` is null. Repeat a request with a note only with its `Idempotency-Key`; otherwise the note is written twice. */
  note?: NewNote | undefined;
}

/** 1 to 1,000 changes, each of a different pet. */
export type BulkPetChanges = readonly BulkPetChange[];

/** The outcome of a bulk request. */
export interface BulkPetResult {
  /** The number of pets that are now as in `from` with the fields of `to`, including those that already were. */
  done: number;
  /** The number of pets in `done` that were already in this state, so that nothing was written. */
  unchanged: number;
  /** The changes that were not made, in the order of the request. */
  left: PetConflict[];
  /** The pets that were brought back without all of their profile. */
  unrestored: UnrestoredFields[];
}

/** The event `catalogue.imported`. */
export interface CatalogueImportedEvent {
  id: EventId;
  /** The type. */
  type: "catalogue.imported";
  at: EventTime;
  subject: EventCatalogue;
  changed: ChangedFields;
  /** It did not exist. */
  before: null;
  after: ImportedPets;
  /** Many pets have changed without events of their own, so the pets of `range` must be read again. */
  resync?: true | undefined;
  range?: EventRange | undefined;
  actor?: Actor | undefined;
}

/** Categories ordered by lower-case name; unnamed ones last, by id. */
export type Categories = Category[];

/** A group of pets. */
export interface Category {
  /** Unique identifier, assigned by the service or registered with the first pet that uses it. */
  id: number;
  /** The category's name, unique as people read it: case, the kind of a space, invisible characters and the way in which accents are encoded make no difference; null until it is named. */
  name: string | null;
  /** The number of its pets. */
  petCount: number;
  /** When it was created, in UTC. */
  createdAt: string;
  /** When a caller last changed it, in UTC. */
  updatedAt: string;
}

/** The fields of a category to change. */
export interface CategoryChange {
  /** The category's name, unique as people read it. Leading and trailing white space is removed; 1 to 200 Unicode code points remain, of which one is visible. */
  name?: string | undefined;
}

/** The event `category.created`. */
export interface CategoryCreatedEvent {
  id: EventId;
  /** The type. */
  type: "category.created";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  /** It did not exist. */
  before: null;
  after: Category;
  actor?: Actor | undefined;
}

/** The event `category.deleted`. */
export interface CategoryDeletedEvent {
  id: EventId;
  /** The type. */
  type: "category.deleted";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Category;
  /** It no longer exists. */
  after: null;
  actor?: Actor | undefined;
}

/** The category to merge into. */
export interface CategoryMerge {
  /** Identifier of the category that receives the pets. */
  into: number;
}

/** A merge that moves pets in steps. */
export interface CategoryMergeJob {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Identifier of the category that is merged. */
  categoryId: number;
  /** Identifier of the category that receives the pets. */
  into: number;
  /** `running` until all pets are moved and the category is deleted; then `done`. `waiting`: it failed three times in a row, and waits until an operator resumes or drops it. */
  status: "running" | "waiting" | "done" | (string & {});
  /** The number of pets moved until now. */
  moved: number;
  /** The number of pets when the merge started. Pets added to the category meanwhile are moved too. */
  total: number;
  /** When the merge started, in UTC. */
  startedAt: string;
  /** When the merge was done, in UTC; null while it is running. */
  finishedAt: string | null;
}

/** The event `category.merged`. */
export interface CategoryMergedEvent {
  id: EventId;
  /** The type. */
  type: "category.merged";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Category;
  after: MergedCategory;
  /** Many pets have changed without events of their own, so the pets of `range` must be read again. */
  resync?: true | undefined;
  range?: EventRange | undefined;
  actor?: Actor | undefined;
}

/** The event `category.updated`. */
export interface CategoryUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "category.updated";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Category;
  after: Category;
  actor?: Actor | undefined;
}

/** The fields that differ between `before` and `after`, `attributes.NAME` for a value of a profile; empty unless both are given. */
export type ChangedFields = string[];

/** A new API key with its secret, which is shown only once. */
export interface CreatedApiKey {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Display name of the key. */
  name: string;
  scope: ApiKeyScope;
  /** The key's prefix: `pets_live_` or `pets_test_`. */
  prefix: string;
  /** The key's last four characters. */
  lastFour: string;
  /** When the key was created, in UTC. */
  createdAt: string;
  /** The account that the key belongs to. */
  createdBy: {
    /** Identifier of the account. */
    id: number;
    /** The address that the account signs in with. */
    email: string;
    /** The account's name. */
    name: string;
  };
  /** The API key with which this one was made; null if a signed-in account or the command line made it. When a key is rotated, its children get the new key as their parent. */
  parentId: number | null;
  /** When the key was last used, in UTC, accurate to a minute and recorded with a delay of some seconds; null if never. */
  lastUsedAt: string | null;
  /** When the key expires, in UTC; null if never. */
  expiresAt: string | null;
  /** When the key was revoked, in UTC; null if it was not. */
  revokedAt: string | null;
  /** Calls of deprecated operations in the last 90 days, newest first. */
  deprecatedCalls: DeprecatedCalls[];
  /** The secret: `Authorization: Bearer <key>`. It is shown only in this response. */
  key: string;
}

/** A webhook endpoint with its new secret, which is shown only once. */
export interface CreatedWebhookEndpoint {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Where events are sent. */
  url: string;
  /** The program that receives the events. */
  description: string | null;
  /** The types of the events that are sent; empty for all. */
  types: SentEventType[];
  status: WebhookStatus;
  /** Why it is not active: `failures`, ten in a row; `failing_for_days`, nothing succeeded for 5 days; `gone`, it answered 410; `secret`, its secret was stored under another `AUTH_SECRET`, so rotate it; `request`, a client disabled it; `copied`, the store was restored from a backup or is now in another place, so it might be a copy, and a client must enable the endpoint. Null while it is active. */
  statusReason: "failures" | "failing_for_days" | "gone" | "secret" | "request" | "copied" | (string & {}) | null;
  /** When it got this status, in UTC. */
  statusSince: string;
  /** The number of requests that have failed in a row until now. */
  failures: number;
  /** When the first of them failed, in UTC; null if the last request succeeded. */
  failingSince: string | null;
  /** When a request last succeeded, in UTC; null if none did. */
  lastSuccessAt: string | null;
  /** When the service next tries a paused endpoint, in UTC; null otherwise. */
  nextProbeAt: string | null;
  /** The id of the event up to which everything was sent at least once. */
  cursor: string;
  /** The number of events in the feed after `cursor`, including those of other types. */
  behind: number;
  /** The number of deliveries that failed and will be tried again. */
  retrying: number;
  /** Until when the service also signs with the secret before the last rotation, in UTC; null if it does not. */
  oldSecretUntil: string | null;
  /** When it was created, in UTC. */
  createdAt: string;
  /** When a client last changed it, in UTC. */
  updatedAt: string;
  /** The secret that signs the requests, as the Standard Webhooks specification says: `whsec_` and 32 bytes in base64. It is shown only in this response. */
  secret: string;
}

/** What the store knows about a person who places orders. */
export interface Customer {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** The person's name. */
  name: string;
  /** The person's e-mail address, which no other customer has. null if none is known. */
  email: string | null;
  /** The person's telephone number. No other customer has a number with the same digits. null if none is known. */
  phone: string | null;
  /** The person's postal address, which may have several lines. null if none is known. */
  address: string | null;
  /** When the customer was added, in UTC. */
  createdAt: string;
  /** When the customer last changed, in UTC. */
  updatedAt: string;
}

/** The fields of a customer to change; null clears one. */
export interface CustomerChange {
  /** The person's name. */
  name?: string | undefined;
  /** The person's e-mail address, which no other customer has. null if none is known. */
  email?: string | null | undefined;
  /** The person's telephone number. No other customer has a number with the same digits. null if none is known. */
  phone?: string | null | undefined;
  /** The person's postal address, which may have several lines. null if none is known. */
  address?: string | null | undefined;
}

/** Everything that the store knows about a person. */
export interface CustomerExport {
  customer: Customer;
  /** All orders of the customer, oldest first. */
  orders: Order[];
}

/** The customer who remains after the merge. */
export interface CustomerMerge {
  /** Identifier of the customer who gets the orders. */
  into: number;
}

/** The progress of a merge of customers. */
export interface CustomerMergeResult {
  /** Identifier of the customer who gets the orders. */
  into: number;
  /** The number of orders that this request has moved. */
  moved: number;
  /** The number of orders that are still to be moved. If it is 0, the merged customer has been deleted. */
  remaining: number;
}

/** A page of customers. */
export type Customers = Customer[];

/** The calls of a deprecated operation by one key on one day. */
export interface DeprecatedCalls {
  /** The day, in UTC. */
  date: string;
  /** The `operationId` of the operation in this document. */
  operationId: string;
  /** The number of calls. */
  count: number;
}

/** The body of every error response. */
export interface ErrorBody {
  code: ErrorCode;
  /** Human-readable description: what is wrong, then what to do. */
  message: string;
  /** The HTTP status code. */
  status: number;
}

/**
 * Machine-readable error code.
 *
 * - [`invalid_request`](/docs/errors#invalid_request) (400): The request is invalid; `message` names each invalid field and its rule.
 * - [`unauthorized`](/docs/errors#unauthorized) (401): The API key is missing or invalid.
 * - [`forbidden`](/docs/errors#forbidden) (403): The API key is valid, but its scope or its account does not permit this operation.
 * - [`reauthentication_required`](/docs/errors#reauthentication_required) (403): The key belongs to a browser's session, and its person last proved who they are more than 10 minutes ago. API keys never get this.
 * - [`not_found`](/docs/errors#not_found) (404): The resource does not exist.
 * - [`path_not_found`](/docs/errors#path_not_found) (404): The path does not exist: the base URL or the path is wrong, and nothing is said about a resource.
 * - [`method_not_allowed`](/docs/errors#method_not_allowed) (405): The path does not support this method; `Allow` lists the supported methods.
 * - [`not_acceptable`](/docs/errors#not_acceptable) (406): `Accept` excludes `application/json`, the only media type available.
 * - [`request_timeout`](/docs/errors#request_timeout) (408): The request did not arrive in time.
 * - [`conflict`](/docs/errors#conflict) (409): The request conflicts with the current state of the resource.
 * - [`pet_reserved`](/docs/errors#pet_reserved) (409): An open order reserves the pet: its status cannot be changed and it cannot be deleted.
 * - [`pet_not_available`](/docs/errors#pet_not_available) (409): The pet is not available and cannot be ordered.
 * - [`category_not_found`](/docs/errors#category_not_found) (409): The category in `categoryId` does not exist, and this service does not register unknown categories.
 * - [`pet_not_found`](/docs/errors#pet_not_found) (409): A pet that the body names does not exist.
 * - [`customer_not_found`](/docs/errors#customer_not_found) (409): A customer that the body names does not exist.
 * - [`name_taken`](/docs/errors#name_taken) (409): Another resource of the same kind has this name, as people read it.
 * - [`in_use`](/docs/errors#in_use) (409): Something still uses the resource, so it cannot be deleted.
 * - [`idempotency_key_in_use`](/docs/errors#idempotency_key_in_use) (409): The first request with this `Idempotency-Key` is still in progress; retry after `Retry-After`.
 * - [`cursor_expired`](/docs/errors#cursor_expired) (410): The events after this cursor are no longer kept, or the store was restored or has failed over since: read the catalogue again, then follow from `after=now`.
 * - [`precondition_failed`](/docs/errors#precondition_failed) (412): `If-Match` does not match the current `ETag`: the resource has changed. Or it exists, which `If-None-Match: *` excludes.
 * - [`payload_too_large`](/docs/errors#payload_too_large) (413): The body exceeds the size limit of this operation.
 * - [`unsupported_media_type`](/docs/errors#unsupported_media_type) (415): The body is not `application/json` in UTF-8.
 * - [`idempotency_key_reused`](/docs/errors#idempotency_key_reused) (422): The `Idempotency-Key` was already used for a different request.
 * - [`rate_limited`](/docs/errors#rate_limited) (429): Too many requests; retry after `Retry-After`.
 * - [`headers_too_large`](/docs/errors#headers_too_large) (431): The request's header fields are too large, or more than 128.
 * - [`internal_error`](/docs/errors#internal_error) (500): An internal error; quote the `X-Request-Id` when you report it.
 * - [`service_unavailable`](/docs/errors#service_unavailable) (503): The service is temporarily unavailable; retry after `Retry-After`.
 */
export type ErrorCode = "invalid_request" | "unauthorized" | "forbidden" | "reauthentication_required" | "not_found" | "path_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "conflict" | "pet_reserved" | "pet_not_available" | "category_not_found" | "pet_not_found" | "customer_not_found" | "name_taken" | "in_use" | "idempotency_key_in_use" | "cursor_expired" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "service_unavailable" | (string & {});

/** A change of the catalogue that has been committed. `type` is the kind of subject and what happened to it, and decides what `before` and `after` contain: the subject as its operations return it. A subject that is restored is reported as created, with its old id. An attribute that becomes private is `attribute.deleted` for API keys of scope `read`. An order has no `note`; the `placeholder` of a photo is empty; a profile has the photos of the time at which the event is read. Only API keys of scope `admin` see the `actor`. Later versions may add types, so a client must handle one that it does not know. */
export type Event = PetCreatedEvent | PetUpdatedEvent | PetDeletedEvent | CategoryCreatedEvent | CategoryUpdatedEvent | CategoryDeletedEvent | CategoryMergedEvent | OrderCreatedEvent | OrderUpdatedEvent | CatalogueImportedEvent | AttributeCreatedEvent | AttributeUpdatedEvent | AttributeDeletedEvent | ProfileUpdatedEvent | ProfileDeletedEvent | PhotoCreatedEvent | PhotoUpdatedEvent | PhotoDeletedEvent | NoteCreatedEvent | NoteUpdatedEvent | NoteDeletedEvent | StoreUpdatedEvent;

/** What has changed: many pets at once. */
export interface EventCatalogue {
  /** The catalogue as a whole. */
  kind: "catalogue";
  /** The catalogue has no id. */
  id: null;
}

/** Unique identifier. It is also the cursor with which a client continues after this event, as `after` or as `Last-Event-ID`. */
export type EventId = string;

/** A page of events, and where the next one starts. */
export interface EventPage {
  /** Events in the order of the feed. */
  data: Event[];
  /** The `after` of the next request. It is also behind the events that a filter has left out. */
  next: string;
  /** Whether there were more events when this page was read. */
  hasMore: boolean;
}

/** What has changed: a photo or a note of a pet. */
export interface EventPetPart {
  /** The kind of the subject. */
  kind: "photo" | "note" | (string & {});
  /** Its id. */
  id: number;
  /** The pet that it belongs to. */
  petId: number;
}

/** The pets that must be read again because of `resync`. */
export interface EventRange {
  /** All pets of this category. */
  categoryId?: number | undefined;
  /** The pets from this id on, up to `lastPetId`. */
  firstPetId?: number | undefined;
  /** The last of the pets from `firstPetId` on. */
  lastPetId?: number | undefined;
}

/** What has changed. */
export interface EventSubject {
  /** The kind of the subject. */
  kind: "pet" | "category" | "order" | "catalogue" | "attribute" | "profile" | "photo" | "note" | "store" | (string & {});
  /** Its id. For a profile, this is the id of its pet. */
  id: number;
}

/** When the change was made, in UTC. Events of one subject are in the order of their commits, which may differ from the order of these times. */
export type EventTime = string;

/** The kind of the subject of an event, and what happened to it. More types may be added. */
export type EventType = "pet.created" | "pet.updated" | "pet.deleted" | "category.created" | "category.updated" | "category.deleted" | "category.merged" | "order.created" | "order.updated" | "catalogue.imported" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "profile.updated" | "profile.deleted" | "photo.created" | "photo.updated" | "photo.deleted" | "note.created" | "note.updated" | "note.deleted" | "store.updated";

/** An order, with its pet and its customer if the request asks for them. */
export interface ExpandedOrder {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Identifier of the pet. The pet of a delivered or cancelled order may have been deleted. */
  petId: number;
  status: OrderStatus;
  /** The buyer's own reference; null if none was given. */
  reference: string | null;
  /** Identifier of the customer; null if none is known. */
  customerId: number | null;
  /** The price of the pet; null if none was agreed. */
  price: Money | null;
  /** The payment of the whole price; null while it is open. An order without a price has none. */
  payment: Payment | null;
  /** What staff must remember about the order; null if there is no note, and absent for API keys of scope `read`. */
  note?: string | null | undefined;
  /** When the order was placed, in UTC. */
  createdAt: string;
  /** When the order last changed, in UTC; for API keys of scope `read`, the time of the last change that they can see. */
  updatedAt: string;
  /** With `expand=pet`: the pet as it is now, or null if it has been deleted. */
  pet?: Pet | null | undefined;
  /** The customer as they are now, if the request has `expand=customer`; null if none is known, and absent for API keys of scope `read`. */
  customer?: Customer | null | undefined;
}

/** A pet, with its profile if the request asks for it. */
export interface ExpandedPet {
  /** Unique identifier, assigned by the service on creation. */
  id: number;
  /** The animal's name. */
  name: string;
  /** Identifier of the category the animal belongs to. */
  categoryId: number;
  status: PetStatus;
  /** What the store knows about the pet; only with `expand=profile`. */
  profile?: Profile | undefined;
}

/** An amount of money in a request. */
export interface GivenMoney {
  /** The amount, with at most 3 decimals. */
  amount: number;
  /** The ISO 4217 code of the currency. */
  currency: string;
}

/** The payment of the whole price, in a request. */
export interface GivenPayment {
  /** When the customer has paid. */
  paidAt: string;
  means: PaymentMeans;
}

/** An action on a pet, a category, an order, the catalogue, an attribute, a profile, a photo, a note or the store. More actions may be added. */
export type HistoryAction = "pet.create" | "pet.update" | "pet.delete" | "pet.restore" | "category.create" | "category.update" | "category.delete" | "category.merge" | "order.create" | "order.update" | "catalogue.import" | "attribute.create" | "attribute.update" | "attribute.delete" | "attribute.restore" | "profile.update" | "profile.delete" | "photo.create" | "photo.update" | "photo.delete" | "photo.restore" | "photo.erase" | "note.create" | "note.update" | "note.delete" | "note.restore" | "store.update";

/** An account or an API key. */
export interface HistoryActor {
  /** `account`: a member of staff; `key`: an API key. */
  kind: "account" | "key";
  /** Identifier of the account or API key. */
  id: number;
  /** The name that it has now. */
  name: string;
}

/** Accounts and API keys, by name. */
export type HistoryActors = HistoryActor[];

/** The columns of attributes, by their names; the empty text leaves an attribute out. By default a column is matched as `attributes.` and the name, or else, if it has no field of the pet, by the name or the label of an attribute that is not archived, ignoring case, or by a usual word in English, German, Spanish or French. A date is `YYYY-MM-DD`, or written as people write it (`2023-8-7`, `12 Aug 2020`, `24.12.2023`), also with a time of the day, which is left out. A number may have groups of digits, a currency and the unit of the attribute. A boolean is yes, no, true, false, y, n, 1, 0 or x, or a word for it in German, Spanish or French; "unknown" is no value. A choice is its value or its label, in any case and without accents. In the columns of `sex` and `neutered`, words such as "Neutered Male", "Intact Female" and "M/N" set both. `;` separates several texts; one with `;`, a quote or white space at its ends is in quotes, and then all are. An empty cell is no value. A text that a spreadsheet program has shortened, such as `9.85112E+14`, makes its row bad, and so does a code without the leading zeros that are stored; spaces and hyphens of a `microchip` are dropped. */
export type ImportAttributeColumns = Record<string, string>;

/** Says which column of the file has each field. A field that is left out takes its default column, if the file has it. The other columns are ignored. */
export interface ImportColumns {
  /** The column of the names; by default `name`, or a usual word for it. */
  name?: string | undefined;
  /** The column of the name if the name column is empty. */
  fallbackName?: string | undefined;
  /** The column of the category: a name, which finds a category ignoring case or creates one, or an id if it is all digits. By default `categoryId`, or else `category` or a usual word for it, such as `species`; if the file has both, as an export does, the name is used, and the id only if the name is empty. */
  category?: string | undefined;
  /** The column of the status; by default `status` or a usual word for it, if the file has it. */
  status?: string | undefined;
  /** The column of the identifiers in another system; `externalId` by default, if the file has it. */
  externalId?: string | undefined;
}

/** Maps the values of the status column, which must match exactly, to statuses; `*` matches all others. Without it, the column must contain statuses in any case, or the words for them in German, Spanish or French, or be empty for `available`. */
export type ImportStatusMap = Record<string, PetStatus>;

/** Maps the values of columns to what they set, by the name of the column and then by the value, which matches without regard to case, accents and white space at its ends. A value sets the attributes of its object, by their names, and nothing else; `{}` sets none, `*` matches all values that are neither mapped nor known, and the empty text matches an empty cell. A column may be mapped although it is not the column of an attribute. Then it fills only the attributes whose own column is missing or empty in the row. Rows in which two columns set different values of one attribute are bad. For `choices` and `labels`, each value of a cell is mapped on its own. Values that are not mapped are read as without the map. */
export type ImportValueMaps = Record<string, Record<string, Record<string, unknown>>>;

/** What an import has done. */
export interface ImportedPets {
  /** The format of the file, or `sample`. */
  source: string;
  /** The number of new pets. */
  imported: number;
  /** The number of changed pets, which have events of their own. */
  updated: number;
  /** The number of rows that were skipped. */
  leftCount: number;
  /** The number of the pets' categories. */
  categories: {
    /** All of them. */
    all: number;
    /** The new ones. */
    new: number;
  };
  /** The lowest id of the new pets. */
  firstPetId?: number | undefined;
  /** The highest id of the new pets. */
  lastPetId?: number | undefined;
}

/** How an import reads the file. */
export interface ImportedTable {
  /** The line that names the columns. */
  headerLine: number;
  /** The names of the columns, each of them once. */
  columns: string[];
  /** What separates the values of CSV; null for a workbook. */
  delimiter: "comma" | "semicolon" | "tab" | "bar" | null;
  /** What is in the workbook; null for CSV. */
  workbook: {
    /** The sheet that is read. */
    sheet: string;
    /** The sheets that are not hidden, in their order. */
    sheets: string[];
    /** The hidden sheets. */
    hiddenSheets: string[];
    /** The rows with values that are hidden in the sheet. */
    hiddenRows: number;
  } | null;
}

/** A value of a column, and what it means to an import. */
export interface ImportedValue {
  /** The value as it is first written in the file. */
  value: string;
  /** The number of rows that have it, in any spelling that matches. */
  count: number;
  /** The attribute values that it sets, by the names of the attributes; null if it has no known meaning, so that its rows are bad until `valueMaps` maps it. */
  sets: Record<string, unknown> | null;
}

/** The different values of a column. */
export interface ImportedValues {
  /** The name of the column. */
  column: string;
  /** The name of the attribute whose column it is; null if it only has a map of its values. */
  attribute: string | null;
  /** Whether the file has more values than those that are listed. */
  hasMore: boolean;
  /** Lists at most 100 different values: first those without a known meaning, then the more frequent ones. Empty cells are left out, and so are values of more than 200 characters. */
  values: ImportedValue[];
}

/** The number of pets by status, from one consistent snapshot. */
export interface Inventory {
  /** All pets of the store. */
  byStatus: {
    /** The number of available pets. */
    available: number;
    /** The number of pending pets. */
    pending: number;
    /** The number of sold pets. */
    sold: number;
  };
  /** Each category, including empty ones, in the order of `GET /categories`. */
  byCategory: ({
    /** Identifier of the category. */
    categoryId: number;
    /** The category's name, unique as people read it: case, the kind of a space, invisible characters and the way in which accents are encoded make no difference; null until it is named. */
    name: string | null;
    /** The number of available pets. */
    available: number;
    /** The number of pending pets. */
    pending: number;
    /** The number of sold pets. */
    sold: number;
  })[];
}

/** Fields of a pet, as many as the client knows. */
export interface KnownPetFields {
  /** The animal's name. */
  name?: string | undefined;
  /** Identifier of the category the animal belongs to. */
  categoryId?: number | undefined;
  status?: PetStatus | undefined;
}

/** What an undo left as it is, and why. */
export interface LeftByUndo {
  /** What was left. */
  subject: ActionSubject;
  /** Its present name, if it is known. Profiles, photos, notes and orders have the name of their pet. */
  name: string | null;
  /** `changed`: it has been changed since, or something has come to depend on it. `reserved`: an open order reserves the pet. `gone`: it has been deleted since, or it was deleted so long ago that the service no longer has it. `unfit`: its earlier state is no longer allowed, because an attribute was deleted or no longer accepts the value; because another pet, or another note of the pet, has the external id; because another category or attribute has the name; because the pet has no room for another photo or note; or because its notes and values are too large for one request. */
  reason: "changed" | "reserved" | "gone" | "unfit" | (string & {});
}

/** A part of a text that matches what was typed. */
export interface MatchRange {
  /** The offset of the first character that matches, in UTF-16 code units. */
  start: number;
  /** The offset after the last character that matches, in UTF-16 code units. */
  end: number;
}

/** Why something was found, if its text does not show it. */
export interface MatchReason {
  /** Which field it is: `id`, `externalId`, `category`, `notes` or `attributes.` and the name of an attribute; of a customer, also `email` or `phone`, and of an order, `pet` or `customer` for their names. */
  field: string;
  /** The text of the field; of a long text, the part around the first match. */
  text: string;
  /** The parts of `text` that match, in their order. */
  ranges: MatchRange[];
}

/** What happened to a category that was merged. */
export interface MergedCategory {
  /** The category that has received the pets. */
  into: number;
  /** The number of the pets. */
  moved: number;
}

/** An amount of money. */
export interface Money {
  /** The amount, with at most 3 decimals. */
  amount: number;
  /** The ISO 4217 code of the currency. */
  currency: string;
}

/** An API key to create. */
export interface NewApiKey {
  /** Display name of the key, for example the application that uses it; not necessarily unique. 1 to 200 characters after trimming, without control characters. */
  name: string;
  scope: ApiKeyScope;
  /** When the key expires: a date-time with an offset (RFC 3339), in the future and at most 10 years ahead. Without it, the key does not expire. A key that is made with another API key expires at the latest when that key expires; without `expiresAt` it expires at the same time. */
  expiresAt?: string | undefined;
}

/** An attribute to define. Only a `number` has `unit`, `minimum`, `maximum` and `decimals`. `type`: The kind of the values: `text` of at most 200 characters, `longText` of at most 5,000 and of several lines, `number`, `date` as `YYYY-MM-DD`, `boolean`, `choice` one of the options, `choices` several of them, `labels` several texts, for which the options are suggestions. */
export type NewAttribute = NewPlainAttribute | NewNumberAttribute | NewChoiceAttribute | NewLabelsAttribute;

/** A category to create. */
export interface NewCategory {
  /** The category's name, unique as people read it. Leading and trailing white space is removed; 1 to 200 Unicode code points remain, of which one is visible. */
  name: string;
}

/** An attribute with one or several of the options. */
export interface NewChoiceAttribute {
  /** The name of the attribute in profiles, unique in the store. It never changes. */
  name: string;
  /** Names the form of the body. */
  type: "choice" | "choices";
  /** What people read. */
  label: string;
  /** What people read when they fill it in. */
  help?: string | null | undefined;
  /** The unit of a number. */
  unit?: null | undefined;
  /** The lowest value of a number. */
  minimum?: null | undefined;
  /** The highest value of a number. */
  maximum?: null | undefined;
  /** The maximum number of decimals of a number; 0 when omitted. */
  decimals?: null | undefined;
  /** The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order. */
  options: readonly ({
    /** The text that people read; it can be changed. */
    label: string;
    /** The value that a profile contains. */
    value: string;
  })[];
  /** The categories whose pets have it; null for all. A category that is deleted leaves the list; a list that becomes empty means none. */
  categoryIds?: readonly number[] | null | undefined;
  /** Whether API keys of scope `read` see it and its values; `true` when omitted. */
  isPublic?: boolean | undefined;
  /** Whether a form for a new pet asks for it at once; `true` when omitted. */
  isAskedAtIntake?: boolean | undefined;
  /** The place in lists, 0 when omitted; attributes of the same position are ordered by id. */
  position?: number | undefined;
  /** Whether new values are refused; the values that pets already have stay. */
  isArchived?: boolean | undefined;
}

/** A customer who is new. */
export interface NewCustomer {
  /** The person's name. */
  name: string;
  /** The person's e-mail address, which no other customer has. */
  email?: string | undefined;
  /** The person's telephone number. No other customer has a number with the same digits. */
  phone?: string | undefined;
  /** The person's postal address, which may have several lines. */
  address?: string | undefined;
}

/** An attribute with several texts, for which the options are suggestions. */
export interface NewLabelsAttribute {
  /** The name of the attribute in profiles, unique in the store. It never changes. */
  name: string;
  /** Names the form of the body. */
  type: "labels";
  /** What people read. */
  label: string;
  /** What people read when they fill it in. */
  help?: string | null | undefined;
  /** The unit of a number. */
  unit?: null | undefined;
  /** The lowest value of a number. */
  minimum?: null | undefined;
  /** The highest value of a number. */
  maximum?: null | undefined;
  /** The maximum number of decimals of a number; 0 when omitted. */
  decimals?: null | undefined;
  /** The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order. */
  options?: readonly ({
    /** The text that people read; it can be changed. */
    label: string;
    /** The value that a profile contains. */
    value: string;
  })[] | undefined;
  /** The categories whose pets have it; null for all. A category that is deleted leaves the list; a list that becomes empty means none. */
  categoryIds?: readonly number[] | null | undefined;
  /** Whether API keys of scope `read` see it and its values; `true` when omitted. */
  isPublic?: boolean | undefined;
  /** Whether a form for a new pet asks for it at once; `true` when omitted. */
  isAskedAtIntake?: boolean | undefined;
  /** The place in lists, 0 when omitted; attributes of the same position are ordered by id. */
  position?: number | undefined;
  /** Whether new values are refused; the values that pets already have stay. */
  isArchived?: boolean | undefined;
}

/** A note to write. `isWarning` and `isPinned` are `false` when omitted. */
export interface NewNote {
  /** The text, which may have several lines. */
  text: string;
  /** Whether staff must read the note before anything else. */
  isWarning?: boolean | undefined;
  /** Whether the note comes before the other notes of its pet. */
  isPinned?: boolean | undefined;
  /** The note's identifier in another system, unique among the notes of its pet, which makes it safe to send the note again. If a note of the pet has it already, that note is returned if its other fields are the same, and otherwise the response is 409. It cannot be changed later. */
  externalId?: string | undefined;
}

/** An attribute with numbers. */
export interface NewNumberAttribute {
  /** The name of the attribute in profiles, unique in the store. It never changes. */
  name: string;
  /** Names the form of the body. */
  type: "number";
  /** What people read. */
  label: string;
  /** What people read when they fill it in. */
  help?: string | null | undefined;
  /** The unit of a number. */
  unit?: string | null | undefined;
  /** The lowest value of a number. */
  minimum?: number | null | undefined;
  /** The highest value of a number. */
  maximum?: number | null | undefined;
  /** The maximum number of decimals of a number; 0 when omitted. */
  decimals?: number | null | undefined;
  /** The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order. */
  options?: readonly ({
    /** The text that people read; it can be changed. */
    label: string;
    /** The value that a profile contains. */
    value: string;
  })[] | undefined;
  /** The categories whose pets have it; null for all. A category that is deleted leaves the list; a list that becomes empty means none. */
  categoryIds?: readonly number[] | null | undefined;
  /** Whether API keys of scope `read` see it and its values; `true` when omitted. */
  isPublic?: boolean | undefined;
  /** Whether a form for a new pet asks for it at once; `true` when omitted. */
  isAskedAtIntake?: boolean | undefined;
  /** The place in lists, 0 when omitted; attributes of the same position are ordered by id. */
  position?: number | undefined;
  /** Whether new values are refused; the values that pets already have stay. */
  isArchived?: boolean | undefined;
}

/** An order to place, with at most one of `customer` and `customerId`. */
export type NewOrder = NewOrderOfCustomer | NewOrderOfNewCustomer;

/** An order of a customer whom the store already knows, or of nobody in particular. */
export interface NewOrderOfCustomer {
  /** Identifier of the pet; it must be available. */
  petId: number;
  /** The buyer's own reference for the order, for example a purchase order number; not necessarily unique. 1 to 200 characters after trimming, without control characters. Not for personal data: the audit trail keeps it. */
  reference?: string | undefined;
  /** Identifier of the customer. */
  customerId?: number | undefined;
  /** The price of the pet. */
  price?: GivenMoney | undefined;
  /** The payment of the whole price; it needs `price`. */
  payment?: GivenPayment | undefined;
  /** What staff must remember about the order. It may have several lines. */
  note?: string | undefined;
  customer?: undefined;
}

/** An order with the data of its customer. */
export interface NewOrderOfNewCustomer {
  /** Identifier of the pet; it must be available. */
  petId: number;
  /** The buyer's own reference for the order, for example a purchase order number; not necessarily unique. 1 to 200 characters after trimming, without control characters. Not for personal data: the audit trail keeps it. */
  reference?: string | undefined;
  /** A new customer, or the one with this `email` or `phone`. If another field of theirs disagrees, the response is 409. */
  customer: NewCustomer;
  /** The price of the pet. */
  price?: GivenMoney | undefined;
  /** The payment of the whole price; it needs `price`. */
  payment?: GivenPayment | undefined;
  /** What staff must remember about the order. It may have several lines. */
  note?: string | undefined;
  customerId?: undefined;
}

/** A pet to create. */
export interface NewPet {
  /** The animal's name. Leading and trailing white space is removed; 1 to 200 Unicode code points remain. Control characters and lone surrogates are refused. */
  name: string;
  /** Identifier of the category the animal belongs to. An unknown id registers a new category, unless the service is configured to refuse unknown categories. */
  categoryId: number;
  /** Availability status; `available` when omitted. */
  status?: PetStatus | undefined;
  /** The profile of the pet, which is created with it or not at all. */
  profile?: ProfileChange | undefined;
}

/** 1 to 1,000 pets to create. Either all of them are created or none. */
export type NewPets = readonly NewPet[];

/** An attribute with texts, dates or booleans. */
export interface NewPlainAttribute {
  /** The name of the attribute in profiles, unique in the store. It never changes. */
  name: string;
  /** Names the form of the body. */
  type: "text" | "longText" | "date" | "boolean";
  /** What people read. */
  label: string;
  /** What people read when they fill it in. */
  help?: string | null | undefined;
  /** The unit of a number. */
  unit?: null | undefined;
  /** The lowest value of a number. */
  minimum?: null | undefined;
  /** The highest value of a number. */
  maximum?: null | undefined;
  /** The maximum number of decimals of a number; 0 when omitted. */
  decimals?: null | undefined;
  /** The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order. */
  options?: readonly ({
    /** The text that people read; it can be changed. */
    label: string;
    /** The value that a profile contains. */
    value: string;
  })[] | undefined;
  /** The categories whose pets have it; null for all. A category that is deleted leaves the list; a list that becomes empty means none. */
  categoryIds?: readonly number[] | null | undefined;
  /** Whether API keys of scope `read` see it and its values; `true` when omitted. */
  isPublic?: boolean | undefined;
  /** Whether a form for a new pet asks for it at once; `true` when omitted. */
  isAskedAtIntake?: boolean | undefined;
  /** The place in lists, 0 when omitted; attributes of the same position are ordered by id. */
  position?: number | undefined;
  /** Whether new values are refused; the values that pets already have stay. */
  isArchived?: boolean | undefined;
}

/** A view to save. */
export interface NewView {
  /** The list to which the view belongs; `pets` when omitted. */
  page?: "pets" | "orders" | "history" | undefined;
  query: ViewQuery;
  /** Whether the view is shared with all accounts; `false` when omitted. */
  isShared?: boolean | undefined;
}

/** A webhook endpoint to create. It receives the events that happen from then on. */
export interface NewWebhookEndpoint {
  /** Where events are sent: `https`, without credentials or a fragment, and a host whose addresses are all public. `http` and other networks are accepted only if the operator allows them (`WEBHOOK_ALLOW`). */
  url: string;
  /** The program that receives the events. */
  description?: string | null | undefined;
  /** The types of the events that are sent; empty for all. */
  types?: readonly EventType[] | undefined;
}

/** A note that staff keep about a pet. */
export interface Note {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Identifier of the pet. */
  petId: number;
  /** The text, which may have several lines. */
  text: string;
  /** Whether staff must read the note before anything else. */
  isWarning: boolean;
  /** Whether the note comes before the other notes of its pet. */
  isPinned: boolean;
  /** The note's identifier in another system, unique among the notes of its pet; null if it has none. */
  externalId: string | null;
  /** Who wrote it: accounts by their name at that time. */
  author: Actor;
  /** When it was written, in UTC. */
  createdAt: string;
  /** When it last changed, in UTC. */
  updatedAt: string;
}

/** The fields of a note to change. */
export interface NoteChange {
  /** The text, which may have several lines. */
  text?: string | undefined;
  /** Whether staff must read the note before anything else. */
  isWarning?: boolean | undefined;
  /** Whether the note comes before the other notes of its pet. */
  isPinned?: boolean | undefined;
}

/** The event `note.created`. */
export interface NoteCreatedEvent {
  id: EventId;
  /** The type. */
  type: "note.created";
  at: EventTime;
  subject: EventPetPart;
  changed: ChangedFields;
  /** It did not exist. */
  before: null;
  after: Note;
  actor?: Actor | undefined;
}

/** The event `note.deleted`. */
export interface NoteDeletedEvent {
  id: EventId;
  /** The type. */
  type: "note.deleted";
  at: EventTime;
  subject: EventPetPart;
  changed: ChangedFields;
  before: Note;
  /** It no longer exists. */
  after: null;
  actor?: Actor | undefined;
}

/** The event `note.updated`. */
export interface NoteUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "note.updated";
  at: EventTime;
  subject: EventPetPart;
  changed: ChangedFields;
  before: Note;
  after: Note;
  actor?: Actor | undefined;
}

/** A page of notes. */
export type Notes = Note[];

/** An order of one pet. */
export interface Order {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Identifier of the pet. The pet of a delivered or cancelled order may have been deleted. */
  petId: number;
  status: OrderStatus;
  /** The buyer's own reference; null if none was given. */
  reference: string | null;
  /** Identifier of the customer; null if none is known. */
  customerId: number | null;
  /** The price of the pet; null if none was agreed. */
  price: Money | null;
  /** The payment of the whole price; null while it is open. An order without a price has none. */
  payment: Payment | null;
  /** What staff must remember about the order; null if there is no note, and absent for API keys of scope `read`. */
  note?: string | null | undefined;
  /** When the order was placed, in UTC. */
  createdAt: string;
  /** When the order last changed, in UTC; for API keys of scope `read`, the time of the last change that they can see. */
  updatedAt: string;
}

/** The fields of an order to change, with at most one of `customer` and `customerId`. */
export type OrderChange = OrderChangeOfCustomer | OrderChangeOfNewCustomer;

/** A change that gives the order a customer whom the store already knows, removes its customer, or keeps it. */
export interface OrderChangeOfCustomer {
  status?: OrderStatus | undefined;
  /** Identifier of the customer; null for none. */
  customerId?: number | null | undefined;
  /** The price of the pet; null removes it. */
  price?: GivenMoney | null | undefined;
  /** The payment of the whole price; null if it is open again. An order without a price has none. */
  payment?: GivenPayment | null | undefined;
  /** What staff must remember about the order; null removes the note. */
  note?: string | null | undefined;
  customer?: undefined;
}

/** A change that gives the order a customer with this data. */
export interface OrderChangeOfNewCustomer {
  status?: OrderStatus | undefined;
  /** A new customer, or the one with this `email` or `phone`. If another field of theirs disagrees, the response is 409. */
  customer: NewCustomer;
  /** The price of the pet; null removes it. */
  price?: GivenMoney | null | undefined;
  /** The payment of the whole price; null if it is open again. An order without a price has none. */
  payment?: GivenPayment | null | undefined;
  /** What staff must remember about the order; null removes the note. */
  note?: string | null | undefined;
  customerId?: undefined;
}

/** The event `order.created`. */
export interface OrderCreatedEvent {
  id: EventId;
  /** The type. */
  type: "order.created";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  /** It did not exist. */
  before: null;
  after: Order;
  actor?: Actor | undefined;
}

/** Status of an order: `placed` → `approved` → `delivered`, and `cancelled` from the first two. A placed or approved order is open: it reserves its pet. */
export type OrderStatus = "placed" | "approved" | "delivered" | "cancelled";

/** The event `order.updated`. */
export interface OrderUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "order.updated";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: PastOrder;
  after: Order;
  actor?: Actor | undefined;
}

/** A page of orders. */
export type Orders = ExpandedOrder[];

/** An order before a change. For API keys of scope `read` it has no `updatedAt`, because that may be the time of a change that these keys may not see. */
export interface PastOrder {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Identifier of the pet. The pet of a delivered or cancelled order may have been deleted. */
  petId: number;
  status: OrderStatus;
  /** The buyer's own reference; null if none was given. */
  reference: string | null;
  /** Identifier of the customer; null if none is known. */
  customerId: number | null;
  /** The price of the pet; null if none was agreed. */
  price: Money | null;
  /** The payment of the whole price; null while it is open. An order without a price has none. */
  payment: Payment | null;
  /** What staff must remember about the order; null if there is no note, and absent for API keys of scope `read`. */
  note?: string | null | undefined;
  /** When the order was placed, in UTC. */
  createdAt: string;
  /** When the order last changed, in UTC; for API keys of scope `read`, the time of the last change that they can see. */
  updatedAt?: string | undefined;
}

/** A profile before a change. For API keys of scope `read` it has no `updatedAt`, because that may be the time of a change that these keys may not see. */
export interface PastProfile {
  /** The pet's identifier in another system, unique in the store. */
  externalId: string | null;
  /** The values by the names of their attributes, without those that the API key must not see: text, a number, true or false, or an array of texts for `choices` and `labels`. */
  attributes: Record<string, unknown>;
  photos: Photos;
  /** When the profile last changed, in UTC; null for a pet that never had one. For API keys of scope `read`, it is the time of the last change that they can see. */
  updatedAt?: string | null | undefined;
}

/** The payment of the whole price of an order. */
export interface Payment {
  /** When the customer has paid. */
  paidAt: string;
  means: PaymentMeans;
}

/** How the customer has paid. */
export type PaymentMeans = "cash" | "card" | "transfer" | "other";

/** A pet of the store. */
export interface Pet {
  /** Unique identifier, assigned by the service on creation. */
  id: number;
  /** The animal's name. */
  name: string;
  /** Identifier of the category the animal belongs to. */
  categoryId: number;
  status: PetStatus;
}

/** The fields of a pet to change. */
export interface PetChange {
  /** The animal's name. Leading and trailing white space is removed; 1 to 200 Unicode code points remain. Control characters and lone surrogates are refused. */
  name?: string | undefined;
  /** Identifier of the category the animal belongs to. An unknown id registers a new category, unless the service is configured to refuse unknown categories. */
  categoryId?: number | undefined;
  /** Availability status. Cannot be changed while an open order reserves the pet. */
  status?: PetStatus | undefined;
}

/** A change that was not made, and why. */
export interface PetConflict {
  /** Identifier of the pet. */
  id: number;
  /** `changed`: the pet or its profile is neither as in `from` nor as it would be after the change, or the pet exists although `from` is null. `reserved`: an open order reserves the pet, and the change would change its status or delete it. `gone`: the pet does not exist; with `from` null, no pet ever had this id. */
  reason: "changed" | "reserved" | "gone" | (string & {});
  /** The pet as it is now; null if it does not exist. */
  now: PetFields | null;
  /** The present values of the profile that are neither as in `profile.from` nor as in `profile.to`; a value that the pet does not have is null. Null if there are no such values. */
  profile: {
    /** The pet's identifier in another system, unique in the store; null clears it. */
    externalId?: string | null | undefined;
    /** The values to set, by the names of their attributes: text, a number, true or false, or an array of texts for `choices` and `labels`; null clears one. */
    attributes?: Record<string, unknown> | undefined;
  } | null;
}

/** The event `pet.created`. */
export interface PetCreatedEvent {
  id: EventId;
  /** The type. */
  type: "pet.created";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  /** It did not exist. */
  before: null;
  after: Pet;
  actor?: Actor | undefined;
}

/** The event `pet.deleted`. */
export interface PetDeletedEvent {
  id: EventId;
  /** The type. */
  type: "pet.deleted";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Pet;
  /** It no longer exists. */
  after: null;
  actor?: Actor | undefined;
}

/** All fields of a pet except its id. */
export interface PetFields {
  /** The animal's name. */
  name: string;
  /** Identifier of the category the animal belongs to. */
  categoryId: number;
  status: PetStatus;
}

/** A file of pets, as CSV or as a workbook, and how to read it. */
export type PetImport = PetImportOfCsv | PetImportOfWorkbook;

/** The result of the dry run of an import. */
export interface PetImportDryRun {
  /** The rows of the file, without its header. */
  rows: number;
  /** The pets that were created; in a dry run, the rows that can be imported. */
  imported: number;
  /** The number of rows whose pets existed already, whether the row changed them or not; 0 without `update`. */
  updated: number;
  /** The rows that cannot be imported. */
  bad: number;
  /** How many categories the imported pets have. */
  categories: {
    /** The categories of the imported pets. */
    all: number;
    /** How many of these categories the import creates. */
    new: number;
  };
  /** The first 1,000 bad rows, in the file's order; fewer if their problems take more than four megabytes. */
  badRows: BadRow[];
  /** The problems of all bad rows, grouped by column, code and parameters: the 100 most frequent, beginning with the one that most rows have. */
  problems: ProblemGroup[];
  /** The problems that are in none of the groups of `problems`. */
  moreProblems: number;
  table: ImportedTable;
  /** The first 20 pets, as the import would create them. */
  pets: PreviewedPet[];
  /** The different values of each column of an attribute of type `choice`, `choices` or `boolean`, and of each column in `valueMaps`, in the file's order. */
  values: ImportedValues[];
  changes: PlannedChanges;
  /** The first 60 columns that have values and that the import ignores, except those that only exports have, in the file's order. */
  unknownColumns: UnknownColumn[];
}

/** A CSV file of pets. */
export interface PetImportOfCsv {
  /** The file as text (RFC 4180), unless it is a `workbook`: a line names the columns, and at most 300,000 rows follow. Lines end with LF, CR LF or CR. A first line such as `sep=;` names the delimiter. Blank rows are skipped, a row may end early, and a value to the right of all columns is a problem of its row. */
  csv: string;
  /** The file's name, for messages and the audit trail. */
  source: string;
  /** The name of the sheet of the workbook. By default it is the first that is not hidden. */
  sheet?: string | undefined;
  /** `true` leaves out the rows that are hidden in the workbook. */
  skipHiddenRows?: boolean | undefined;
  /** What separates the values of `csv`. By default it is recognised by the first lines. */
  delimiter?: "comma" | "semicolon" | "tab" | "bar" | undefined;
  /** The line that names the columns, from 1. By default it is looked for among the first twenty lines that are not blank, because reports have a title above it. A second column `Notes` is called `Notes (2)`, and a column without a name is called by its letters in a spreadsheet, such as `AB`. */
  headerLine?: number | undefined;
  /** The order of day, month and year in dates such as `03/04/2022`. By default it follows from the other dates of the column; if it does not, rows with such dates are bad. */
  dates?: "dmy" | "mdy" | "ymd" | undefined;
  /** The sign before the decimals of numbers such as `1,250`. By default it follows from the other numbers of the column; if it does not, rows with such numbers are bad. */
  decimal?: "." | "," | undefined;
  columns: ImportColumns;
  attributeColumns?: ImportAttributeColumns | undefined;
  statusMap?: ImportStatusMap | undefined;
  valueMaps?: ImportValueMaps | undefined;
  /** `true` changes the pet that has the `externalId` of a row; otherwise such a row is bad. The pet gets the values of the columns that the file has: an empty cell clears a value, but does not change the status. A dry run tells what would change. */
  update?: boolean | undefined;
  /** `true` skips bad rows and imports the rest; otherwise one bad row refuses the whole file. */
  skipBad?: boolean | undefined;
  workbook?: undefined;
}

/** A workbook of pets. */
export interface PetImportOfWorkbook {
  /** The file as an .xlsx workbook (ECMA-376) in base64, instead of `csv`. A cell counts as it is shown: a date as `YYYY-MM-DD`, and a number with the leading zeros of its format. Merged cells give their value to each row that they cover. */
  workbook: string;
  /** The file's name, for messages and the audit trail. */
  source: string;
  /** The name of the sheet of the workbook. By default it is the first that is not hidden. */
  sheet?: string | undefined;
  /** `true` leaves out the rows that are hidden in the workbook. */
  skipHiddenRows?: boolean | undefined;
  /** What separates the values of `csv`. By default it is recognised by the first lines. */
  delimiter?: "comma" | "semicolon" | "tab" | "bar" | undefined;
  /** The line that names the columns, from 1. By default it is looked for among the first twenty lines that are not blank, because reports have a title above it. A second column `Notes` is called `Notes (2)`, and a column without a name is called by its letters in a spreadsheet, such as `AB`. */
  headerLine?: number | undefined;
  /** The order of day, month and year in dates such as `03/04/2022`. By default it follows from the other dates of the column; if it does not, rows with such dates are bad. */
  dates?: "dmy" | "mdy" | "ymd" | undefined;
  /** The sign before the decimals of numbers such as `1,250`. By default it follows from the other numbers of the column; if it does not, rows with such numbers are bad. */
  decimal?: "." | "," | undefined;
  columns: ImportColumns;
  attributeColumns?: ImportAttributeColumns | undefined;
  statusMap?: ImportStatusMap | undefined;
  valueMaps?: ImportValueMaps | undefined;
  /** `true` changes the pet that has the `externalId` of a row; otherwise such a row is bad. The pet gets the values of the columns that the file has: an empty cell clears a value, but does not change the status. A dry run tells what would change. */
  update?: boolean | undefined;
  /** `true` skips bad rows and imports the rest; otherwise one bad row refuses the whole file. */
  skipBad?: boolean | undefined;
  csv?: undefined;
}

/** The result of an import. */
export interface PetImportResult {
  /** The rows of the file, without its header. */
  rows: number;
  /** The pets that were created; in a dry run, the rows that can be imported. */
  imported: number;
  /** The number of rows whose pets existed already, whether the row changed them or not; 0 without `update`. */
  updated: number;
  /** The rows that cannot be imported. */
  bad: number;
  /** How many categories the imported pets have. */
  categories: {
    /** The categories of the imported pets. */
    all: number;
    /** How many of these categories the import creates. */
    new: number;
  };
  /** The first 1,000 bad rows, in the file's order; fewer if their problems take more than four megabytes. */
  badRows: BadRow[];
  /** The problems of all bad rows, grouped by column, code and parameters: the 100 most frequent, beginning with the one that most rows have. */
  problems: ProblemGroup[];
  /** The problems that are in none of the groups of `problems`. */
  moreProblems: number;
}

/** Availability status of a pet. */
export type PetStatus = "available" | "pending" | "sold";

/** The event `pet.updated`. */
export interface PetUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "pet.updated";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Pet;
  after: Pet;
  actor?: Actor | undefined;
}

/** A pet to create or to replace, which its `externalId` names. */
export interface PetUpsert {
  /** The pet's identifier in another system, unique in the store. */
  externalId: string;
  /** The animal's name. Leading and trailing white space is removed; 1 to 200 Unicode code points remain. Control characters and lone surrogates are refused. */
  name: string;
  /** Identifier of the category the animal belongs to. An unknown id registers a new category, unless the service is configured to refuse unknown categories. */
  categoryId: number;
  /** Availability status; `available` when omitted, even if the pet already exists with another status. */
  status?: PetStatus | undefined;
  /** The whole profile except the external id, unlike in a `PATCH`: attributes that are absent from it have no value afterwards. When omitted, the profile stays as it is, because it is a resource of its own. */
  profile?: ProfileChange | undefined;
}

/** What happened to one row. */
export interface PetUpsertOutcome {
  /** `unchanged` if the pet already was as the row says: nothing was written. */
  outcome: "created" | "updated" | "unchanged" | "refused" | (string & {});
  /** The `externalId` of the row; absent if it is invalid. */
  externalId?: string | undefined;
  /** The pet with the `externalId`; absent if there is none, as in a dry run that would create it. */
  petId?: number | undefined;
  /** Why the row is refused: the code of an error. */
  code?: ErrorCode | undefined;
  /** The problems of a refused row, at most 10. */
  errors?: ProblemEntry[] | undefined;
  conflict?: ProblemConflict | undefined;
}

/** The outcome of each row, and how many rows have each outcome. */
export interface PetUpsertResult {
  /** The number of pets that were created. */
  created: number;
  /** The number of pets that were changed. */
  updated: number;
  /** The number of pets that were already as their rows say. */
  unchanged: number;
  /** The number of rows that were refused. */
  refused: number;
  /** The outcome of each row, in the order of the request. */
  rows: PetUpsertOutcome[];
}

/** 1 to 1,000 pets to create or to replace. */
export type PetUpserts = readonly PetUpsert[];

/** A page of pets. */
export type Pets = ExpandedPet[];

/** A photo of a pet. */
export interface Photo {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** The pet that the photo shows. */
  petId: number;
  /** The SHA-256 of the image that was uploaded, in hexadecimal. A pet has the same bytes only once. */
  sha256: string;
  /** The width of the image in pixels, upright; the largest file may be smaller. */
  width: number;
  /** The height of the image in pixels, upright. */
  height: number;
  /** What the photo shows, for people who cannot see it. */
  alt: string | null;
  /** Its place among the pet's photos; 1 is the first. The others move. */
  position: number;
  /** The point that stays visible when a page crops the photo, before it is turned; null for the middle. */
  focalPoint: {
    /** The part of the photo's width that is to the left of the point. */
    x: number;
    /** The part of the photo's height that is above the point. */
    y: number;
  } | null;
  /** The degrees by which a page must turn the files clockwise when it shows them. */
  rotation: 0 | 90 | 180 | 270;
  /** A tiny picture as a `data:` URI, to show while the file loads. */
  placeholder: string;
  /** Its files, the smallest first: 96, 320, 800 and 1,600 pixels wide, never wider than the image. */
  sizes: PhotoSize[];
  /** When it was uploaded, in UTC. */
  createdAt: string;
  /** When a caller last changed it, in UTC. Another photo that moves to its place changes its `position`, not this time. */
  updatedAt: string;
}

/** The fields of a photo to change. */
export interface PhotoChange {
  /** What the photo shows, for people who cannot see it. */
  alt?: string | null | undefined;
  /** Its place among the pet's photos; 1 is the first. The others move. */
  position?: number | undefined;
  /** The point that stays visible when a page crops the photo, before it is turned; null for the middle. */
  focalPoint?: {
    /** The part of the photo's width that is to the left of the point. */
    x: number;
    /** The part of the photo's height that is above the point. */
    y: number;
  } | null | undefined;
  /** The degrees by which a page must turn the files clockwise when it shows them. */
  rotation?: 0 | 90 | 180 | 270 | undefined;
}

/** The event `photo.created`. */
export interface PhotoCreatedEvent {
  id: EventId;
  /** The type. */
  type: "photo.created";
  at: EventTime;
  subject: EventPetPart;
  changed: ChangedFields;
  /** It did not exist. */
  before: null;
  after: Photo;
  actor?: Actor | undefined;
}

/** The event `photo.deleted`. */
export interface PhotoDeletedEvent {
  id: EventId;
  /** The type. */
  type: "photo.deleted";
  at: EventTime;
  subject: EventPetPart;
  changed: ChangedFields;
  before: Photo;
  /** It no longer exists. */
  after: null;
  actor?: Actor | undefined;
}

/** A file of a photo. */
export interface PhotoSize {
  /** Its width in pixels. */
  width: number;
  /** Its height in pixels. */
  height: number;
  /** Its path on this service, outside `/v1`: a WebP that needs no API key and never changes. It exists until the photo is erased, or its last deletion is 30 days old. */
  url: string;
}

/** The event `photo.updated`. */
export interface PhotoUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "photo.updated";
  at: EventTime;
  subject: EventPetPart;
  changed: ChangedFields;
  before: Photo;
  after: Photo;
  actor?: Actor | undefined;
}

/** All photos of a pet, in the order of their positions. */
export type Photos = Photo[];

/** A value of a pet that an import would change. */
export interface PlannedChange {
  /** The line of the file where the row starts, from 1. */
  line: number;
  /** The pet that has the `externalId` of the row. */
  petId: number;
  /** The field of the pet; `category` stands for `categoryId`, and an attribute has `attributes.` before its name. */
  field: string;
  /** The value that is stored; null if there is none. A category has its name, or its id if it has none. */
  before: unknown;
  /** The value that the import would store; null if it would clear it. */
  after: unknown;
}

/** What an import with `update` would change in existing pets. */
export interface PlannedChanges {
  /** The number of values that would change. */
  values: number;
  /** The number of pets to which they belong. */
  pets: number;
  /** The first 20 of them, in the file's order. */
  first: PlannedChange[];
}

/** A pet as an import would create it. */
export interface PreviewedPet {
  /** The line of the file where the row starts, from 1. */
  line: number;
  /** The name of the pet. */
  name: string;
  /** The id of the category; null if the import would create it. */
  categoryId: number | null;
  /** The name of the category, or of the one that the import would create; null if it has none. */
  categoryName: string | null;
  status: PetStatus;
  /** Its profile; null if the file has no columns of one. */
  profile: {
    /** The pet's identifier in another system, unique in the store. */
    externalId: string | null;
    /** The values by the names of their attributes, without those that the API key must not see: text, a number, true or false, or an array of texts for `choices` and `labels`. */
    attributes: Record<string, unknown>;
  } | null;
}

/** The body of every error response, if `Accept` prefers `application/problem+json` (RFC 9457). */
export interface Problem {
  /** The address of the page about the code, relative to that of the request. */
  type: string;
  /** The code in words, the same for each problem of the code. */
  title: string;
  /** The HTTP status code. */
  status: number;
  /** Human-readable description: what is wrong, then what to do. It is the `message` of the other form. */
  detail: string;
  code: ErrorCode;
  /** Each problem of the request that has a place, at most 100. */
  errors?: readonly ProblemEntry[] | undefined;
  conflict?: ProblemConflict | undefined;
}

/** The thing that is in the way of the request. */
export interface ProblemConflict {
  /** The kind of the thing, as in the subject of an event. */
  kind: string;
  /** Its id. */
  id: number | string;
}

/** One problem of a request. It has at most one of `pointer`, `parameter` and `header`. */
export interface ProblemEntry {
  /** The place in the body, as a JSON pointer (RFC 6901); the empty text is the whole body. */
  pointer?: string | undefined;
  /** The name of the parameter of the query or of the path. */
  parameter?: string | undefined;
  /** The name of the header field. */
  header?: string | undefined;
  /** The rule that is broken, such as `required`, `unknown`, `repeated`, `too_small` or `exists`; later versions may have more. */
  rule: string;
  /** What is wrong, and what to do: one of the sentences of `detail` of the problem. */
  detail: string;
  /** The value that was sent, if it is a text, a number, a boolean or null; a text is cut after 100 characters. Absent for a value that may be secret or personal. */
  given?: string | number | boolean | null | undefined;
}

/** The rows that have the same problem in the same column. */
export interface ProblemGroup {
  /** The kind of the problem; later versions may have more. */
  code: "required" | "too_long" | "invalid_characters" | "only_invisible" | "not_an_id" | "category_unknown" | "not_of_category" | "archived" | "not_a_status" | "not_in_status_map" | "not_in_value_map" | "values_disagree" | "not_a_number" | "decimal_unclear" | "number_too_small" | "number_too_large" | "too_many_decimals" | "not_a_date" | "date_order_unclear" | "not_a_boolean" | "not_an_option" | "not_a_list" | "too_many_values" | "repeated_value" | "unknown_type" | "external_id_repeated" | "external_id_taken" | "external_id_moved" | "reserved" | "shortened" | "zeros_lost" | "unclosed_quote" | "stray_quote" | "beyond_columns" | "invalid" | (string & {});
  /** The name of the column as the file has it; null if the whole row is wrong. */
  column: string | null;
  parameters: RowProblemParameters;
  /** What is wrong in this column, and what to do. */
  sentence: string;
  /** How many rows have the problem. */
  count: number;
  /** The first rows that have it. */
  examples: ({
    /** The line of the file where the row starts, from 1. */
    line: number;
    /** The cell, or the one of its values that is wrong. A long text is cut, and ends with an ellipsis. Null for an empty cell, and if quotes are wrong. */
    value: string | null;
  })[];
}

/** What the store knows about a pet in addition to its fields. */
export interface Profile {
  /** The pet's identifier in another system, unique in the store. */
  externalId: string | null;
  /** The values by the names of their attributes, without those that the API key must not see: text, a number, true or false, or an array of texts for `choices` and `labels`. */
  attributes: Record<string, unknown>;
  photos: Photos;
  /** When the profile last changed, in UTC; null for a pet that never had one. For API keys of scope `read`, it is the time of the last change that they can see. */
  updatedAt: string | null;
}

/** The outcome of a batch of profile changes. */
export interface ProfileBatchResult {
  /** The number of pets whose profiles are now as the request says. */
  count: number;
  /** The number of these pets whose profiles were different before. */
  changed: number;
}

/** A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. */
export interface ProfileChange {
  /** The pet's identifier in another system, unique in the store; null clears it. */
  externalId?: string | null | undefined;
  /** The values to set, by the names of their attributes: text, a number, true or false, or an array of texts for `choices` and `labels`; null clears one. */
  attributes?: Record<string, unknown> | undefined;
}

/** The event `profile.deleted`. */
export interface ProfileDeletedEvent {
  id: EventId;
  /** The type. */
  type: "profile.deleted";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: PastProfile;
  /** It no longer exists. */
  after: null;
  actor?: Actor | undefined;
}

/** A change of a profile: the values that the client last saw, and the new values. */
export interface ProfileEdit {
  /** The values as the client last saw them, null for one that the pet did not have. A value that is absent from `from` is not compared. */
  from?: ProfileChange | undefined;
  to: ProfileChange;
}

/** A change of the profile of one pet, which either `petId` or `externalId` names. */
export type ProfileUpdate = ProfileUpdateById | ProfileUpdateByExternalId;

/** A change of the profile of the pet with this external id. */
export interface ProfileUpdateByExternalId {
  /** Names the pet instead of `petId`: the `externalId` that the pet has before the request. */
  externalId: string;
  profile: ProfileChange;
  petId?: undefined;
}

/** A change of the profile of the pet with this id. */
export interface ProfileUpdateById {
  /** Identifier of the pet. */
  petId: number;
  profile: ProfileChange;
  externalId?: undefined;
}

/** The event `profile.updated`. */
export interface ProfileUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "profile.updated";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: PastProfile;
  after: Profile;
  actor?: Actor | undefined;
}

/** 1 to 1,000 changes, each of a different pet. */
export type ProfileUpdates = readonly ProfileUpdate[];

/** The kind of subject and what was done to it. Merging a category and importing a file are one event each, with the number of pets. Failed sign-ins and wrong current passwords are sampled: if there are many within a quarter of an hour, only some of them have an event. */
export type RecordedAction = "pet.create" | "pet.update" | "pet.delete" | "pet.restore" | "category.create" | "category.update" | "category.delete" | "category.merge" | "order.create" | "order.update" | "catalogue.import" | "attribute.create" | "attribute.update" | "attribute.delete" | "attribute.restore" | "profile.update" | "profile.delete" | "photo.create" | "photo.update" | "photo.delete" | "photo.restore" | "photo.erase" | "note.create" | "note.update" | "note.delete" | "note.restore" | "store.update" | "api_key.create" | "api_key.rotate" | "api_key.revoke" | "account.create" | "account.update" | "account.disable" | "account.enable" | "account.invite" | "account.set_password" | "account.enable_second_factor" | "account.disable_second_factor" | "account.renew_recovery_codes" | "account.add_passkey" | "account.rename_passkey" | "account.remove_passkey" | "account.sign_in" | "account.sign_in_failed" | "account.sign_out" | "account.revoke_sessions" | "account.change_password_failed" | "account.reauthenticate_failed" | "webhook_endpoint.create" | "webhook_endpoint.update" | "webhook_endpoint.delete" | "webhook_endpoint.rotate_secret" | "webhook_endpoint.test" | "webhook_endpoint.redeliver" | "webhook_endpoint.replay" | "webhook_endpoint.disable" | "customer.create" | "customer.update" | "customer.delete" | "customer.merge" | "customer.export" | "action.undo" | "action.stop_undo" | "audit_trail.prune" | "job.resume" | "job.drop" | "setting.forget" | (string & {});

/** How the old secret ends when a new one replaces it. */
export interface Rotation {
  /** How many seconds the old secret remains valid together with the new one: at most a week, and a day (86400) when omitted; with 0 it ends at once. */
  overlapSeconds?: number | undefined;
}

/** What is wrong with a cell of a row, or with the row. */
export interface RowProblem {
  /** The kind of the problem; later versions may have more. */
  code: "required" | "too_long" | "invalid_characters" | "only_invisible" | "not_an_id" | "category_unknown" | "not_of_category" | "archived" | "not_a_status" | "not_in_status_map" | "not_in_value_map" | "values_disagree" | "not_a_number" | "decimal_unclear" | "number_too_small" | "number_too_large" | "too_many_decimals" | "not_a_date" | "date_order_unclear" | "not_a_boolean" | "not_an_option" | "not_a_list" | "too_many_values" | "repeated_value" | "unknown_type" | "external_id_repeated" | "external_id_taken" | "external_id_moved" | "reserved" | "shortened" | "zeros_lost" | "unclosed_quote" | "stray_quote" | "beyond_columns" | "invalid" | (string & {});
  /** The name of the column as the file has it; null if the whole row is wrong. */
  column: string | null;
  parameters: RowProblemParameters;
  /** The cell, or the one of its values that is wrong. A long text is cut, and ends with an ellipsis. Null for an empty cell, and if quotes are wrong. */
  value: string | null;
  /** What is wrong with the row, and what to do. */
  sentence: string;
}

/** What a sentence about the problem needs besides the column and the value: `too_long` has `maximum`; `only_invisible` has `character`; `not_an_id` has `maximum`; `not_a_status` has `options`; `values_disagree` has `otherColumn`, `attribute`; `number_too_small` has `minimum`; `number_too_large` has `maximum`; `too_many_decimals` has `decimals`; `not_an_option` has `options`, `more`; `too_many_values` has `maximum`; `unknown_type` has `type`; `external_id_repeated` has `line`; `external_id_taken` has `petId`; `external_id_moved` has `petId`; `reserved` has `petId`, `orderId`, `status`; `zeros_lost` has `stored`; `beyond_columns` has `columns`, `position`; `invalid` has `rule`. */
export interface RowProblemParameters {
  /** The lowest number. */
  minimum?: number | undefined;
  /** The highest number, or the maximum number of characters or values. */
  maximum?: number | undefined;
  /** The maximum number of decimals. */
  decimals?: number | undefined;
  /** The values that are possible, or the first of them. */
  options?: string[] | undefined;
  /** How many values are possible beyond `options`. */
  more?: number | undefined;
  /** The character that cannot be seen. */
  character?: string | undefined;
  /** The number of columns of the header. */
  columns?: number | undefined;
  /** The other column that sets the attribute. */
  otherColumn?: string | undefined;
  /** The name of the attribute. */
  attribute?: string | undefined;
  /** The type of the attribute. */
  type?: string | undefined;
  /** The rule, as the end of an English sentence. */
  rule?: string | undefined;
  /** The line that has the same value. */
  line?: number | undefined;
  /** The pet that is in the way. */
  petId?: number | undefined;
  /** The order that is in the way. */
  orderId?: number | undefined;
  status?: PetStatus | undefined;
  /** The code that is stored, with its leading zeros. */
  stored?: string | undefined;
  /** The number of the column, from 1. */
  position?: number | undefined;
}

/** What was paid, and how long the sold pets were in the store. */
export interface Sales {
  /** The sum of the prices of the orders that were paid, one entry for each currency. */
  paid: Money[];
  /** How long the pets that `sold` counts were in the store, from their creation or import to the sale, if the audit trail still has it. */
  stays: {
    /** The number of these pets. */
    pets: number;
    /** The sum of their times in the store, in days of 24 hours. */
    days: number;
  };
}

/** The query of a saved view: the fields of `ViewQuery`. */
export interface SavedQuery {
  /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
  limit?: number | undefined;
  /** Filters by status: of the pets, or of the orders. */
  status?: "available" | "pending" | "sold" | "placed" | "approved" | "delivered" | "cancelled" | undefined;
  /** Filters by category. */
  categoryId?: number | undefined;
  /** Filters by a text anywhere in what the page's list searches, ignoring case and accents. */
  q?: string | undefined;
  /** Filters by a text anywhere in the name, ignoring case and accents. */
  name?: string | undefined;
  /** Filters by id: up to 100 ids, one parameter each (`id=1&id=2`). */
  id?: number[] | undefined;
  /** Filters by the identifier in another system, exactly: up to 100, one parameter each. */
  externalId?: string[] | undefined;
  /** Only what was created at or after this time: a date-time with an offset (RFC 3339). */
  createdFrom?: string | undefined;
  /** Only what was created before this time: a date-time with an offset (RFC 3339). */
  createdTo?: string | undefined;
  /** Filters by up to 5 attributes: `attributes[breed]=Labrador`. A repeated parameter means any of its values, at most 20. Text and labels are compared as a whole, ignoring case; `choices` and `labels` match if they contain the value. A number or a date is exact, or a range that includes its ends: `1..5`, `..150`, `2020-01-01..`. A `longText` cannot be filtered. */
  attributes?: Record<string, string[]> | undefined;
  /** Sort order of the pets, as in `GET /pets`, or of the orders: `id` or `-id`. */
  sort?: "id" | "-id" | "name" | "-name" | "relevance" | `attributes.${string}` | `-attributes.${string}` | undefined;
  /** Names of attributes, for clients that show a list: the columns in addition to those of every pet. The service keeps the names as they are, even if an attribute is deleted. */
  columns?: string[] | undefined;
  /** Filters by pet. */
  petId?: number | undefined;
  /** Filters by a text anywhere in the reference, ignoring case and accents: `0042` finds `PO-2026-0042`, and `strasse` finds `Straße`. `%`, `_` and `\` have no special meaning. */
  reference?: string | undefined;
  /** Filters by customer. */
  customerId?: number | undefined;
  /** Filters by actor: an account (`account:3`) and what its API keys did, one API key (`key:5`), or the `system`. */
  actor?: string | undefined;
  /** Filters by action. */
  action?: AuditAction | undefined;
  /** Filters by subject: one (`pet:123`) or all of a kind (`pet`, `catalogue`). */
  subject?: string | undefined;
  /** Only the events that `GET /statistics` counts under this name, in the days from `createdFrom` to `createdTo`: one event for each pet or order counted. */
  counted?: "added" | "sold" | "ordered" | undefined;
  /** Whether the view belongs to `GET /audit-events`, which needs scope `admin`, instead of `GET /history`. */
  all?: boolean | undefined;
}

/** The kind of the subject of an event, and what happened to it. */
export type SentEventType = "pet.created" | "pet.updated" | "pet.deleted" | "category.created" | "category.updated" | "category.deleted" | "category.merged" | "order.created" | "order.updated" | "catalogue.imported" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "profile.updated" | "profile.deleted" | "photo.created" | "photo.updated" | "photo.deleted" | "note.created" | "note.updated" | "note.deleted" | "store.updated" | (string & {});

/** What happened on each of some days, by the audit trail. */
export interface Statistics {
  /** One entry for each day without a gap, the last one last. */
  days: ({
    /** The day, in the time zone of the request. */
    date: string;
    /** The number of pets created, one by one or in a batch, that still exist. Pets that were brought back or imported do not count. */
    added: number;
    /** The number of pets that imports added, including those that were deleted since. */
    imported: number;
    /** The number of changes of a pet's status to `sold` that no later change took back; pets created as sold do not count. */
    sold: number;
    /** The number of orders placed, cancelled ones too. */
    ordered: number;
    /** Only with `expand=sales`. */
    sales?: Sales | undefined;
  })[];
  /** The numbers of all days for each category that has any, in the order of the ids, null last; only with `expand=categories`. */
  categories?: ({
    /** The category of the pets, or the last one of deleted pets; null if it is unknown or deleted. */
    categoryId: number | null;
    /** The category's name, unique as people read it: case, the kind of a space, invisible characters and the way in which accents are encoded make no difference; null until it is named. */
    name: string | null;
    /** As in `days`. */
    added: number;
    /** As in `days`. */
    imported: number;
    /** As in `days`. */
    sold: number;
    /** As in `days`. */
    ordered: number;
    /** Only with `expand=sales`. */
    sales?: Sales | undefined;
  })[] | undefined;
  /** The pets that are pending without an open order and have not changed for 14 days, the longest first: at most 10, of the first 500 pending pets by id. Pets that an import added count from their first change. */
  longPending: ({
    /** Identifier of the pet. */
    id: number;
    /** When it was last changed, in UTC. */
    since: string;
  })[];
}

/** The store's own words for the statuses of pets. */
export interface StatusNames {
  /** What people read for `available`; null for the usual word. */
  available: string | null;
  /** What people read for `pending`; null for the usual word. */
  pending: string | null;
  /** What people read for `sold`; null for the usual word. */
  sold: string | null;
}

/** The settings that the store makes for all of its staff. */
export interface Store {
  /** The name of the store; null if it has none. */
  name: string | null;
  /** The postal address, which may have several lines; null if it is not set. */
  address: string | null;
  /** A small PNG, JPEG or WebP picture as a data URL; null if there is none. */
  logo: string | null;
  /** The IANA time zone in which staff read days and times; null for that of each reader. */
  timeZone: string | null;
  /** The ISO 4217 code of the currency of the prices; null if it is not set. */
  currency: string | null;
  /** The store's own text for the contract of a sale, with the placeholders {animal}, {number}, {customer}, {price}, {date}, {store}; null for none. */
  contractText: string | null;
  statusNames: StatusNames;
  /** When this last changed, in UTC; null if it never has. */
  updatedAt: string | null;
}

/** A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. */
export interface StoreChange {
  /** The name of the store; null if it has none. */
  name?: string | null | undefined;
  /** The postal address, which may have several lines; null if it is not set. */
  address?: string | null | undefined;
  /** A small PNG, JPEG or WebP picture as a data URL; null if there is none. */
  logo?: string | null | undefined;
  /** The IANA time zone in which staff read days and times; null for that of each reader. */
  timeZone?: string | null | undefined;
  /** The ISO 4217 code of the currency of the prices; null if it is not set. */
  currency?: string | null | undefined;
  /** The store's own text for the contract of a sale, with the placeholders {animal}, {number}, {customer}, {price}, {date}, {store}; null for none. */
  contractText?: string | null | undefined;
  /** The names to set; null restores the usual word. */
  statusNames?: {
    /** What people read for `available`; null for the usual word. */
    available?: string | null | undefined;
    /** What people read for `pending`; null for the usual word. */
    pending?: string | null | undefined;
    /** What people read for `sold`; null for the usual word. */
    sold?: string | null | undefined;
  } | undefined;
}

/** The event `store.updated`. */
export interface StoreUpdatedEvent {
  id: EventId;
  /** The type. */
  type: "store.updated";
  at: EventTime;
  subject: EventSubject;
  changed: ChangedFields;
  before: Store;
  after: Store;
  actor?: Actor | undefined;
}

/** One thing that was found while a person types. */
export interface Suggestion {
  /** What was found: a pet, a category, a value of an attribute such as a breed, a customer or an order. Later versions may add kinds. */
  kind: "pet" | "category" | "value" | "customer" | "order" | (string & {});
  /** Identifier of the pet, the category, the customer or the order; null for a value. */
  id: number | null;
  /** The status of the pet; null if it is none. */
  status: "available" | "pending" | "sold" | null;
  /** The name of the attribute that has the value; null if it is no value. */
  attribute: string | null;
  /** The value by which the attribute is filtered; null if it is no value. */
  value: string | null;
  /** The name of the pet, the category or the customer, the label of the value, or the reference of the order, which is empty if it has none. */
  text: string;
  /** The parts of `text` that match, in their order. */
  ranges: MatchRange[];
  /** Why it was found; null if its text shows that. */
  reason: MatchReason | null;
}

/** What was found while a person types. */
export interface Suggestions {
  /** What was found, the best first within each kind. */
  suggestions: Suggestion[];
  /** The text with its misspelt words corrected, if pets with the corrected words were found; otherwise null. */
  corrected: string | null;
}

/** An overview of the store today, and of what waits for its staff. */
export interface Today {
  inventory: Inventory;
  statistics: Statistics;
  /** The newest pets with their profiles, the newest first. */
  added: ExpandedPet[];
  /** The orders that are not delivered yet. */
  orders: {
    /** The orders that wait for approval. */
    placed: {
      /** The number of orders, at most 100. */
      count: number;
      /** Whether there are more than `count`. */
      hasMore: boolean;
    };
    /** The orders that wait for delivery. */
    approved: {
      /** The number of orders, at most 100. */
      count: number;
      /** Whether there are more than `count`. */
      hasMore: boolean;
    };
    /** The oldest of all these orders with their pets and, unless the API key has scope `read`, their customers, the oldest first. */
    oldest: ExpandedOrder[];
  };
  /** The last actions of `GET /actions`, newest first; absent for API keys of scope `read`. */
  actions?: Action[] | undefined;
  /** The imports of the last 7 days that left out rows, newest first; only for the scope `admin`. */
  imports?: AuditEvent[] | undefined;
  /** The API keys that expire within 14 days, the first to expire first, then those that call deprecated operations, most calls first; only for the scope `admin`. */
  apiKeys?: ApiKeyToCheck[] | undefined;
  /** The webhook endpoints that are paused, or disabled by the service; only for the scope `admin`. */
  webhookEndpoints?: WebhookToCheck[] | undefined;
}

/** The undo of an action. */
export interface UndoJob {
  /** The only subject that it puts back; null if it puts back everything that the action has changed. */
  subject: ActionSubject | null;
  /** The state of the undo. `waiting`: it failed three times in a row, and waits for a person. */
  status: "running" | "waiting" | "stopped" | "done" | (string & {});
  /** The number of changes put back until now. */
  done: number;
  /** The number of changes left as they are. */
  leftCount: number;
  /** The number of changes to put back. */
  total: number;
  /** When the undo started, in UTC. */
  startedAt: string;
  /** When it ended, in UTC; null while it is running. */
  finishedAt: string | null;
  /** The undo itself as an action, which can be undone too; null if it has changed nothing. */
  actionId: string | null;
  /** What was left as it is, the first 1,000 subjects; null in a list of actions. */
  left: LeftByUndo[] | null;
}

/** A column that an import ignores, and an attribute for it. */
export interface UnknownColumn {
  /** The name of the column. */
  column: string;
  /** A body for `createAttribute`: its type fits all values of the column. The type `text` fits those of a `choice`, too. */
  attribute: {
    /** The name of the attribute in profiles, unique in the store. It never changes. */
    name: string;
    /** What people read. */
    label: string;
    /** The kind of the values, as in `AttributeType`. It never changes. */
    type: "text" | "longText" | "number" | "date" | "boolean" | "choice" | "choices" | "labels" | (string & {});
    /** The maximum number of decimals of a number; null for other types. */
    decimals: number | null;
    /** The values of a `choice` and of `choices`, or the suggestions for `labels`, in their order. */
    options: ({
      /** The text that people read; it can be changed. */
      label: string;
      /** The value that a profile contains. */
      value: string;
    })[];
  };
  /** What the type was concluded from. It is a `choice` only if a few values repeat in many rows, and a later file may have others. */
  reason: {
    /** The rows that have a value in the column. */
    rows: number;
    /** How many different values they have; null for more than 20. */
    values: number | null;
  };
}

/** The parts of the profile that are missing from a pet that was brought back. */
export interface UnrestoredFields {
  /** Identifier of the pet. */
  id: number;
  /** The fields of its profile: `externalId` if another pet has it, `attributes.` and a name if the attribute was deleted or refuses the value. */
  fields: string[];
}

/** A saved query of `GET /pets`, of `GET /orders` or of the history. */
export interface View {
  /** The list to which the view belongs. */
  page: "pets" | "orders" | "history";
  /** The view's name, unique within its account and page as people read it. */
  name: string;
  query: SavedQuery;
  /** Whether the view is shared with all accounts. */
  isShared: boolean;
  /** The account that saved the view. */
  owner: {
    /** Identifier of the account. */
    id: number;
    /** The account's name. */
    name: string;
  };
  /** Whether the view belongs to the account of the API key. */
  isOwn: boolean;
  /** When the view was last saved, in UTC. */
  updatedAt: string;
}

/** The query parameters of the page's list as JSON: numbers are JSON numbers, and `id` and `externalId` are arrays. A view of `pets` has the parameters of `GET /pets` except `cursor`, `offset` and `expand`, and also `columns`. A view of `orders` has those of `GET /orders` except `cursor` and `expand`. A view of `history` has those of `GET /audit-events` except `cursor`, and also `all`. Parameters of another page are refused. */
export interface ViewQuery {
  /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
  limit?: number | undefined;
  /** Filters by status: of the pets, or of the orders. */
  status?: "available" | "pending" | "sold" | "placed" | "approved" | "delivered" | "cancelled" | undefined;
  /** Filters by category. */
  categoryId?: number | undefined;
  /** Filters by a text anywhere in what the page's list searches, ignoring case and accents. */
  q?: string | undefined;
  /** Filters by a text anywhere in the name, ignoring case and accents. */
  name?: string | undefined;
  /** Filters by id: up to 100 ids, one parameter each (`id=1&id=2`). */
  id?: readonly number[] | undefined;
  /** Filters by the identifier in another system, exactly: up to 100, one parameter each. */
  externalId?: readonly string[] | undefined;
  /** Only what was created at or after this time: a date-time with an offset (RFC 3339). */
  createdFrom?: string | undefined;
  /** Only what was created before this time: a date-time with an offset (RFC 3339). */
  createdTo?: string | undefined;
  /** Filters by up to 5 attributes: `attributes[breed]=Labrador`. A repeated parameter means any of its values, at most 20. Text and labels are compared as a whole, ignoring case; `choices` and `labels` match if they contain the value. A number or a date is exact, or a range that includes its ends: `1..5`, `..150`, `2020-01-01..`. A `longText` cannot be filtered. */
  attributes?: Record<string, readonly string[]> | undefined;
  /** Sort order of the pets, as in `GET /pets`, or of the orders: `id` or `-id`. */
  sort?: "id" | "-id" | "name" | "-name" | "relevance" | `attributes.${string}` | `-attributes.${string}` | undefined;
  /** Names of attributes, for clients that show a list: the columns in addition to those of every pet. The service keeps the names as they are, even if an attribute is deleted. */
  columns?: readonly string[] | undefined;
  /** Filters by pet. */
  petId?: number | undefined;
  /** Filters by a text anywhere in the reference, ignoring case and accents: `0042` finds `PO-2026-0042`, and `strasse` finds `Straße`. `%`, `_` and `\` have no special meaning. */
  reference?: string | undefined;
  /** Filters by customer. */
  customerId?: number | undefined;
  /** Filters by actor: an account (`account:3`) and what its API keys did, one API key (`key:5`), or the `system`. */
  actor?: string | undefined;
  /** Filters by action. */
  action?: AuditAction | undefined;
  /** Filters by subject: one (`pet:123`) or all of a kind (`pet`, `catalogue`). */
  subject?: string | undefined;
  /** Only the events that `GET /statistics` counts under this name, in the days from `createdFrom` to `createdTo`: one event for each pet or order counted. */
  counted?: "added" | "sold" | "ordered" | undefined;
  /** Whether the view belongs to `GET /audit-events`, which needs scope `admin`, instead of `GET /history`. */
  all?: boolean | undefined;
}

/** Views of one page, ordered by lower-case name. */
export type Views = View[];

/** A page of webhook deliveries. */
export type WebhookDeliveries = WebhookDelivery[];

/** An event that is being sent to a webhook endpoint, or that was sent. */
export interface WebhookDelivery {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Identifier of the endpoint. */
  endpointId: number;
  /** The header field `webhook-id`. It is the same in each attempt, so that a receiver can recognise a repeat. */
  messageId: string;
  /** The id of the event in the feed; null for a test. */
  eventId: string | null;
  /** The type of the event; `test` for a test. */
  type: string;
  /** `waiting` for the next attempt, `delivered` when a response had a status from 200 to 299, or `failed` for good. */
  status: "waiting" | "delivered" | "failed" | (string & {});
  /** The number of requests that were sent, at most 10. Redeliveries and trials of a paused endpoint are not counted. */
  attempts: number;
  /** The status of the last response; null if there was none. */
  responseStatus: number | null;
  /** Why the last attempt failed: `status`, not from 200 to 299; `redirect`, none is followed; `timeout`, no response within 15 s; `connection`, it was refused or lost; `tls`, its certificate is not valid; `name`, the host has no address; `forbidden_address`, one of its addresses is not public; `gone`, status 410; `expired`, the feed no longer has the event; `secret`, the endpoint's secret was stored under another `AUTH_SECRET`. Null if it did not fail. */
  problem: "status" | "redirect" | "timeout" | "connection" | "tls" | "name" | "forbidden_address" | "gone" | "expired" | "secret" | (string & {}) | null;
  /** How long the last attempt took, in milliseconds; null before the first. */
  durationMs: number | null;
  /** The size of the last request's body; null before the first. */
  requestBytes: number | null;
  /** The bytes that were read of the last response's body, at most 64 KiB; it is not stored. */
  responseBytes: number | null;
  /** When it was first due, in UTC. */
  createdAt: string;
  /** When the last attempt began, in UTC; null before the first. */
  lastAttemptAt: string | null;
  /** When the next attempt is due, in UTC; null if there is none. */
  nextAttemptAt: string | null;
}

/** A receiver of events, without its secret. */
export interface WebhookEndpoint {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Where events are sent. */
  url: string;
  /** The program that receives the events. */
  description: string | null;
  /** The types of the events that are sent; empty for all. */
  types: SentEventType[];
  status: WebhookStatus;
  /** Why it is not active: `failures`, ten in a row; `failing_for_days`, nothing succeeded for 5 days; `gone`, it answered 410; `secret`, its secret was stored under another `AUTH_SECRET`, so rotate it; `request`, a client disabled it; `copied`, the store was restored from a backup or is now in another place, so it might be a copy, and a client must enable the endpoint. Null while it is active. */
  statusReason: "failures" | "failing_for_days" | "gone" | "secret" | "request" | "copied" | (string & {}) | null;
  /** When it got this status, in UTC. */
  statusSince: string;
  /** The number of requests that have failed in a row until now. */
  failures: number;
  /** When the first of them failed, in UTC; null if the last request succeeded. */
  failingSince: string | null;
  /** When a request last succeeded, in UTC; null if none did. */
  lastSuccessAt: string | null;
  /** When the service next tries a paused endpoint, in UTC; null otherwise. */
  nextProbeAt: string | null;
  /** The id of the event up to which everything was sent at least once. */
  cursor: string;
  /** The number of events in the feed after `cursor`, including those of other types. */
  behind: number;
  /** The number of deliveries that failed and will be tried again. */
  retrying: number;
  /** Until when the service also signs with the secret before the last rotation, in UTC; null if it does not. */
  oldSecretUntil: string | null;
  /** When it was created, in UTC. */
  createdAt: string;
  /** When a client last changed it, in UTC. */
  updatedAt: string;
}

/** The fields of a webhook endpoint to change. */
export interface WebhookEndpointChange {
  /** Where events are sent: `https`, without credentials or a fragment, and a host whose addresses are all public. `http` and other networks are accepted only if the operator allows them (`WEBHOOK_ALLOW`). */
  url?: string | undefined;
  /** The program that receives the events. */
  description?: string | null | undefined;
  /** The types of the events that are sent; empty for all. */
  types?: readonly EventType[] | undefined;
  /** The value `active` makes the service send the events after `cursor` at once, even if the endpoint was paused or disabled. The value `disabled` makes it send nothing until the endpoint is active again. */
  status?: "active" | "disabled" | undefined;
}

/** A page of webhook endpoints. */
export type WebhookEndpoints = WebhookEndpoint[];

/** The place in the feed where the endpoint continues. */
export interface WebhookReplay {
  /** The id of the event after which sending begins; `now` skips everything that waits. */
  after: string;
}

/** `active`: events are sent. `paused`: ten requests in a row failed, so one event is tried after 1 to 60 minutes until it succeeds; then all events that waited are sent. `disabled`: nothing is sent. */
export type WebhookStatus = "active" | "paused" | "disabled" | (string & {});

/** A webhook endpoint that is paused, or disabled by the service. */
export interface WebhookToCheck {
  /** Unique identifier, assigned by the service. */
  id: number;
  /** Where events are sent. */
  url: string;
  /** The program that receives the events. */
  description: string | null;
  /** When it got this status, in UTC. */
  statusSince: string;
}

/** The input and the options of `importPets` in {@link Operations}. */
export interface ImportPetsRequest extends RequestOptions {
  query?: {
    /** `true` checks the whole file, shows its first pets and its bad rows, and creates nothing. */
    dryRun?: boolean | undefined;
  } | undefined;
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: PetImport;
}

/** What `importPets` resolves to, by status. */
export type ImportPetsResponse =
  | Answer<200, PetImportDryRun>
  | Answer<201, PetImportResult>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `exportPets` in {@link Operations}. */
export interface ExportPetsRequest extends RequestOptions {
  query?: {
    /** Filters by availability status. */
    status?: PetStatus | undefined;
    /** Filters by category. */
    categoryId?: number | undefined;
    /** Searches by words. Each word must match a word in the name, the category, the texts, labels and choices of the profile, its `externalId` and the id; API keys of scope `read` find by what is public, and others also by notes. Case and accents do not count. The last word may be incomplete, and so may a code or an id from 4 characters on, which is also found if it has spaces or dashes. If few pets match, words of at least 4 letters with a typing error are corrected, with two errors from 8 letters on. At most 16 words. */
    q?: string | undefined;
    /** Filters by a text anywhere in the name, ignoring case and accents. */
    name?: string | undefined;
    /** Filters by id: up to 100 ids, one parameter each (`id=1&id=2`). */
    id?: readonly number[] | undefined;
    /** Filters by the identifier in another system, exactly: up to 100, one parameter each. */
    externalId?: readonly string[] | undefined;
    /** Only pets that were created or imported at or after this time: a date-time with an offset (RFC 3339). Pets get their ids in the order of their creation, so this selects the pets from the id of the first creation or import at or after the time. If the audit trail has no such event, no pet is found. A restored pet counts by its original id. */
    createdFrom?: string | undefined;
    /** Only pets that were created or imported before this time. It works like `createdFrom`. */
    createdTo?: string | undefined;
    /** Filters by up to 5 attributes: `attributes[breed]=Labrador`. A repeated parameter means any of its values, at most 20. Text and labels are compared as a whole, ignoring case; `choices` and `labels` match if they contain the value. A number or a date is exact, or a range that includes its ends: `1..5`, `..150`, `2020-01-01..`. A `longText` cannot be filtered. */
    attributes?: Record<string, readonly string[]> | undefined;
    /** Sort order: by id, by lower-case name and then id, or by `attributes.` and the name of an attribute that has one value: numbers and dates by size, other values by code point, text in lower case; pets without a value last, then by id. `-` sorts in descending order. The default is `id` or, with `q`, `relevance`: first the pets with exactly this name, id or code, then names that begin with the text, names with all words, other matches, and matches of corrected words; of each, the available pets first, then by id. Only this order has matches of corrected words. Without `q`, `relevance` is `id`. */
    sort?: "id" | "-id" | "name" | "-name" | "relevance" | `attributes.${string}` | `-attributes.${string}` | undefined;
    /** `profile` adds the columns `externalId` and, for each attribute that the key may see, `attributes.` with its name, as `importPets` reads them. */
    expand?: readonly ("profile")[] | undefined;
    /** `true` writes CSV for a spreadsheet program: it begins with a byte order mark, and has an apostrophe before values that would run as formulas. Do not import such a file: the apostrophes would become part of the names. A workbook does not need it, because its texts never run. */
    spreadsheetSafe?: boolean | undefined;
  } | undefined;
}

/** What `exportPets` resolves to, by status. */
export type ExportPetsResponse =
  | Answer<200, string>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `listPets` in {@link Operations}. */
export interface ListPetsRequest extends RequestOptions {
  query?: {
    /** Maximum number of animals returned. */
    limit?: number | undefined;
    /** Filters by availability status. */
    status?: PetStatus | undefined;
    /** Filters by category. */
    categoryId?: number | undefined;
    /** Searches by words. Each word must match a word in the name, the category, the texts, labels and choices of the profile, its `externalId` and the id; API keys of scope `read` find by what is public, and others also by notes. Case and accents do not count. The last word may be incomplete, and so may a code or an id from 4 characters on, which is also found if it has spaces or dashes. If few pets match, words of at least 4 letters with a typing error are corrected, with two errors from 8 letters on. At most 16 words. */
    q?: string | undefined;
    /** Filters by a text anywhere in the name, ignoring case and accents. */
    name?: string | undefined;
    /** Filters by id: up to 100 ids, one parameter each (`id=1&id=2`). */
    id?: readonly number[] | undefined;
    /** Filters by the identifier in another system, exactly: up to 100, one parameter each. */
    externalId?: readonly string[] | undefined;
    /** Only pets that were created or imported at or after this time: a date-time with an offset (RFC 3339). Pets get their ids in the order of their creation, so this selects the pets from the id of the first creation or import at or after the time. If the audit trail has no such event, no pet is found. A restored pet counts by its original id. */
    createdFrom?: string | undefined;
    /** Only pets that were created or imported before this time. It works like `createdFrom`. */
    createdTo?: string | undefined;
    /** Filters by up to 5 attributes: `attributes[breed]=Labrador`. A repeated parameter means any of its values, at most 20. Text and labels are compared as a whole, ignoring case; `choices` and `labels` match if they contain the value. A number or a date is exact, or a range that includes its ends: `1..5`, `..150`, `2020-01-01..`. A `longText` cannot be filtered. */
    attributes?: Record<string, readonly string[]> | undefined;
    /** `profile` gives each pet its profile; API keys of scope `read` get the public attributes. A page of more than a megabyte ends early: follow its `Link`. */
    expand?: readonly ("profile")[] | undefined;
    /** Sort order: by id, by lower-case name and then id, or by `attributes.` and the name of an attribute that has one value: numbers and dates by size, other values by code point, text in lower case; pets without a value last, then by id. `-` sorts in descending order. The default is `id` or, with `q`, `relevance`: first the pets with exactly this name, id or code, then names that begin with the text, names with all words, other matches, and matches of corrected words; of each, the available pets first, then by id. Only this order has matches of corrected words. Without `q`, `relevance` is `id`. */
    sort?: "id" | "-id" | "name" | "-name" | "relevance" | `attributes.${string}` | `-attributes.${string}` | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
    /** The number of pets to skip, from the start of the list or from `cursor`, at most 10,000. The links of the page have cursors. */
    offset?: number | undefined;
  } | undefined;
  headers?: {
    /** `count=exact` requests the number of all matches in `Total-Count` (RFC 7240). */
    prefer?: string | undefined;
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listPets` resolves to, by status. */
export type ListPetsResponse =
  | TaggedAnswer<200, Pets>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createPet` in {@link Operations}. */
export interface CreatePetRequest extends RequestOptions {
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: NewPet;
}

/** What `createPet` resolves to, by status. */
export type CreatePetResponse =
  | TaggedAnswer<201, Pet>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getPet` in {@link Operations}. */
export interface GetPetRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  query?: {
    /** `profile` gives each pet its profile; API keys of scope `read` get the public attributes. A page of more than a megabyte ends early: follow its `Link`. */
    expand?: readonly ("profile")[] | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getPet` resolves to, by status. */
export type GetPetResponse =
  | TaggedAnswer<200, ExpandedPet>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updatePet` in {@link Operations}. */
export interface UpdatePetRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  headers?: {
    /** The `ETag` of the pet that the client has: if it is no longer current, the response is 412 and nothing is changed. You can also send the `ETag` of a page that contains only this pet and has no `Link`, such as that of `GET /pets?id=123`. */
    "if-match"?: string | undefined;
  } | undefined;
  body: PetChange;
}

/** What `updatePet` resolves to, by status. */
export type UpdatePetResponse =
  | TaggedAnswer<200, Pet>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `putPetByExternalId` in {@link Operations}. */
export interface PutPetByExternalIdRequest extends RequestOptions {
  params: {
    /** The pet's identifier in another system. */
    externalId: string;
  };
  headers?: {
    /** The `ETag` of the pet that the client has: if it is no longer current, the response is 412 and nothing is changed. You can also send the `ETag` of a page that contains only this pet and has no `Link`, such as that of `GET /pets?id=123`. */
    "if-match"?: string | undefined;
  } | undefined;
  body: NewPet;
}

/** What `putPetByExternalId` resolves to, by status. */
export type PutPetByExternalIdResponse =
  | TaggedAnswer<200 | 201, Pet>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deletePet` in {@link Operations}. */
export interface DeletePetRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  headers?: {
    /** The `ETag` of the pet that the client has: if it is no longer current, the response is 412 and nothing is changed. You can also send the `ETag` of a page that contains only this pet and has no `Link`, such as that of `GET /pets?id=123`. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `deletePet` resolves to, by status. */
export type DeletePetResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deletePetByExternalId` in {@link Operations}. */
export interface DeletePetByExternalIdRequest extends RequestOptions {
  params: {
    /** The pet's identifier in another system. */
    externalId: string;
  };
  headers?: {
    /** The `ETag` of the pet that the client has: if it is no longer current, the response is 412 and nothing is changed. You can also send the `ETag` of a page that contains only this pet and has no `Link`, such as that of `GET /pets?id=123`. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `deletePetByExternalId` resolves to, by status. */
export type DeletePetByExternalIdResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createPetBatch` in {@link Operations}. */
export interface CreatePetBatchRequest extends RequestOptions {
  query?: {
    /** `true` validates the whole request and creates nothing. */
    dryRun?: boolean | undefined;
  } | undefined;
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: NewPets;
}

/** What `createPetBatch` resolves to, by status. */
export type CreatePetBatchResponse =
  | Answer<200, BatchDryRun>
  | Answer<201, Pets>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `changePets` in {@link Operations}. */
export interface ChangePetsRequest extends RequestOptions {
  query?: {
    /** `true` makes the changes that have no conflict, even if others have one; `left` lists those. */
    partial?: boolean | undefined;
    /** `true` returns the same result and changes nothing. */
    dryRun?: boolean | undefined;
  } | undefined;
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: BulkPetChanges;
}

/** What `changePets` resolves to, by status. */
export type ChangePetsResponse =
  | Answer<200, BulkPetResult>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `putPetsByExternalId` in {@link Operations}. */
export interface PutPetsByExternalIdRequest extends RequestOptions {
  query?: {
    /** `true` answers with an error and changes nothing if one row is refused. */
    allOrNone?: boolean | undefined;
    /** `true` returns the same result and changes nothing. */
    dryRun?: boolean | undefined;
  } | undefined;
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: PetUpserts;
}

/** What `putPetsByExternalId` resolves to, by status. */
export type PutPetsByExternalIdResponse =
  | Answer<200, PetUpsertResult>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `pets`. */
export interface PetsOperations {
  /**
   * Import pets from a file
   *
   * Creates a pet for each row of a CSV file or a workbook: either all of them or none. Without `skipBad`, an error names the first bad rows. If the rows have not been imported after 90 seconds, the import is undone and answered with 503: split the file. The answer takes at most 150 seconds, because an import may first wait for its body and for its turn.
   *
   * The client waits at least 180,000 ms for the response.
   *
   * `POST /v1/pets/import`
   */
  importPets(request: ImportPetsRequest): Promise<ImportPetsResponse>;
  /**
   * Export pets as a CSV file or a workbook
   *
   * Returns all pets, or those that the filters select, of one snapshot, with the columns `id`, `name`, `categoryId`, `category` and `status`: as CSV (RFC 4180, UTF-8), or with `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` as an .xlsx workbook. If the export fails after its start, the connection breaks off: a response that ends properly is complete. A client must keep reading: the service closes a connection that makes no progress for 30 seconds, and an export after an hour.
   *
   * The client waits at least 600,000 ms for the response.
   *
   * `GET /v1/pets/export`
   */
  exportPets(request?: ExportPetsRequest): Promise<ExportPetsResponse>;
  /**
   * List all animals
   *
   * Returns a page of pets, ordered by id unless `sort` is given. `Link` points to the other pages; concurrent changes never make a page repeat or skip an unchanged pet.
   *
   * `GET /v1/pets`
   */
  listPets(request?: ListPetsRequest): Promise<ListPetsResponse>;
  /**
   * Add an animal
   *
   * Creates one pet and returns it with its new id.
   *
   * `POST /v1/pets`
   */
  createPet(request: CreatePetRequest): Promise<CreatePetResponse>;
  /**
   * Get an animal
   *
   * Returns one pet. Deprecated, to be removed on 5 December 2030: use `GET /pets` with the `status` filter, or with `id` to fetch known pets.
   *
   * `GET /v1/pets/{petId}`
   *
   * @deprecated See the description.
   */
  getPet(request: GetPetRequest): Promise<GetPetResponse>;
  /**
   * Update a pet
   *
   * Changes the fields that the body contains and leaves the others. The status can be set to any value unless an open order reserves the pet. An unknown `categoryId` registers a new category, as in `POST /pets`.
   *
   * `PATCH /v1/pets/{petId}`
   */
  updatePet<Field extends keyof PetChange>(request: UpdatePetRequest & { readonly body: SomeOf<PetChange, Field> }): Promise<UpdatePetResponse>;
  /**
   * Create or replace the pet with an external id
   *
   * Programs that keep the store in step with another system use this operation: if they send the same request again, it changes nothing. If no pet has the `externalId`, the request creates one with it, which `GET /pets?externalId=` finds later. Otherwise it replaces the pet that has it: without a `status` in the body, the pet becomes `available`. A `profile` in the body replaces the whole profile except the external id, in the same transaction: attributes that are absent from it have no value afterwards. Without `profile`, the profile stays as it is, because it is a resource of its own. To change some fields only, use `PATCH`.
   *
   * `PUT /v1/pets/by-external-id/{externalId}`
   */
  putPetByExternalId(request: PutPetByExternalIdRequest): Promise<PutPetByExternalIdResponse>;
  /**
   * Delete a pet
   *
   * Deletes the pet permanently. Completed and cancelled orders keep its id.
   *
   * `DELETE /v1/pets/{petId}`
   */
  deletePet(request: DeletePetRequest): Promise<DeletePetResponse>;
  /**
   * Delete the pet with an external id
   *
   * Deletes the pet that has the `externalId`, as `DELETE /pets/{petId}` does.
   *
   * `DELETE /v1/pets/by-external-id/{externalId}`
   */
  deletePetByExternalId(request: DeletePetByExternalIdRequest): Promise<DeletePetByExternalIdResponse>;
  /**
   * Create a batch of pets
   *
   * Creates 1 to 1,000 pets, all or none, and returns them in the same order with their new ids. An error names each invalid pet by its index, counted from 0: `body.3.name is required`.
   *
   * `POST /v1/pets/batch`
   */
  createPetBatch(request: CreatePetBatchRequest): Promise<CreatePetBatchResponse>;
  /**
   * Change many pets
   *
   * Changes, deletes or brings back 1 to 1,000 pets, each only if it is still as in `from`. A pet that is already as in `to` counts as done, so a request can be repeated, and undone by swapping `from` and `to`. If one change has a conflict, no pet is changed and the response is 409, unless `partial=true`. Only an id that a deleted pet had can be brought back; its profile returns with it, as far as the audit trail has it. A change can also contain a change of the pet's profile and a note: either all of them are made or none, and they are one action. An unknown `categoryId` registers a new category, as in `POST /pets`.
   *
   * `POST /v1/pets/changes`
   */
  changePets(request: ChangePetsRequest): Promise<ChangePetsResponse>;
  /**
   * Create or replace many pets by external id
   *
   * Does for 1 to 1,000 pets what `PUT /pets/by-external-id/{externalId}` does for one, and says for each row what happened. A row that breaks a rule is refused and does not stop the others, unless `allOrNone=true`. Rows with the same `externalId` are all refused. All changes of a request are one action, and are made together. If a program sends the same rows again, they are unchanged and write nothing.
   *
   * `PUT /v1/pets/by-external-id`
   */
  putPetsByExternalId(request: PutPetsByExternalIdRequest): Promise<PutPetsByExternalIdResponse>;
  /** Every entry of `listPets`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListPetsRequest): AsyncGenerator<ExpandedPet, void, undefined>;
  /** Every page of `listPets`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListPetsRequest): AsyncGenerator<Paged<TaggedAnswer<200, Pets>>, void, undefined>;
}

/** The operations of {@link PetsOperations}: each resolves to the body, or rejects. */
export interface ThrowingPetsOperations {
  /**
   * Import pets from a file
   *
   * Creates a pet for each row of a CSV file or a workbook: either all of them or none. Without `skipBad`, an error names the first bad rows. If the rows have not been imported after 90 seconds, the import is undone and answered with 503: split the file. The answer takes at most 150 seconds, because an import may first wait for its body and for its turn.
   *
   * The client waits at least 180,000 ms for the response.
   *
   * `POST /v1/pets/import`
   */
  importPets(request: ImportPetsRequest): Promise<PetImportDryRun | PetImportResult>;
  /**
   * Export pets as a CSV file or a workbook
   *
   * Returns all pets, or those that the filters select, of one snapshot, with the columns `id`, `name`, `categoryId`, `category` and `status`: as CSV (RFC 4180, UTF-8), or with `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` as an .xlsx workbook. If the export fails after its start, the connection breaks off: a response that ends properly is complete. A client must keep reading: the service closes a connection that makes no progress for 30 seconds, and an export after an hour.
   *
   * The client waits at least 600,000 ms for the response.
   *
   * `GET /v1/pets/export`
   */
  exportPets(request?: ExportPetsRequest): Promise<string>;
  /**
   * List all animals
   *
   * Returns a page of pets, ordered by id unless `sort` is given. `Link` points to the other pages; concurrent changes never make a page repeat or skip an unchanged pet.
   *
   * `GET /v1/pets`
   */
  listPets(request?: ListPetsRequest): Promise<Pets>;
  /**
   * Add an animal
   *
   * Creates one pet and returns it with its new id.
   *
   * `POST /v1/pets`
   */
  createPet(request: CreatePetRequest): Promise<Pet>;
  /**
   * Get an animal
   *
   * Returns one pet. Deprecated, to be removed on 5 December 2030: use `GET /pets` with the `status` filter, or with `id` to fetch known pets.
   *
   * `GET /v1/pets/{petId}`
   *
   * @deprecated See the description.
   */
  getPet(request: GetPetRequest): Promise<ExpandedPet>;
  /**
   * Update a pet
   *
   * Changes the fields that the body contains and leaves the others. The status can be set to any value unless an open order reserves the pet. An unknown `categoryId` registers a new category, as in `POST /pets`.
   *
   * `PATCH /v1/pets/{petId}`
   */
  updatePet<Field extends keyof PetChange>(request: UpdatePetRequest & { readonly body: SomeOf<PetChange, Field> }): Promise<Pet>;
  /**
   * Create or replace the pet with an external id
   *
   * Programs that keep the store in step with another system use this operation: if they send the same request again, it changes nothing. If no pet has the `externalId`, the request creates one with it, which `GET /pets?externalId=` finds later. Otherwise it replaces the pet that has it: without a `status` in the body, the pet becomes `available`. A `profile` in the body replaces the whole profile except the external id, in the same transaction: attributes that are absent from it have no value afterwards. Without `profile`, the profile stays as it is, because it is a resource of its own. To change some fields only, use `PATCH`.
   *
   * `PUT /v1/pets/by-external-id/{externalId}`
   */
  putPetByExternalId(request: PutPetByExternalIdRequest): Promise<Pet>;
  /**
   * Delete a pet
   *
   * Deletes the pet permanently. Completed and cancelled orders keep its id.
   *
   * `DELETE /v1/pets/{petId}`
   */
  deletePet(request: DeletePetRequest): Promise<void>;
  /**
   * Delete the pet with an external id
   *
   * Deletes the pet that has the `externalId`, as `DELETE /pets/{petId}` does.
   *
   * `DELETE /v1/pets/by-external-id/{externalId}`
   */
  deletePetByExternalId(request: DeletePetByExternalIdRequest): Promise<void>;
  /**
   * Create a batch of pets
   *
   * Creates 1 to 1,000 pets, all or none, and returns them in the same order with their new ids. An error names each invalid pet by its index, counted from 0: `body.3.name is required`.
   *
   * `POST /v1/pets/batch`
   */
  createPetBatch(request: CreatePetBatchRequest): Promise<BatchDryRun | Pets>;
  /**
   * Change many pets
   *
   * Changes, deletes or brings back 1 to 1,000 pets, each only if it is still as in `from`. A pet that is already as in `to` counts as done, so a request can be repeated, and undone by swapping `from` and `to`. If one change has a conflict, no pet is changed and the response is 409, unless `partial=true`. Only an id that a deleted pet had can be brought back; its profile returns with it, as far as the audit trail has it. A change can also contain a change of the pet's profile and a note: either all of them are made or none, and they are one action. An unknown `categoryId` registers a new category, as in `POST /pets`.
   *
   * `POST /v1/pets/changes`
   */
  changePets(request: ChangePetsRequest): Promise<BulkPetResult>;
  /**
   * Create or replace many pets by external id
   *
   * Does for 1 to 1,000 pets what `PUT /pets/by-external-id/{externalId}` does for one, and says for each row what happened. A row that breaks a rule is refused and does not stop the others, unless `allOrNone=true`. Rows with the same `externalId` are all refused. All changes of a request are one action, and are made together. If a program sends the same rows again, they are unchanged and write nothing.
   *
   * `PUT /v1/pets/by-external-id`
   */
  putPetsByExternalId(request: PutPetsByExternalIdRequest): Promise<PetUpsertResult>;
}

/** The input and the options of `listCategories` in {@link Operations}. */
export interface ListCategoriesRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listCategories` resolves to, by status. */
export type ListCategoriesResponse =
  | TaggedAnswer<200, Categories>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createCategory` in {@link Operations}. */
export interface CreateCategoryRequest extends RequestOptions {
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: NewCategory;
}

/** What `createCategory` resolves to, by status. */
export type CreateCategoryResponse =
  | TaggedAnswer<201, Category>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getCategory` in {@link Operations}. */
export interface GetCategoryRequest extends RequestOptions {
  params: {
    /** Identifier of the category. */
    categoryId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getCategory` resolves to, by status. */
export type GetCategoryResponse =
  | TaggedAnswer<200, Category>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateCategory` in {@link Operations}. */
export interface UpdateCategoryRequest extends RequestOptions {
  params: {
    /** Identifier of the category. */
    categoryId: number;
  };
  headers?: {
    /** The `ETag` of the category that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: CategoryChange;
}

/** What `updateCategory` resolves to, by status. */
export type UpdateCategoryResponse =
  | TaggedAnswer<200, Category>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deleteCategory` in {@link Operations}. */
export interface DeleteCategoryRequest extends RequestOptions {
  params: {
    /** Identifier of the category. */
    categoryId: number;
  };
  headers?: {
    /** The `ETag` of the category that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
}

/** What `deleteCategory` resolves to, by status. */
export type DeleteCategoryResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `mergeCategory` in {@link Operations}. */
export interface MergeCategoryRequest extends RequestOptions {
  params: {
    /** Identifier of the category. */
    categoryId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** The `ETag` of the category to merge that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: CategoryMerge;
}

/** What `mergeCategory` resolves to, by status. */
export type MergeCategoryResponse =
  | TaggedAnswer<200, Category>
  | TaggedAnswer<202, CategoryMergeJob>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getCategoryMerge` in {@link Operations}. */
export interface GetCategoryMergeRequest extends RequestOptions {
  params: {
    /** Identifier of the merge. */
    mergeId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getCategoryMerge` resolves to, by status. */
export type GetCategoryMergeResponse =
  | TaggedAnswer<200, CategoryMergeJob>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `categories`. */
export interface CategoriesOperations {
  /**
   * List categories
   *
   * Returns a page of categories with the number of their pets, ordered by lower-case name; unnamed ones come last, by id.
   *
   * `GET /v1/categories`
   */
  listCategories(request?: ListCategoriesRequest): Promise<ListCategoriesResponse>;
  /**
   * Create a category
   *
   * Creates a category with a new id.
   *
   * `POST /v1/categories`
   */
  createCategory(request: CreateCategoryRequest): Promise<CreateCategoryResponse>;
  /**
   * Get a category
   *
   * Returns one category with the number of its pets.
   *
   * `GET /v1/categories/{categoryId}`
   */
  getCategory(request: GetCategoryRequest): Promise<GetCategoryResponse>;
  /**
   * Update a category
   *
   * Sets or replaces the name of the category.
   *
   * `PATCH /v1/categories/{categoryId}`
   */
  updateCategory<Field extends keyof CategoryChange>(request: UpdateCategoryRequest & { readonly body: SomeOf<CategoryChange, Field> }): Promise<UpdateCategoryResponse>;
  /**
   * Delete a category
   *
   * Deletes a category that has no pets.
   *
   * `DELETE /v1/categories/{categoryId}`
   */
  deleteCategory(request: DeleteCategoryRequest): Promise<DeleteCategoryResponse>;
  /**
   * Merge a category into another
   *
   * Moves all pets of the category into another and deletes it. Up to 10,000 pets are moved in one transaction, and the response is 200. If there are more, they are moved in steps after the response, which is 202: `GET /category-merges/{mergeId}` returns the progress. Until the last step both categories exist, each pet is in one of them, and pets that are added to the source are moved as well. A merge cannot be undone, so clerks can merge only categories of at most 100 pets.
   *
   * `POST /v1/categories/{categoryId}/merge`
   */
  mergeCategory(request: MergeCategoryRequest): Promise<MergeCategoryResponse>;
  /**
   * Get the progress of a merge
   *
   * Returns one merge of a category with many pets. It exists for 30 days after it is done.
   *
   * `GET /v1/category-merges/{mergeId}`
   */
  getCategoryMerge(request: GetCategoryMergeRequest): Promise<GetCategoryMergeResponse>;
  /** Every entry of `listCategories`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListCategoriesRequest): AsyncGenerator<Category, void, undefined>;
  /** Every page of `listCategories`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListCategoriesRequest): AsyncGenerator<Paged<TaggedAnswer<200, Categories>>, void, undefined>;
}

/** The operations of {@link CategoriesOperations}: each resolves to the body, or rejects. */
export interface ThrowingCategoriesOperations {
  /**
   * List categories
   *
   * Returns a page of categories with the number of their pets, ordered by lower-case name; unnamed ones come last, by id.
   *
   * `GET /v1/categories`
   */
  listCategories(request?: ListCategoriesRequest): Promise<Categories>;
  /**
   * Create a category
   *
   * Creates a category with a new id.
   *
   * `POST /v1/categories`
   */
  createCategory(request: CreateCategoryRequest): Promise<Category>;
  /**
   * Get a category
   *
   * Returns one category with the number of its pets.
   *
   * `GET /v1/categories/{categoryId}`
   */
  getCategory(request: GetCategoryRequest): Promise<Category>;
  /**
   * Update a category
   *
   * Sets or replaces the name of the category.
   *
   * `PATCH /v1/categories/{categoryId}`
   */
  updateCategory<Field extends keyof CategoryChange>(request: UpdateCategoryRequest & { readonly body: SomeOf<CategoryChange, Field> }): Promise<Category>;
  /**
   * Delete a category
   *
   * Deletes a category that has no pets.
   *
   * `DELETE /v1/categories/{categoryId}`
   */
  deleteCategory(request: DeleteCategoryRequest): Promise<void>;
  /**
   * Merge a category into another
   *
   * Moves all pets of the category into another and deletes it. Up to 10,000 pets are moved in one transaction, and the response is 200. If there are more, they are moved in steps after the response, which is 202: `GET /category-merges/{mergeId}` returns the progress. Until the last step both categories exist, each pet is in one of them, and pets that are added to the source are moved as well. A merge cannot be undone, so clerks can merge only categories of at most 100 pets.
   *
   * `POST /v1/categories/{categoryId}/merge`
   */
  mergeCategory(request: MergeCategoryRequest): Promise<Category | CategoryMergeJob>;
  /**
   * Get the progress of a merge
   *
   * Returns one merge of a category with many pets. It exists for 30 days after it is done.
   *
   * `GET /v1/category-merges/{mergeId}`
   */
  getCategoryMerge(request: GetCategoryMergeRequest): Promise<CategoryMergeJob>;
}

/** The input and the options of `listAttributes` in {@link Operations}. */
export interface ListAttributesRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listAttributes` resolves to, by status. */
export type ListAttributesResponse =
  | TaggedAnswer<200, Attributes>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createAttribute` in {@link Operations}. */
export interface CreateAttributeRequest extends RequestOptions {
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: NewAttribute;
}

/** What `createAttribute` resolves to, by status. */
export type CreateAttributeResponse =
  | TaggedAnswer<201, Attribute>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getAttribute` in {@link Operations}. */
export interface GetAttributeRequest extends RequestOptions {
  params: {
    /** Identifier of the attribute. */
    attributeId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getAttribute` resolves to, by status. */
export type GetAttributeResponse =
  | TaggedAnswer<200, Attribute>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateAttribute` in {@link Operations}. */
export interface UpdateAttributeRequest extends RequestOptions {
  params: {
    /** Identifier of the attribute. */
    attributeId: number;
  };
  headers?: {
    /** The `ETag` of the attribute that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: AttributeChange;
}

/** What `updateAttribute` resolves to, by status. */
export type UpdateAttributeResponse =
  | TaggedAnswer<200, Attribute>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deleteAttribute` in {@link Operations}. */
export interface DeleteAttributeRequest extends RequestOptions {
  params: {
    /** Identifier of the attribute. */
    attributeId: number;
  };
  query?: {
    /** Whether to delete it even if pets have values of it. */
    force?: boolean | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of the attribute that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
}

/** What `deleteAttribute` resolves to, by status. */
export type DeleteAttributeResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `restoreAttribute` in {@link Operations}. */
export interface RestoreAttributeRequest extends RequestOptions {
  params: {
    /** Identifier of the attribute. */
    attributeId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
}

/** What `restoreAttribute` resolves to, by status. */
export type RestoreAttributeResponse =
  | TaggedAnswer<200, Attribute>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `attributes`. */
export interface AttributesOperations {
  /**
   * List attributes
   *
   * Returns a page of attributes, ordered by position, then by id. For API keys of scope `read`, an attribute that is not public does not exist.
   *
   * `GET /v1/attributes`
   */
  listAttributes(request?: ListAttributesRequest): Promise<ListAttributesResponse>;
  /**
   * Create an attribute
   *
   * Defines a field of pets. A store has at most 60 attributes, including archived ones.
   *
   * `POST /v1/attributes`
   */
  createAttribute(request: CreateAttributeRequest): Promise<CreateAttributeResponse>;
  /**
   * Get an attribute
   *
   * Returns one attribute. For API keys of scope `read`, an attribute that is not public does not exist.
   *
   * `GET /v1/attributes/{attributeId}`
   */
  getAttribute(request: GetAttributeRequest): Promise<GetAttributeResponse>;
  /**
   * Update an attribute
   *
   * Changes those fields of the attribute that are in the body. Texts can always be changed. Bounds, decimals and options can be changed only if the values of all pets remain valid.
   *
   * `PATCH /v1/attributes/{attributeId}`
   */
  updateAttribute<Field extends keyof AttributeChange>(request: UpdateAttributeRequest & { readonly body: SomeOf<AttributeChange, Field> }): Promise<UpdateAttributeResponse>;
  /**
   * Delete an attribute
   *
   * Deletes an attribute. If pets have values of it, archive it instead, or delete it with `force=true`: then nobody sees its values any more. For 30 days `POST /v1/attributes/{attributeId}/restore` brings back the attribute with its values.
   *
   * `DELETE /v1/attributes/{attributeId}`
   */
  deleteAttribute(request: DeleteAttributeRequest): Promise<DeleteAttributeResponse>;
  /**
   * Restore an attribute
   *
   * Brings a deleted attribute back under its id, with the values of the pets that still exist, for 30 days after its deletion. Its list loses the categories that were deleted in the meantime. An attribute that is not deleted is returned unchanged.
   *
   * `POST /v1/attributes/{attributeId}/restore`
   */
  restoreAttribute(request: RestoreAttributeRequest): Promise<RestoreAttributeResponse>;
  /** Every entry of `listAttributes`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListAttributesRequest): AsyncGenerator<Attribute, void, undefined>;
  /** Every page of `listAttributes`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListAttributesRequest): AsyncGenerator<Paged<TaggedAnswer<200, Attributes>>, void, undefined>;
}

/** The operations of {@link AttributesOperations}: each resolves to the body, or rejects. */
export interface ThrowingAttributesOperations {
  /**
   * List attributes
   *
   * Returns a page of attributes, ordered by position, then by id. For API keys of scope `read`, an attribute that is not public does not exist.
   *
   * `GET /v1/attributes`
   */
  listAttributes(request?: ListAttributesRequest): Promise<Attributes>;
  /**
   * Create an attribute
   *
   * Defines a field of pets. A store has at most 60 attributes, including archived ones.
   *
   * `POST /v1/attributes`
   */
  createAttribute(request: CreateAttributeRequest): Promise<Attribute>;
  /**
   * Get an attribute
   *
   * Returns one attribute. For API keys of scope `read`, an attribute that is not public does not exist.
   *
   * `GET /v1/attributes/{attributeId}`
   */
  getAttribute(request: GetAttributeRequest): Promise<Attribute>;
  /**
   * Update an attribute
   *
   * Changes those fields of the attribute that are in the body. Texts can always be changed. Bounds, decimals and options can be changed only if the values of all pets remain valid.
   *
   * `PATCH /v1/attributes/{attributeId}`
   */
  updateAttribute<Field extends keyof AttributeChange>(request: UpdateAttributeRequest & { readonly body: SomeOf<AttributeChange, Field> }): Promise<Attribute>;
  /**
   * Delete an attribute
   *
   * Deletes an attribute. If pets have values of it, archive it instead, or delete it with `force=true`: then nobody sees its values any more. For 30 days `POST /v1/attributes/{attributeId}/restore` brings back the attribute with its values.
   *
   * `DELETE /v1/attributes/{attributeId}`
   */
  deleteAttribute(request: DeleteAttributeRequest): Promise<void>;
  /**
   * Restore an attribute
   *
   * Brings a deleted attribute back under its id, with the values of the pets that still exist, for 30 days after its deletion. Its list loses the categories that were deleted in the meantime. An attribute that is not deleted is returned unchanged.
   *
   * `POST /v1/attributes/{attributeId}/restore`
   */
  restoreAttribute(request: RestoreAttributeRequest): Promise<Attribute>;
}

/** The input and the options of `getProfile` in {@link Operations}. */
export interface GetProfileRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getProfile` resolves to, by status. */
export type GetProfileResponse =
  | TaggedAnswer<200, Profile>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateProfile` in {@link Operations}. */
export interface UpdateProfileRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  headers?: {
    /** The `ETag` of the profile that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: ProfileChange;
}

/** What `updateProfile` resolves to, by status. */
export type UpdateProfileResponse =
  | TaggedAnswer<200, Profile>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateProfileBatch` in {@link Operations}. */
export interface UpdateProfileBatchRequest extends RequestOptions {
  query?: {
    /** `true` returns the same result and changes nothing. */
    dryRun?: boolean | undefined;
  } | undefined;
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: ProfileUpdates;
}

/** What `updateProfileBatch` resolves to, by status. */
export type UpdateProfileBatchResponse =
  | Answer<200, ProfileBatchResult>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `profiles`. */
export interface ProfilesOperations {
  /**
   * Get the profile of a pet
   *
   * Returns what the store knows about the pet in addition to its fields. For a pet without a profile, the fields are null, and there are no attributes and no photos. API keys of scope `read` get the public attributes.
   *
   * `GET /v1/pets/{petId}/profile`
   */
  getProfile(request: GetProfileRequest): Promise<GetProfileResponse>;
  /**
   * Update the profile of a pet
   *
   * A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. Each value is checked against its attribute; one error names all wrong values. If two requests change different values at the same time, both changes are kept.
   *
   * `PATCH /v1/pets/{petId}/profile`
   */
  updateProfile<Field extends keyof ProfileChange>(request: UpdateProfileRequest & { readonly body: SomeOf<ProfileChange, Field> }): Promise<UpdateProfileResponse>;
  /**
   * Update many profiles
   *
   * Changes the profiles of 1 to 1,000 pets, all or none, each by a JSON Merge Patch (RFC 7396). An error names each problem by the index of its change, counted from 0. Pets can exchange their external ids.
   *
   * `POST /v1/profiles/batch`
   */
  updateProfileBatch(request: UpdateProfileBatchRequest): Promise<UpdateProfileBatchResponse>;
}

/** The operations of {@link ProfilesOperations}: each resolves to the body, or rejects. */
export interface ThrowingProfilesOperations {
  /**
   * Get the profile of a pet
   *
   * Returns what the store knows about the pet in addition to its fields. For a pet without a profile, the fields are null, and there are no attributes and no photos. API keys of scope `read` get the public attributes.
   *
   * `GET /v1/pets/{petId}/profile`
   */
  getProfile(request: GetProfileRequest): Promise<Profile>;
  /**
   * Update the profile of a pet
   *
   * A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. Each value is checked against its attribute; one error names all wrong values. If two requests change different values at the same time, both changes are kept.
   *
   * `PATCH /v1/pets/{petId}/profile`
   */
  updateProfile<Field extends keyof ProfileChange>(request: UpdateProfileRequest & { readonly body: SomeOf<ProfileChange, Field> }): Promise<Profile>;
  /**
   * Update many profiles
   *
   * Changes the profiles of 1 to 1,000 pets, all or none, each by a JSON Merge Patch (RFC 7396). An error names each problem by the index of its change, counted from 0. Pets can exchange their external ids.
   *
   * `POST /v1/profiles/batch`
   */
  updateProfileBatch(request: UpdateProfileBatchRequest): Promise<ProfileBatchResult>;
}

/** The input and the options of `listPhotos` in {@link Operations}. */
export interface ListPhotosRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listPhotos` resolves to, by status. */
export type ListPhotosResponse =
  | TaggedAnswer<200, Photos>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createPhoto` in {@link Operations}. */
export interface CreatePhotoRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  query?: {
    /** What the photo shows, for people who cannot see it. */
    alt?: string | undefined;
  } | undefined;
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: Blob;
}

/** What `createPhoto` resolves to, by status. */
export type CreatePhotoResponse =
  | TaggedAnswer<200 | 201, Photo>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getPhoto` in {@link Operations}. */
export interface GetPhotoRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the photo. */
    photoId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getPhoto` resolves to, by status. */
export type GetPhotoResponse =
  | TaggedAnswer<200, Photo>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updatePhoto` in {@link Operations}. */
export interface UpdatePhotoRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the photo. */
    photoId: number;
  };
  headers?: {
    /** The `ETag` of the photo that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: PhotoChange;
}

/** What `updatePhoto` resolves to, by status. */
export type UpdatePhotoResponse =
  | TaggedAnswer<200, Photo>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deletePhoto` in {@link Operations}. */
export interface DeletePhotoRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the photo. */
    photoId: number;
  };
  query?: {
    /** `true` erases the image permanently: this photo (even if it is already deleted), its files, and every other photo of the same bytes. It requires scope `admin`. */
    erase?: boolean | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of the photo that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
}

/** What `deletePhoto` resolves to, by status. */
export type DeletePhotoResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `restorePhoto` in {@link Operations}. */
export interface RestorePhotoRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the photo. */
    photoId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
}

/** What `restorePhoto` resolves to, by status. */
export type RestorePhotoResponse =
  | TaggedAnswer<200, Photo>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `photos`. */
export interface PhotosOperations {
  /**
   * List the photos of a pet
   *
   * Returns all photos of the pet, at most 20, in the order of their positions.
   *
   * `GET /v1/pets/{petId}/photos`
   */
  listPhotos(request: ListPhotosRequest): Promise<ListPhotosResponse>;
  /**
   * Create a photo of a pet
   *
   * Adds the image in the body as the last photo of the pet, which can have at most 20. The service does not keep the upload itself. It keeps WebP files of it, upright, in sRGB and without metadata such as the place where it was taken. A pet has the same bytes only once: a second upload changes nothing, and if the photo was deleted within the last 30 days, the upload restores it.
   *
   * The client waits at least 140,000 ms for the response.
   *
   * `POST /v1/pets/{petId}/photos`
   */
  createPhoto(request: CreatePhotoRequest): Promise<CreatePhotoResponse>;
  /**
   * Get a photo of a pet
   *
   * Returns one photo. Its files are at the paths in `sizes`.
   *
   * `GET /v1/pets/{petId}/photos/{photoId}`
   */
  getPhoto(request: GetPhotoRequest): Promise<GetPhotoResponse>;
  /**
   * Update a photo of a pet
   *
   * Changes those fields of the photo that are in the body. A new position also moves the other photos.
   *
   * `PATCH /v1/pets/{petId}/photos/{photoId}`
   */
  updatePhoto<Field extends keyof PhotoChange>(request: UpdatePhotoRequest & { readonly body: SomeOf<PhotoChange, Field> }): Promise<UpdatePhotoResponse>;
  /**
   * Delete a photo of a pet
   *
   * Removes the photo from the pet. For 30 days it can be restored, and its files stay.
   *
   * `DELETE /v1/pets/{petId}/photos/{photoId}`
   */
  deletePhoto(request: DeletePhotoRequest): Promise<DeletePhotoResponse>;
  /**
   * Restore a photo of a pet
   *
   * Restores a photo that was deleted at most 30 days ago, at its position. Restoring one that is not deleted changes nothing.
   *
   * `POST /v1/pets/{petId}/photos/{photoId}/restore`
   */
  restorePhoto(request: RestorePhotoRequest): Promise<RestorePhotoResponse>;
}

/** The operations of {@link PhotosOperations}: each resolves to the body, or rejects. */
export interface ThrowingPhotosOperations {
  /**
   * List the photos of a pet
   *
   * Returns all photos of the pet, at most 20, in the order of their positions.
   *
   * `GET /v1/pets/{petId}/photos`
   */
  listPhotos(request: ListPhotosRequest): Promise<Photos>;
  /**
   * Create a photo of a pet
   *
   * Adds the image in the body as the last photo of the pet, which can have at most 20. The service does not keep the upload itself. It keeps WebP files of it, upright, in sRGB and without metadata such as the place where it was taken. A pet has the same bytes only once: a second upload changes nothing, and if the photo was deleted within the last 30 days, the upload restores it.
   *
   * The client waits at least 140,000 ms for the response.
   *
   * `POST /v1/pets/{petId}/photos`
   */
  createPhoto(request: CreatePhotoRequest): Promise<Photo>;
  /**
   * Get a photo of a pet
   *
   * Returns one photo. Its files are at the paths in `sizes`.
   *
   * `GET /v1/pets/{petId}/photos/{photoId}`
   */
  getPhoto(request: GetPhotoRequest): Promise<Photo>;
  /**
   * Update a photo of a pet
   *
   * Changes those fields of the photo that are in the body. A new position also moves the other photos.
   *
   * `PATCH /v1/pets/{petId}/photos/{photoId}`
   */
  updatePhoto<Field extends keyof PhotoChange>(request: UpdatePhotoRequest & { readonly body: SomeOf<PhotoChange, Field> }): Promise<Photo>;
  /**
   * Delete a photo of a pet
   *
   * Removes the photo from the pet. For 30 days it can be restored, and its files stay.
   *
   * `DELETE /v1/pets/{petId}/photos/{photoId}`
   */
  deletePhoto(request: DeletePhotoRequest): Promise<void>;
  /**
   * Restore a photo of a pet
   *
   * Restores a photo that was deleted at most 30 days ago, at its position. Restoring one that is not deleted changes nothing.
   *
   * `POST /v1/pets/{petId}/photos/{photoId}/restore`
   */
  restorePhoto(request: RestorePhotoRequest): Promise<Photo>;
}

/** The input and the options of `listPetNotes` in {@link Operations}. */
export interface ListPetNotesRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listPetNotes` resolves to, by status. */
export type ListPetNotesResponse =
  | TaggedAnswer<200, Notes>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createNote` in {@link Operations}. */
export interface CreateNoteRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: NewNote;
}

/** What `createNote` resolves to, by status. */
export type CreateNoteResponse =
  | TaggedAnswer<200 | 201, Note>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getNote` in {@link Operations}. */
export interface GetNoteRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the note. */
    noteId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getNote` resolves to, by status. */
export type GetNoteResponse =
  | TaggedAnswer<200, Note>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateNote` in {@link Operations}. */
export interface UpdateNoteRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the note. */
    noteId: number;
  };
  headers?: {
    /** The `ETag` of the note that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: NoteChange;
}

/** What `updateNote` resolves to, by status. */
export type UpdateNoteResponse =
  | TaggedAnswer<200, Note>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deleteNote` in {@link Operations}. */
export interface DeleteNoteRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the note. */
    noteId: number;
  };
  headers?: {
    /** The `ETag` of the note that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
}

/** What `deleteNote` resolves to, by status. */
export type DeleteNoteResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `listNotes` in {@link Operations}. */
export interface ListNotesRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by pet: up to 100 ids, one parameter each (`petId=1&petId=2`). */
    petId?: readonly number[] | undefined;
    /** Filters by the identifier in another system: up to 100, one parameter each. */
    externalId?: readonly string[] | undefined;
    /** Filters by whether it is a warning. */
    isWarning?: boolean | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listNotes` resolves to, by status. */
export type ListNotesResponse =
  | TaggedAnswer<200, Notes>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `restoreNote` in {@link Operations}. */
export interface RestoreNoteRequest extends RequestOptions {
  params: {
    /** Identifier of the animal. */
    petId: number;
    /** Identifier of the note. */
    noteId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
}

/** What `restoreNote` resolves to, by status. */
export type RestoreNoteResponse =
  | TaggedAnswer<200, Note>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `notes`. */
export interface NotesOperations {
  /**
   * List the notes of a pet
   *
   * Returns a page of the pet's notes: first the pinned ones, then the others, in both cases the newest first.
   *
   * `GET /v1/pets/{petId}/notes`
   */
  listPetNotes(request: ListPetNotesRequest): Promise<ListPetNotesResponse>;
  /**
   * Create a note
   *
   * Writes a note about the pet, which has at most 1,000. The author of the note is the caller.
   *
   * `POST /v1/pets/{petId}/notes`
   */
  createNote(request: CreateNoteRequest): Promise<CreateNoteResponse>;
  /**
   * Get a note
   *
   * Returns one note.
   *
   * `GET /v1/pets/{petId}/notes/{noteId}`
   */
  getNote(request: GetNoteRequest): Promise<GetNoteResponse>;
  /**
   * Update a note
   *
   * Changes those fields of the note that are in the body. Every caller who may write notes can change any note, and the author stays the same.
   *
   * `PATCH /v1/pets/{petId}/notes/{noteId}`
   */
  updateNote<Field extends keyof NoteChange>(request: UpdateNoteRequest & { readonly body: SomeOf<NoteChange, Field> }): Promise<UpdateNoteResponse>;
  /**
   * Delete a note
   *
   * Deletes a note. `POST` to its path with `/restore` brings it back.
   *
   * `DELETE /v1/pets/{petId}/notes/{noteId}`
   */
  deleteNote(request: DeleteNoteRequest): Promise<DeleteNoteResponse>;
  /**
   * List notes
   *
   * Returns a page of the notes of all pets, newest first. Its filters make it possible to read the warnings of a whole page of pets in one request.
   *
   * `GET /v1/notes`
   */
  listNotes(request?: ListNotesRequest): Promise<ListNotesResponse>;
  /**
   * Restore a note
   *
   * Brings a deleted note back as it was, under its id and with its author, as long as the audit trail has its deletion. A note that exists is returned as it is. Restoring a deleted pet restores the notes that were deleted with it.
   *
   * `POST /v1/pets/{petId}/notes/{noteId}/restore`
   */
  restoreNote(request: RestoreNoteRequest): Promise<RestoreNoteResponse>;
  /** Every entry of `listPetNotes`, page after page by `Link`. @throws {PetStoreError} */
  allPetNotes(request: ListPetNotesRequest): AsyncGenerator<Note, void, undefined>;
  /** Every page of `listPetNotes`, by `Link`. @throws {PetStoreError} */
  pagesOfPetNotes(request: ListPetNotesRequest): AsyncGenerator<Paged<TaggedAnswer<200, Notes>>, void, undefined>;
  /** Every entry of `listNotes`, page after page by `Link`. @throws {PetStoreError} */
  allNotes(request?: ListNotesRequest): AsyncGenerator<Note, void, undefined>;
  /** Every page of `listNotes`, by `Link`. @throws {PetStoreError} */
  pagesOfNotes(request?: ListNotesRequest): AsyncGenerator<Paged<TaggedAnswer<200, Notes>>, void, undefined>;
}

/** The operations of {@link NotesOperations}: each resolves to the body, or rejects. */
export interface ThrowingNotesOperations {
  /**
   * List the notes of a pet
   *
   * Returns a page of the pet's notes: first the pinned ones, then the others, in both cases the newest first.
   *
   * `GET /v1/pets/{petId}/notes`
   */
  listPetNotes(request: ListPetNotesRequest): Promise<Notes>;
  /**
   * Create a note
   *
   * Writes a note about the pet, which has at most 1,000. The author of the note is the caller.
   *
   * `POST /v1/pets/{petId}/notes`
   */
  createNote(request: CreateNoteRequest): Promise<Note>;
  /**
   * Get a note
   *
   * Returns one note.
   *
   * `GET /v1/pets/{petId}/notes/{noteId}`
   */
  getNote(request: GetNoteRequest): Promise<Note>;
  /**
   * Update a note
   *
   * Changes those fields of the note that are in the body. Every caller who may write notes can change any note, and the author stays the same.
   *
   * `PATCH /v1/pets/{petId}/notes/{noteId}`
   */
  updateNote<Field extends keyof NoteChange>(request: UpdateNoteRequest & { readonly body: SomeOf<NoteChange, Field> }): Promise<Note>;
  /**
   * Delete a note
   *
   * Deletes a note. `POST` to its path with `/restore` brings it back.
   *
   * `DELETE /v1/pets/{petId}/notes/{noteId}`
   */
  deleteNote(request: DeleteNoteRequest): Promise<void>;
  /**
   * List notes
   *
   * Returns a page of the notes of all pets, newest first. Its filters make it possible to read the warnings of a whole page of pets in one request.
   *
   * `GET /v1/notes`
   */
  listNotes(request?: ListNotesRequest): Promise<Notes>;
  /**
   * Restore a note
   *
   * Brings a deleted note back as it was, under its id and with its author, as long as the audit trail has its deletion. A note that exists is returned as it is. Restoring a deleted pet restores the notes that were deleted with it.
   *
   * `POST /v1/pets/{petId}/notes/{noteId}/restore`
   */
  restoreNote(request: RestoreNoteRequest): Promise<Note>;
}

/** The input and the options of `listOrders` in {@link Operations}. */
export interface ListOrdersRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by status. */
    status?: OrderStatus | undefined;
    /** Filters by pet. */
    petId?: number | undefined;
    /** Filters by a text anywhere in the reference, ignoring case and accents: `0042` finds `PO-2026-0042`, and `strasse` finds `Straße`. `%`, `_` and `\` have no special meaning. */
    reference?: string | undefined;
    /** Filters by customer. */
    customerId?: number | undefined;
    /** Filters by a text anywhere in the reference or the pet's name and, unless the API key has scope `read`, in the note or the customer's name, e-mail address or telephone number, ignoring case and accents. A number such as `5` or `#5` also finds the order with this id; with fewer than three characters it finds nothing else. */
    q?: string | undefined;
    /** `pet` gives each order its pet, `customer` its customer, one parameter each (`expand=pet&expand=customer`). The `ETag` then also covers the pet and the customer, so `If-Match` does not accept it. API keys of scope `read` get no customer. */
    expand?: readonly ("pet" | "customer")[] | undefined;
    /** Sort order: `-id` returns the newest first. */
    sort?: "id" | "-id" | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listOrders` resolves to, by status. */
export type ListOrdersResponse =
  | TaggedAnswer<200, Orders>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createOrder` in {@link Operations}. */
export interface CreateOrderRequest extends RequestOptions {
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
  } | undefined;
  body: NewOrder;
}

/** What `createOrder` resolves to, by status. */
export type CreateOrderResponse =
  | TaggedAnswer<201, Order>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getOrder` in {@link Operations}. */
export interface GetOrderRequest extends RequestOptions {
  params: {
    /** Identifier of the order. */
    orderId: number;
  };
  query?: {
    /** `pet` gives each order its pet, `customer` its customer, one parameter each (`expand=pet&expand=customer`). The `ETag` then also covers the pet and the customer, so `If-Match` does not accept it. API keys of scope `read` get no customer. */
    expand?: readonly ("pet" | "customer")[] | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getOrder` resolves to, by status. */
export type GetOrderResponse =
  | TaggedAnswer<200, ExpandedOrder>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateOrder` in {@link Operations}. */
export interface UpdateOrderRequest extends RequestOptions {
  params: {
    /** Identifier of the order. */
    orderId: number;
  };
  headers?: {
    /** The `ETag` of the order that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: OrderChange;
}

/** What `updateOrder` resolves to, by status. */
export type UpdateOrderResponse =
  | TaggedAnswer<200, Order>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `orders`. */
export interface OrdersOperations {
  /**
   * List orders
   *
   * Returns a page of orders, ordered by id; `sort=-id` returns the newest first.
   *
   * `GET /v1/orders`
   */
  listOrders(request?: ListOrdersRequest): Promise<ListOrdersResponse>;
  /**
   * Create an order
   *
   * Orders an available pet. The pet becomes `pending`, and its status follows the order until the order is delivered or cancelled. Of two concurrent orders for a pet, exactly one succeeds. If there is a customer with the e-mail address or telephone number of `customer`, the order is for that customer, provided that the name and all other fields of `customer` agree. If there is none, `customer` is added.
   *
   * `POST /v1/orders`
   */
  createOrder(request: CreateOrderRequest): Promise<CreateOrderResponse>;
  /**
   * Get an order
   *
   * Returns one order.
   *
   * `GET /v1/orders/{orderId}`
   */
  getOrder(request: GetOrderRequest): Promise<GetOrderResponse>;
  /**
   * Update an order
   *
   * Changes those fields that are in the body. The status goes `placed` → `approved` → `delivered`, and `cancelled` from the first two. Delivering an order makes its pet `sold`; cancelling makes it `available` again.
   *
   * `PATCH /v1/orders/{orderId}`
   */
  updateOrder<Field extends keyof OrderChange>(request: UpdateOrderRequest & { readonly body: SomeOf<OrderChange, Field> }): Promise<UpdateOrderResponse>;
  /** Every entry of `listOrders`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListOrdersRequest): AsyncGenerator<ExpandedOrder, void, undefined>;
  /** Every page of `listOrders`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListOrdersRequest): AsyncGenerator<Paged<TaggedAnswer<200, Orders>>, void, undefined>;
}

/** The operations of {@link OrdersOperations}: each resolves to the body, or rejects. */
export interface ThrowingOrdersOperations {
  /**
   * List orders
   *
   * Returns a page of orders, ordered by id; `sort=-id` returns the newest first.
   *
   * `GET /v1/orders`
   */
  listOrders(request?: ListOrdersRequest): Promise<Orders>;
  /**
   * Create an order
   *
   * Orders an available pet. The pet becomes `pending`, and its status follows the order until the order is delivered or cancelled. Of two concurrent orders for a pet, exactly one succeeds. If there is a customer with the e-mail address or telephone number of `customer`, the order is for that customer, provided that the name and all other fields of `customer` agree. If there is none, `customer` is added.
   *
   * `POST /v1/orders`
   */
  createOrder(request: CreateOrderRequest): Promise<Order>;
  /**
   * Get an order
   *
   * Returns one order.
   *
   * `GET /v1/orders/{orderId}`
   */
  getOrder(request: GetOrderRequest): Promise<ExpandedOrder>;
  /**
   * Update an order
   *
   * Changes those fields that are in the body. The status goes `placed` → `approved` → `delivered`, and `cancelled` from the first two. Delivering an order makes its pet `sold`; cancelling makes it `available` again.
   *
   * `PATCH /v1/orders/{orderId}`
   */
  updateOrder<Field extends keyof OrderChange>(request: UpdateOrderRequest & { readonly body: SomeOf<OrderChange, Field> }): Promise<Order>;
}

/** The input and the options of `listCustomers` in {@link Operations}. */
export interface ListCustomersRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by a text anywhere in the name, the e-mail address or the telephone number, ignoring case and accents. A number such as `7` or `#7` also finds the customer with this id. */
    q?: string | undefined;
    /** Finds the other customers who may be the same person as this one: they have the same name, ignoring case and accents, or the same telephone number with another prefix. */
    sameAs?: number | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listCustomers` resolves to, by status. */
export type ListCustomersResponse =
  | TaggedAnswer<200, Customers>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createCustomer` in {@link Operations}. */
export interface CreateCustomerRequest extends RequestOptions {
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
  } | undefined;
  body: NewCustomer;
}

/** What `createCustomer` resolves to, by status. */
export type CreateCustomerResponse =
  | TaggedAnswer<201, Customer>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getCustomer` in {@link Operations}. */
export interface GetCustomerRequest extends RequestOptions {
  params: {
    /** Identifier of the customer. */
    customerId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getCustomer` resolves to, by status. */
export type GetCustomerResponse =
  | TaggedAnswer<200, Customer>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateCustomer` in {@link Operations}. */
export interface UpdateCustomerRequest extends RequestOptions {
  params: {
    /** Identifier of the customer. */
    customerId: number;
  };
  headers?: {
    /** The `ETag` of the customer that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: CustomerChange;
}

/** What `updateCustomer` resolves to, by status. */
export type UpdateCustomerResponse =
  | TaggedAnswer<200, Customer>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deleteCustomer` in {@link Operations}. */
export interface DeleteCustomerRequest extends RequestOptions {
  params: {
    /** Identifier of the customer. */
    customerId: number;
  };
  headers?: {
    /** The `ETag` of the customer that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `deleteCustomer` resolves to, by status. */
export type DeleteCustomerResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `mergeCustomer` in {@link Operations}. */
export interface MergeCustomerRequest extends RequestOptions {
  params: {
    /** Identifier of the customer. */
    customerId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** The `ETag` of the customer to merge that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: CustomerMerge;
}

/** What `mergeCustomer` resolves to, by status. */
export type MergeCustomerResponse =
  | Answer<200, CustomerMergeResult>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `exportCustomer` in {@link Operations}. */
export interface ExportCustomerRequest extends RequestOptions {
  params: {
    /** Identifier of the customer. */
    customerId: number;
  };
}

/** What `exportCustomer` resolves to, by status. */
export type ExportCustomerResponse =
  | Answer<200, CustomerExport>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `customers`. */
export interface CustomersOperations {
  /**
   * List customers
   *
   * Returns a page of customers, newest first. 
   *
   * `GET /v1/customers`
   */
  listCustomers(request?: ListCustomersRequest): Promise<ListCustomersResponse>;
  /**
   * Create a customer
   *
   * Adds a customer. An order can also add one, or refer to the customer who already has the address.
   *
   * `POST /v1/customers`
   */
  createCustomer(request: CreateCustomerRequest): Promise<CreateCustomerResponse>;
  /**
   * Get a customer
   *
   * Returns one customer.
   *
   * `GET /v1/customers/{customerId}`
   */
  getCustomer(request: GetCustomerRequest): Promise<GetCustomerResponse>;
  /**
   * Update a customer
   *
   * Changes those fields of the customer that are in the body.
   *
   * `PATCH /v1/customers/{customerId}`
   */
  updateCustomer<Field extends keyof CustomerChange>(request: UpdateCustomerRequest & { readonly body: SomeOf<CustomerChange, Field> }): Promise<UpdateCustomerResponse>;
  /**
   * Delete a customer
   *
   * Erases what the store knows about the person: the customer, the notes of their orders (also in the stored responses of requests), and the saved views that search for them. The orders stay, without `customerId`. The audit trail keeps the id and the time. A customer without an order for 24 months, unless the operator sets another time, is erased automatically.
   *
   * `DELETE /v1/customers/{customerId}`
   */
  deleteCustomer(request: DeleteCustomerRequest): Promise<DeleteCustomerResponse>;
  /**
   * Merge a customer into another
   *
   * Moves the orders of the customer to another and then deletes the customer. If only the deleted customer has an e-mail address, telephone number or postal address, the other one gets it; if both have one, that of the other customer stays. A request moves at most 1,000 orders: repeat it while `remaining` is not 0. A merge cannot be undone.
   *
   * `POST /v1/customers/{customerId}/merge`
   */
  mergeCustomer(request: MergeCustomerRequest): Promise<MergeCustomerResponse>;
  /**
   * Export a customer
   *
   * Returns everything that the store knows about the person: the customer and all of their orders, as one download.
   *
   * The client waits at least 600,000 ms for the response.
   *
   * `GET /v1/customers/{customerId}/export`
   */
  exportCustomer(request: ExportCustomerRequest): Promise<ExportCustomerResponse>;
  /** Every entry of `listCustomers`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListCustomersRequest): AsyncGenerator<Customer, void, undefined>;
  /** Every page of `listCustomers`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListCustomersRequest): AsyncGenerator<Paged<TaggedAnswer<200, Customers>>, void, undefined>;
}

/** The operations of {@link CustomersOperations}: each resolves to the body, or rejects. */
export interface ThrowingCustomersOperations {
  /**
   * List customers
   *
   * Returns a page of customers, newest first. 
   *
   * `GET /v1/customers`
   */
  listCustomers(request?: ListCustomersRequest): Promise<Customers>;
  /**
   * Create a customer
   *
   * Adds a customer. An order can also add one, or refer to the customer who already has the address.
   *
   * `POST /v1/customers`
   */
  createCustomer(request: CreateCustomerRequest): Promise<Customer>;
  /**
   * Get a customer
   *
   * Returns one customer.
   *
   * `GET /v1/customers/{customerId}`
   */
  getCustomer(request: GetCustomerRequest): Promise<Customer>;
  /**
   * Update a customer
   *
   * Changes those fields of the customer that are in the body.
   *
   * `PATCH /v1/customers/{customerId}`
   */
  updateCustomer<Field extends keyof CustomerChange>(request: UpdateCustomerRequest & { readonly body: SomeOf<CustomerChange, Field> }): Promise<Customer>;
  /**
   * Delete a customer
   *
   * Erases what the store knows about the person: the customer, the notes of their orders (also in the stored responses of requests), and the saved views that search for them. The orders stay, without `customerId`. The audit trail keeps the id and the time. A customer without an order for 24 months, unless the operator sets another time, is erased automatically.
   *
   * `DELETE /v1/customers/{customerId}`
   */
  deleteCustomer(request: DeleteCustomerRequest): Promise<void>;
  /**
   * Merge a customer into another
   *
   * Moves the orders of the customer to another and then deletes the customer. If only the deleted customer has an e-mail address, telephone number or postal address, the other one gets it; if both have one, that of the other customer stays. A request moves at most 1,000 orders: repeat it while `remaining` is not 0. A merge cannot be undone.
   *
   * `POST /v1/customers/{customerId}/merge`
   */
  mergeCustomer(request: MergeCustomerRequest): Promise<CustomerMergeResult>;
  /**
   * Export a customer
   *
   * Returns everything that the store knows about the person: the customer and all of their orders, as one download.
   *
   * The client waits at least 600,000 ms for the response.
   *
   * `GET /v1/customers/{customerId}/export`
   */
  exportCustomer(request: ExportCustomerRequest): Promise<CustomerExport>;
}

/** The input and the options of `getInventory` in {@link Operations}. */
export interface GetInventoryRequest extends RequestOptions {
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getInventory` resolves to, by status. */
export type GetInventoryResponse =
  | TaggedAnswer<200, Inventory>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `inventory`. */
export interface InventoryOperations {
  /**
   * Get the inventory
   *
   * Returns the number of pets by status, in total and for each category, from one consistent snapshot.
   *
   * `GET /v1/inventory`
   */
  getInventory(request?: GetInventoryRequest): Promise<GetInventoryResponse>;
}

/** The operations of {@link InventoryOperations}: each resolves to the body, or rejects. */
export interface ThrowingInventoryOperations {
  /**
   * Get the inventory
   *
   * Returns the number of pets by status, in total and for each category, from one consistent snapshot.
   *
   * `GET /v1/inventory`
   */
  getInventory(request?: GetInventoryRequest): Promise<Inventory>;
}

/** The input and the options of `getStatistics` in {@link Operations}. */
export interface GetStatisticsRequest extends RequestOptions {
  query?: {
    /** The number of days, the last one included. */
    days?: number | undefined;
    /** The last of the days; today by default. */
    lastDay?: string | undefined;
    /** The IANA time zone whose days are counted. */
    timeZone?: string | undefined;
    /** `sales` adds the `sales` of each day and category, `categories` the numbers of each category: one parameter each. */
    expand?: readonly ("sales" | "categories")[] | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getStatistics` resolves to, by status. */
export type GetStatisticsResponse =
  | TaggedAnswer<200, Statistics>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `statistics`. */
export interface StatisticsOperations {
  /**
   * Get the statistics of the last days
   *
   * Returns for each of the last days, or of the days up to `lastDay`, how many pets were added, imported and sold, and how many orders were placed. What was undone since, such as an added pet that was deleted or a sale that was taken back, does not count. The response also has the pets that have been pending for a long time. A day without events has zeros. `GET /history?counted=sold` lists the events of a number.
   *
   * `GET /v1/statistics`
   */
  getStatistics(request?: GetStatisticsRequest): Promise<GetStatisticsResponse>;
}

/** The operations of {@link StatisticsOperations}: each resolves to the body, or rejects. */
export interface ThrowingStatisticsOperations {
  /**
   * Get the statistics of the last days
   *
   * Returns for each of the last days, or of the days up to `lastDay`, how many pets were added, imported and sold, and how many orders were placed. What was undone since, such as an added pet that was deleted or a sale that was taken back, does not count. The response also has the pets that have been pending for a long time. A day without events has zeros. `GET /history?counted=sold` lists the events of a number.
   *
   * `GET /v1/statistics`
   */
  getStatistics(request?: GetStatisticsRequest): Promise<Statistics>;
}

/** The input and the options of `listSuggestions` in {@link Operations}. */
export interface ListSuggestionsRequest extends RequestOptions {
  query: {
    /** What was typed, of at most 16 words. The last word may be incomplete. */
    q: string;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listSuggestions` resolves to, by status. */
export type ListSuggestionsResponse =
  | TaggedAnswer<200, Suggestions>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `suggestions`. */
export interface SuggestionsOperations {
  /**
   * List what a person who types may look for
   *
   * Returns up to 8 pets, categories and values of attributes that match a text, as `q` of `GET /pets` finds them. Unless the API key has scope `read`, it also returns customers and orders. At least three are pets if that many match. Only pets are found by corrected words.
   *
   * `GET /v1/suggestions`
   */
  listSuggestions(request: ListSuggestionsRequest): Promise<ListSuggestionsResponse>;
}

/** The operations of {@link SuggestionsOperations}: each resolves to the body, or rejects. */
export interface ThrowingSuggestionsOperations {
  /**
   * List what a person who types may look for
   *
   * Returns up to 8 pets, categories and values of attributes that match a text, as `q` of `GET /pets` finds them. Unless the API key has scope `read`, it also returns customers and orders. At least three are pets if that many match. Only pets are found by corrected words.
   *
   * `GET /v1/suggestions`
   */
  listSuggestions(request: ListSuggestionsRequest): Promise<Suggestions>;
}

/** The input and the options of `getToday` in {@link Operations}. */
export interface GetTodayRequest extends RequestOptions {
  query?: {
    /** The IANA time zone whose days are counted. */
    timeZone?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getToday` resolves to, by status. */
export type GetTodayResponse =
  | TaggedAnswer<200, Today>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `today`. */
export interface TodayOperations {
  /**
   * Get an overview of the store today
   *
   * Returns in one response what the first page of an application shows: parts of `GET /inventory`, `/statistics`, `/pets`, `/orders`, `/actions`, `/history`, `/api-keys` and `/webhook-endpoints`, as these operations return them to the same API key. Parts that its scope does not include are absent. The parts are read one after the other, so a change in between may show in only some of them.
   *
   * `GET /v1/today`
   */
  getToday(request?: GetTodayRequest): Promise<GetTodayResponse>;
}

/** The operations of {@link TodayOperations}: each resolves to the body, or rejects. */
export interface ThrowingTodayOperations {
  /**
   * Get an overview of the store today
   *
   * Returns in one response what the first page of an application shows: parts of `GET /inventory`, `/statistics`, `/pets`, `/orders`, `/actions`, `/history`, `/api-keys` and `/webhook-endpoints`, as these operations return them to the same API key. Parts that its scope does not include are absent. The parts are read one after the other, so a change in between may show in only some of them.
   *
   * `GET /v1/today`
   */
  getToday(request?: GetTodayRequest): Promise<Today>;
}

/** The input and the options of `listViews` in {@link Operations}. */
export interface ListViewsRequest extends RequestOptions {
  query?: {
    /** The list to which the views belong. */
    page?: "pets" | "orders" | "history" | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listViews` resolves to, by status. */
export type ListViewsResponse =
  | TaggedAnswer<200, Views>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getView` in {@link Operations}. */
export interface GetViewRequest extends RequestOptions {
  params: {
    /** The view's name, percent-encoded (`/` is `%2F`): trimmed, then 1 to 60 Unicode code points without control characters, and neither `.` nor `..`. An existing view is found by its name as people read it: case and the way in which accents are encoded make no difference. */
    name: string;
  };
  query?: {
    /** The list to which the views belong. */
    page?: "pets" | "orders" | "history" | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getView` resolves to, by status. */
export type GetViewResponse =
  | TaggedAnswer<200, View>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `putView` in {@link Operations}. */
export interface PutViewRequest extends RequestOptions {
  params: {
    /** The view's name, percent-encoded (`/` is `%2F`): trimmed, then 1 to 60 Unicode code points without control characters, and neither `.` nor `..`. An existing view is found by its name as people read it: case and the way in which accents are encoded make no difference. */
    name: string;
  };
  headers?: {
    /** The `ETag` of the view that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** `*` only creates: if the name is in use, the response is 412 and nothing is replaced. */
    "if-none-match"?: "*" | undefined;
  } | undefined;
  body: NewView;
}

/** What `putView` resolves to, by status. */
export type PutViewResponse =
  | TaggedAnswer<200 | 201, View>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deleteView` in {@link Operations}. */
export interface DeleteViewRequest extends RequestOptions {
  params: {
    /** The view's name, percent-encoded (`/` is `%2F`): trimmed, then 1 to 60 Unicode code points without control characters, and neither `.` nor `..`. An existing view is found by its name as people read it: case and the way in which accents are encoded make no difference. */
    name: string;
  };
  query?: {
    /** The list to which the views belong. */
    page?: "pets" | "orders" | "history" | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of the view that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `deleteView` resolves to, by status. */
export type DeleteViewResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `views`. */
export interface ViewsOperations {
  /**
   * List saved views
   *
   * Returns the views of one page: those of the account of the API key, and up to 1,000 that other accounts share, ordered by lower-case name. A view is not shared while its account is disabled, or is neither a manager nor an owner.
   *
   * `GET /v1/views`
   */
  listViews(request?: ListViewsRequest): Promise<ListViewsResponse>;
  /**
   * Get a view
   *
   * Returns a view of the account of the API key, by its name and page, ignoring case. `GET /views` also has those that other accounts share.
   *
   * `GET /v1/views/{name}`
   */
  getView(request: GetViewRequest): Promise<GetViewResponse>;
  /**
   * Create or replace a view
   *
   * Creates the view with this name for the `page` in the body, or replaces the one that the account of the API key already has, ignoring case. What the body leaves out gets its default. Sharing a view requires scope `admin`, which keys of managers and owners can have. An account can have 100 views of each page.
   *
   * `PUT /v1/views/{name}`
   */
  putView(request: PutViewRequest): Promise<PutViewResponse>;
  /**
   * Delete a view
   *
   * Deletes a view of the account of the API key. For a view of another account the response is 404.
   *
   * `DELETE /v1/views/{name}`
   */
  deleteView(request: DeleteViewRequest): Promise<DeleteViewResponse>;
}

/** The operations of {@link ViewsOperations}: each resolves to the body, or rejects. */
export interface ThrowingViewsOperations {
  /**
   * List saved views
   *
   * Returns the views of one page: those of the account of the API key, and up to 1,000 that other accounts share, ordered by lower-case name. A view is not shared while its account is disabled, or is neither a manager nor an owner.
   *
   * `GET /v1/views`
   */
  listViews(request?: ListViewsRequest): Promise<Views>;
  /**
   * Get a view
   *
   * Returns a view of the account of the API key, by its name and page, ignoring case. `GET /views` also has those that other accounts share.
   *
   * `GET /v1/views/{name}`
   */
  getView(request: GetViewRequest): Promise<View>;
  /**
   * Create or replace a view
   *
   * Creates the view with this name for the `page` in the body, or replaces the one that the account of the API key already has, ignoring case. What the body leaves out gets its default. Sharing a view requires scope `admin`, which keys of managers and owners can have. An account can have 100 views of each page.
   *
   * `PUT /v1/views/{name}`
   */
  putView(request: PutViewRequest): Promise<View>;
  /**
   * Delete a view
   *
   * Deletes a view of the account of the API key. For a view of another account the response is 404.
   *
   * `DELETE /v1/views/{name}`
   */
  deleteView(request: DeleteViewRequest): Promise<void>;
}

/** The input and the options of `getStore` in {@link Operations}. */
export interface GetStoreRequest extends RequestOptions {
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getStore` resolves to, by status. */
export type GetStoreResponse =
  | TaggedAnswer<200, Store>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateStore` in {@link Operations}. */
export interface UpdateStoreRequest extends RequestOptions {
  headers?: {
    /** The `ETag` of the store that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
    /** A UUID. All requests of an account with the same `Action-Key` form one action of `GET /actions`. Use a new UUID for each thing that a person does. */
    "action-key"?: string | undefined;
  } | undefined;
  body: StoreChange;
}

/** What `updateStore` resolves to, by status. */
export type UpdateStoreResponse =
  | TaggedAnswer<200, Store>
  | Answer<400 | 401 | 403 | 406 | 408 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `store`. */
export interface StoreOperations {
  /**
   * Get the store
   *
   * Returns the store's name, address, logo, time zone and currency, its text for contracts and its own words for the statuses of pets. These words are for people: everywhere else in the interface a status is `available`, `pending` or `sold`.
   *
   * `GET /v1/store`
   */
  getStore(request?: GetStoreRequest): Promise<GetStoreResponse>;
  /**
   * Update the store
   *
   * A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. No two statuses can have the same name, ignoring case, and no status can be named by the usual English word for another status.
   *
   * `PATCH /v1/store`
   */
  updateStore<Field extends keyof StoreChange>(request: UpdateStoreRequest & { readonly body: SomeOf<StoreChange, Field> }): Promise<UpdateStoreResponse>;
}

/** The operations of {@link StoreOperations}: each resolves to the body, or rejects. */
export interface ThrowingStoreOperations {
  /**
   * Get the store
   *
   * Returns the store's name, address, logo, time zone and currency, its text for contracts and its own words for the statuses of pets. These words are for people: everywhere else in the interface a status is `available`, `pending` or `sold`.
   *
   * `GET /v1/store`
   */
  getStore(request?: GetStoreRequest): Promise<Store>;
  /**
   * Update the store
   *
   * A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. No two statuses can have the same name, ignoring case, and no status can be named by the usual English word for another status.
   *
   * `PATCH /v1/store`
   */
  updateStore<Field extends keyof StoreChange>(request: UpdateStoreRequest & { readonly body: SomeOf<StoreChange, Field> }): Promise<Store>;
}

/** The input and the options of `listApiKeys` in {@link Operations}. */
export interface ListApiKeysRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by status. */
    status?: ApiKeyStatus | undefined;
    /** Sort order: `-id` returns the newest first. */
    sort?: "id" | "-id" | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listApiKeys` resolves to, by status. */
export type ListApiKeysResponse =
  | TaggedAnswer<200, ApiKeys>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createApiKey` in {@link Operations}. */
export interface CreateApiKeyRequest extends RequestOptions {
  body: NewApiKey;
}

/** What `createApiKey` resolves to, by status. */
export type CreateApiKeyResponse =
  | TaggedAnswer<201, CreatedApiKey>
  | Answer<400 | 401 | 403 | 406 | 408 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getApiKey` in {@link Operations}. */
export interface GetApiKeyRequest extends RequestOptions {
  params: {
    /** Identifier of the API key. */
    keyId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getApiKey` resolves to, by status. */
export type GetApiKeyResponse =
  | TaggedAnswer<200, ApiKey>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `revokeApiKey` in {@link Operations}. */
export interface RevokeApiKeyRequest extends RequestOptions {
  params: {
    /** Identifier of the API key. */
    keyId: number;
  };
  query?: {
    /** `true` also revokes each key that was made with this one, the keys that were made with those, and so on. Either all of them are revoked or none. Use it if somebody else may know the key. */
    descendants?: boolean | undefined;
    /** `true` returns the keys that would be revoked, and revokes none. */
    dryRun?: boolean | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of the API key that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `revokeApiKey` resolves to, by status. */
export type RevokeApiKeyResponse =
  | Answer<200, ApiKeyRevocation>
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `rotateApiKey` in {@link Operations}. */
export interface RotateApiKeyRequest extends RequestOptions {
  params: {
    /** Identifier of the API key. */
    keyId: number;
  };
  headers?: {
    /** The `ETag` of the API key that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: Rotation;
}

/** What `rotateApiKey` resolves to, by status. */
export type RotateApiKeyResponse =
  | TaggedAnswer<201, CreatedApiKey>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `apiKeys`. */
export interface ApiKeysOperations {
  /**
   * List API keys
   *
   * Returns a page of the API keys of all accounts, ordered by id; `sort=-id` returns the newest first. Keys are never deleted: expired and revoked keys stay in the list.
   *
   * `GET /v1/api-keys`
   */
  listApiKeys(request?: ListApiKeysRequest): Promise<ListApiKeysResponse>;
  /**
   * Create an API key
   *
   * Creates an API key for the account of the key that sends the request. That key becomes its parent, unless it is the key of a session. The response shows the secret once and the service does not store it, so an `Idempotency-Key` is refused with 400. If the response is lost, revoke the key and create another.
   *
   * `POST /v1/api-keys`
   */
  createApiKey(request: CreateApiKeyRequest): Promise<CreateApiKeyResponse>;
  /**
   * Get an API key
   *
   * Returns one API key, without its secret.
   *
   * `GET /v1/api-keys/{keyId}`
   */
  getApiKey(request: GetApiKeyRequest): Promise<GetApiKeyResponse>;
  /**
   * Revoke an API key
   *
   * Revokes an API key of any account permanently: the next request that uses it is refused, and every replica refuses it within a second. Revoking a revoked key changes nothing. The keys that were made with it remain valid, unless `descendants` is `true`.
   *
   * `DELETE /v1/api-keys/{keyId}`
   */
  revokeApiKey(request: RevokeApiKeyRequest): Promise<RevokeApiKeyResponse>;
  /**
   * Rotate an API key
   *
   * Creates a new API key with the name, scope, expiry and account of this one. This one expires after the overlap, or at its own expiry if that is earlier. The new key takes its place: it has the same parent, and becomes the parent of its children. If the request is made with a third key, which is neither this key nor its parent, the new key becomes a child of that key instead. Only a key of the same account can rotate this key, and only if it does not expire earlier. The response shows the secret once and the service does not store it, so an `Idempotency-Key` is refused with 400. If the response is lost, revoke the key and create another.
   *
   * `POST /v1/api-keys/{keyId}/rotate`
   */
  rotateApiKey(request: RotateApiKeyRequest): Promise<RotateApiKeyResponse>;
  /** Every entry of `listApiKeys`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListApiKeysRequest): AsyncGenerator<ApiKey, void, undefined>;
  /** Every page of `listApiKeys`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListApiKeysRequest): AsyncGenerator<Paged<TaggedAnswer<200, ApiKeys>>, void, undefined>;
}

/** The operations of {@link ApiKeysOperations}: each resolves to the body, or rejects. */
export interface ThrowingApiKeysOperations {
  /**
   * List API keys
   *
   * Returns a page of the API keys of all accounts, ordered by id; `sort=-id` returns the newest first. Keys are never deleted: expired and revoked keys stay in the list.
   *
   * `GET /v1/api-keys`
   */
  listApiKeys(request?: ListApiKeysRequest): Promise<ApiKeys>;
  /**
   * Create an API key
   *
   * Creates an API key for the account of the key that sends the request. That key becomes its parent, unless it is the key of a session. The response shows the secret once and the service does not store it, so an `Idempotency-Key` is refused with 400. If the response is lost, revoke the key and create another.
   *
   * `POST /v1/api-keys`
   */
  createApiKey(request: CreateApiKeyRequest): Promise<CreatedApiKey>;
  /**
   * Get an API key
   *
   * Returns one API key, without its secret.
   *
   * `GET /v1/api-keys/{keyId}`
   */
  getApiKey(request: GetApiKeyRequest): Promise<ApiKey>;
  /**
   * Revoke an API key
   *
   * Revokes an API key of any account permanently: the next request that uses it is refused, and every replica refuses it within a second. Revoking a revoked key changes nothing. The keys that were made with it remain valid, unless `descendants` is `true`.
   *
   * `DELETE /v1/api-keys/{keyId}`
   */
  revokeApiKey(request: RevokeApiKeyRequest): Promise<ApiKeyRevocation | void>;
  /**
   * Rotate an API key
   *
   * Creates a new API key with the name, scope, expiry and account of this one. This one expires after the overlap, or at its own expiry if that is earlier. The new key takes its place: it has the same parent, and becomes the parent of its children. If the request is made with a third key, which is neither this key nor its parent, the new key becomes a child of that key instead. Only a key of the same account can rotate this key, and only if it does not expire earlier. The response shows the secret once and the service does not store it, so an `Idempotency-Key` is refused with 400. If the response is lost, revoke the key and create another.
   *
   * `POST /v1/api-keys/{keyId}/rotate`
   */
  rotateApiKey(request: RotateApiKeyRequest): Promise<CreatedApiKey>;
}

/** The input and the options of `listAuditEvents` in {@link Operations}. */
export interface ListAuditEventsRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by actor: an account (`account:3`) and what its API keys did, one API key (`key:5`), or the `system`. */
    actor?: string | undefined;
    /** Filters by action. */
    action?: AuditAction | undefined;
    /** Filters by subject: one (`pet:123`) or all of a kind (`pet`, `catalogue`). */
    subject?: string | undefined;
    /** Only the events that `GET /statistics` counts under this name, in the days from `createdFrom` to `createdTo`: one event for each pet or order counted. */
    counted?: "added" | "sold" | "ordered" | undefined;
    /** Only what was created at or after this time: a date-time with an offset (RFC 3339). */
    createdFrom?: string | undefined;
    /** Only what was created before this time: a date-time with an offset (RFC 3339). */
    createdTo?: string | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listAuditEvents` resolves to, by status. */
export type ListAuditEventsResponse =
  | TaggedAnswer<200, AuditEvents>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `auditEvents`. */
export interface AuditEventsOperations {
  /**
   * List audit events
   *
   * Returns a page of the recorded changes, newest first: who, when, what, before and after. Each event is written in the transaction of its change and is never changed or deleted. A request that changes nothing has no event. An event appears when its transaction commits, which may be shortly after its `at`: a client that polls should set `from` to a minute before the newest event it has, and skip the ids it already knows.
   *
   * `GET /v1/audit-events`
   */
  listAuditEvents(request?: ListAuditEventsRequest): Promise<ListAuditEventsResponse>;
  /** Every entry of `listAuditEvents`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListAuditEventsRequest): AsyncGenerator<AuditEvent, void, undefined>;
  /** Every page of `listAuditEvents`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListAuditEventsRequest): AsyncGenerator<Paged<TaggedAnswer<200, AuditEvents>>, void, undefined>;
}

/** The operations of {@link AuditEventsOperations}: each resolves to the body, or rejects. */
export interface ThrowingAuditEventsOperations {
  /**
   * List audit events
   *
   * Returns a page of the recorded changes, newest first: who, when, what, before and after. Each event is written in the transaction of its change and is never changed or deleted. A request that changes nothing has no event. An event appears when its transaction commits, which may be shortly after its `at`: a client that polls should set `from` to a minute before the newest event it has, and skip the ids it already knows.
   *
   * `GET /v1/audit-events`
   */
  listAuditEvents(request?: ListAuditEventsRequest): Promise<AuditEvents>;
}

/** The input and the options of `listEvents` in {@link Operations}. */
export interface ListEventsRequest extends RequestOptions {
  query?: {
    /** Only events after this one, or after this `next`. `now` is the end of the feed: take it, read the catalogue, then follow. Without this parameter the feed starts at its oldest event. */
    after?: string | undefined;
    /** Only events of these types, one parameter each (`types=pet.created&types=pet.deleted`). */
    types?: readonly EventType[] | undefined;
    /** Only events of one subject (`pet:123`) or of all of a kind (`pet`). */
    subject?: string | undefined;
    /** Maximum number of events returned. */
    limit?: number | undefined;
    /** Seconds to wait for an event if there is none; the response comes as soon as there is one. */
    wait?: number | undefined;
  } | undefined;
  headers?: {
    /** The `id` of the last event of a stream. Browsers send it by themselves, and it replaces `after`. */
    "last-event-id"?: string | undefined;
  } | undefined;
}

/** What `listEvents` resolves to, by status. */
export type ListEventsResponse =
  | Answer<200, EventPage>
  | Answer<400 | 401 | 406 | 408 | 410 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `events`. */
export interface EventsOperations {
  /**
   * List what changes
   *
   * Returns committed changes of the catalogue, each once and without a gap. The changes of one subject come in the order of their commits. A key gets the events about what it may read. Events are kept for 30 days unless the store sets another time.
   *
   * To mirror the catalogue, request `after=now` and keep `next`, read the catalogue, then follow the feed from that `next`. With `Accept: text/event-stream` the same events come as Server-Sent Events whose `id` is the cursor, and `Last-Event-ID` resumes the stream. After a 410, start again.
   *
   * The client waits at least 50,000 ms for the response.
   *
   * `GET /v1/events`
   */
  listEvents(request?: ListEventsRequest): Promise<ListEventsResponse>;
}

/** The operations of {@link EventsOperations}: each resolves to the body, or rejects. */
export interface ThrowingEventsOperations {
  /**
   * List what changes
   *
   * Returns committed changes of the catalogue, each once and without a gap. The changes of one subject come in the order of their commits. A key gets the events about what it may read. Events are kept for 30 days unless the store sets another time.
   *
   * To mirror the catalogue, request `after=now` and keep `next`, read the catalogue, then follow the feed from that `next`. With `Accept: text/event-stream` the same events come as Server-Sent Events whose `id` is the cursor, and `Last-Event-ID` resumes the stream. After a 410, start again.
   *
   * The client waits at least 50,000 ms for the response.
   *
   * `GET /v1/events`
   */
  listEvents(request?: ListEventsRequest): Promise<EventPage>;
}

/** The input and the options of `listHistory` in {@link Operations}. */
export interface ListHistoryRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by actor: an account (`account:3`) and what its API keys did, one API key (`key:5`), or the `system`. */
    actor?: string | undefined;
    /** Filters by action. */
    action?: HistoryAction | undefined;
    /** Filters by subject: one (`pet:123`) or all of a kind (`pet`, `catalogue`). */
    subject?: string | undefined;
    /** Only the events that `GET /statistics` counts under this name, in the days from `createdFrom` to `createdTo`: one event for each pet or order counted. */
    counted?: "added" | "sold" | "ordered" | undefined;
    /** Only what was created at or after this time: a date-time with an offset (RFC 3339). */
    createdFrom?: string | undefined;
    /** Only what was created before this time: a date-time with an offset (RFC 3339). */
    createdTo?: string | undefined;
    /** Only the events of one action of `GET /actions`. */
    actionId?: string | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listHistory` resolves to, by status. */
export type ListHistoryResponse =
  | TaggedAnswer<200, AuditEvents>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `listHistoryActors` in {@link Operations}. */
export interface ListHistoryActorsRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by a text anywhere in the name, ignoring case and accents. */
    q?: string | undefined;
    /** Filters by actor: an account (`account:3`) or an API key (`key:5`). The `system` is not listed. */
    actor?: string | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listHistoryActors` resolves to, by status. */
export type ListHistoryActorsResponse =
  | TaggedAnswer<200, HistoryActors>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `history`. */
export interface HistoryOperations {
  /**
   * List the history of the catalogue
   *
   * Returns a page of the audit events about pets, categories, attributes, profiles, notes, orders and imports, newest first, for staff who work with them. Events about API keys and accounts are only in `GET /audit-events`, which requires the scope `admin`. That operation names an account by the address that it signs in with, and this one by its name. An event appears when its transaction commits, which may be shortly after its `at`.
   *
   * `GET /v1/history`
   */
  listHistory(request?: ListHistoryRequest): Promise<ListHistoryResponse>;
  /**
   * List who may have changed the catalogue
   *
   * Returns a page of accounts and API keys by name, for the filter `actor` of `GET /history`. Accounts and keys that are disabled, expired or revoked are included, because their changes stay. A name that equals the filter comes first, then those that start with it. It returns only names, and no address, role or part of a key.
   *
   * `GET /v1/history/actors`
   */
  listHistoryActors(request?: ListHistoryActorsRequest): Promise<ListHistoryActorsResponse>;
  /** Every entry of `listHistory`, page after page by `Link`. @throws {PetStoreError} */
  allHistory(request?: ListHistoryRequest): AsyncGenerator<AuditEvent, void, undefined>;
  /** Every page of `listHistory`, by `Link`. @throws {PetStoreError} */
  pagesOfHistory(request?: ListHistoryRequest): AsyncGenerator<Paged<TaggedAnswer<200, AuditEvents>>, void, undefined>;
  /** Every entry of `listHistoryActors`, page after page by `Link`. @throws {PetStoreError} */
  allHistoryActors(request?: ListHistoryActorsRequest): AsyncGenerator<HistoryActor, void, undefined>;
  /** Every page of `listHistoryActors`, by `Link`. @throws {PetStoreError} */
  pagesOfHistoryActors(request?: ListHistoryActorsRequest): AsyncGenerator<Paged<TaggedAnswer<200, HistoryActors>>, void, undefined>;
}

/** The operations of {@link HistoryOperations}: each resolves to the body, or rejects. */
export interface ThrowingHistoryOperations {
  /**
   * List the history of the catalogue
   *
   * Returns a page of the audit events about pets, categories, attributes, profiles, notes, orders and imports, newest first, for staff who work with them. Events about API keys and accounts are only in `GET /audit-events`, which requires the scope `admin`. That operation names an account by the address that it signs in with, and this one by its name. An event appears when its transaction commits, which may be shortly after its `at`.
   *
   * `GET /v1/history`
   */
  listHistory(request?: ListHistoryRequest): Promise<AuditEvents>;
  /**
   * List who may have changed the catalogue
   *
   * Returns a page of accounts and API keys by name, for the filter `actor` of `GET /history`. Accounts and keys that are disabled, expired or revoked are included, because their changes stay. A name that equals the filter comes first, then those that start with it. It returns only names, and no address, role or part of a key.
   *
   * `GET /v1/history/actors`
   */
  listHistoryActors(request?: ListHistoryActorsRequest): Promise<HistoryActors>;
}

/** The input and the options of `listActions` in {@link Operations}. */
export interface ListActionsRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by actor: an account (`account:3`) and what its API keys did, one API key (`key:5`), or the `system`. */
    actor?: string | undefined;
    /** The action of your own requests with this `Action-Key`. */
    key?: string | undefined;
    /** Only what was created at or after this time: a date-time with an offset (RFC 3339). */
    createdFrom?: string | undefined;
    /** Only what was created before this time: a date-time with an offset (RFC 3339). */
    createdTo?: string | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listActions` resolves to, by status. */
export type ListActionsResponse =
  | TaggedAnswer<200, Actions>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getAction` in {@link Operations}. */
export interface GetActionRequest extends RequestOptions {
  params: {
    /** Identifier of the action. */
    actionId: string;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getAction` resolves to, by status. */
export type GetActionResponse =
  | TaggedAnswer<200, Action>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `undoAction` in {@link Operations}. */
export interface UndoActionRequest extends RequestOptions {
  params: {
    /** Identifier of the action. */
    actionId: string;
  };
  query?: {
    /** Only what the action has changed of this subject; everything by default. */
    subject?: string | undefined;
  } | undefined;
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** The `ETag` of the action that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `undoAction` resolves to, by status. */
export type UndoActionResponse =
  | TaggedAnswer<202, Action>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `stopUndo` in {@link Operations}. */
export interface StopUndoRequest extends RequestOptions {
  params: {
    /** Identifier of the action. */
    actionId: string;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** The `ETag` of the action that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `stopUndo` resolves to, by status. */
export type StopUndoResponse =
  | TaggedAnswer<200, Action>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `actions`. */
export interface ActionsOperations {
  /**
   * List what was done
   *
   * Returns a page of actions on the catalogue, newest first. An action is what a person did in one step: a single change, an import, a merge, a bulk change, or several requests that have the same `Action-Key`. Like `GET /history`, it shows what everyone did and names accounts by their names. An action is listed for as long as the audit trail has its events.
   *
   * `GET /v1/actions`
   */
  listActions(request?: ListActionsRequest): Promise<ListActionsResponse>;
  /**
   * Get an action
   *
   * Returns one action. If it has an undo, the response shows its progress, and names what it left as it is, with the reason.
   *
   * `GET /v1/actions/{actionId}`
   */
  getAction(request: GetActionRequest): Promise<GetActionResponse>;
  /**
   * Undo an action
   *
   * Puts back what the action changed, in steps after the response: `GET /actions/{actionId}` returns the progress. With `subject`, it puts back only that subject. Each subject is put back only if it is still as the action left it. Somebody else's change of another field stays. Pets that the action deleted return with their profiles and notes. Pets, categories, attributes, photos and notes that it made are deleted, unless somebody has touched them since; categories that a pet registered stay. Steps of orders, notes of orders, merges of categories and erased photos cannot be undone. The caller needs the scope that the operations of the action require: `admin` for attributes and the store. The person who did it, managers and owners can undo it for 30 days. They can also undo the undo, which is an action too. If the request is repeated while the undo is running, the response is the same. A stopped undo continues, and one that left something starts again.
   *
   * `POST /v1/actions/{actionId}/undo`
   */
  undoAction(request: UndoActionRequest): Promise<UndoActionResponse>;
  /**
   * Stop an undo
   *
   * Ends a running undo after its current step, or drops one that waits. Everything that it has already put back stays as it is now. `undoAction` continues the undo.
   *
   * `POST /v1/actions/{actionId}/undo/stop`
   */
  stopUndo(request: StopUndoRequest): Promise<StopUndoResponse>;
  /** Every entry of `listActions`, page after page by `Link`. @throws {PetStoreError} */
  all(request?: ListActionsRequest): AsyncGenerator<Action, void, undefined>;
  /** Every page of `listActions`, by `Link`. @throws {PetStoreError} */
  pages(request?: ListActionsRequest): AsyncGenerator<Paged<TaggedAnswer<200, Actions>>, void, undefined>;
}

/** The operations of {@link ActionsOperations}: each resolves to the body, or rejects. */
export interface ThrowingActionsOperations {
  /**
   * List what was done
   *
   * Returns a page of actions on the catalogue, newest first. An action is what a person did in one step: a single change, an import, a merge, a bulk change, or several requests that have the same `Action-Key`. Like `GET /history`, it shows what everyone did and names accounts by their names. An action is listed for as long as the audit trail has its events.
   *
   * `GET /v1/actions`
   */
  listActions(request?: ListActionsRequest): Promise<Actions>;
  /**
   * Get an action
   *
   * Returns one action. If it has an undo, the response shows its progress, and names what it left as it is, with the reason.
   *
   * `GET /v1/actions/{actionId}`
   */
  getAction(request: GetActionRequest): Promise<Action>;
  /**
   * Undo an action
   *
   * Puts back what the action changed, in steps after the response: `GET /actions/{actionId}` returns the progress. With `subject`, it puts back only that subject. Each subject is put back only if it is still as the action left it. Somebody else's change of another field stays. Pets that the action deleted return with their profiles and notes. Pets, categories, attributes, photos and notes that it made are deleted, unless somebody has touched them since; categories that a pet registered stay. Steps of orders, notes of orders, merges of categories and erased photos cannot be undone. The caller needs the scope that the operations of the action require: `admin` for attributes and the store. The person who did it, managers and owners can undo it for 30 days. They can also undo the undo, which is an action too. If the request is repeated while the undo is running, the response is the same. A stopped undo continues, and one that left something starts again.
   *
   * `POST /v1/actions/{actionId}/undo`
   */
  undoAction(request: UndoActionRequest): Promise<Action>;
  /**
   * Stop an undo
   *
   * Ends a running undo after its current step, or drops one that waits. Everything that it has already put back stays as it is now. `undoAction` continues the undo.
   *
   * `POST /v1/actions/{actionId}/undo/stop`
   */
  stopUndo(request: StopUndoRequest): Promise<Action>;
}

/** The input and the options of `listWebhookEndpoints` in {@link Operations}. */
export interface ListWebhookEndpointsRequest extends RequestOptions {
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listWebhookEndpoints` resolves to, by status. */
export type ListWebhookEndpointsResponse =
  | TaggedAnswer<200, WebhookEndpoints>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `createWebhookEndpoint` in {@link Operations}. */
export interface CreateWebhookEndpointRequest extends RequestOptions {
  body: NewWebhookEndpoint;
}

/** What `createWebhookEndpoint` resolves to, by status. */
export type CreateWebhookEndpointResponse =
  | TaggedAnswer<201, CreatedWebhookEndpoint>
  | Answer<400 | 401 | 403 | 406 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `getWebhookEndpoint` in {@link Operations}. */
export interface GetWebhookEndpointRequest extends RequestOptions {
  params: {
    /** Identifier of the webhook endpoint. */
    endpointId: number;
  };
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getWebhookEndpoint` resolves to, by status. */
export type GetWebhookEndpointResponse =
  | TaggedAnswer<200, WebhookEndpoint>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `updateWebhookEndpoint` in {@link Operations}. */
export interface UpdateWebhookEndpointRequest extends RequestOptions {
  params: {
    /** Identifier of the webhook endpoint. */
    endpointId: number;
  };
  headers?: {
    /** The `ETag` of the webhook endpoint that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: WebhookEndpointChange;
}

/** What `updateWebhookEndpoint` resolves to, by status. */
export type UpdateWebhookEndpointResponse =
  | TaggedAnswer<200, WebhookEndpoint>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `deleteWebhookEndpoint` in {@link Operations}. */
export interface DeleteWebhookEndpointRequest extends RequestOptions {
  params: {
    /** Identifier of the webhook endpoint. */
    endpointId: number;
  };
  headers?: {
    /** The `ETag` of the webhook endpoint that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `deleteWebhookEndpoint` resolves to, by status. */
export type DeleteWebhookEndpointResponse =
  | Answer<204, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `rotateWebhookSecret` in {@link Operations}. */
export interface RotateWebhookSecretRequest extends RequestOptions {
  params: {
    /** Identifier of the webhook endpoint. */
    endpointId: number;
  };
  headers?: {
    /** The `ETag` of the webhook endpoint that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: Rotation;
}

/** What `rotateWebhookSecret` resolves to, by status. */
export type RotateWebhookSecretResponse =
  | TaggedAnswer<200, CreatedWebhookEndpoint>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 412 | 413 | 415 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `testWebhookEndpoint` in {@link Operations}. */
export interface TestWebhookEndpointRequest extends RequestOptions {
  params: {
    /** Identifier of the webhook endpoint. */
    endpointId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** The `ETag` of the webhook endpoint that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
}

/** What `testWebhookEndpoint` resolves to, by status. */
export type TestWebhookEndpointResponse =
  | Answer<200, WebhookDelivery>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 412 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `listWebhookDeliveries` in {@link Operations}. */
export interface ListWebhookDeliveriesRequest extends RequestOptions {
  params: {
    /** Identifier of the webhook endpoint. */
    endpointId: number;
  };
  query?: {
    /** Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`. */
    limit?: number | undefined;
    /** Filters by status. */
    status?: "waiting" | "delivered" | "failed" | undefined;
    /** Sort order: `-id` returns the newest first. */
    sort?: "id" | "-id" | undefined;
    /** The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ. */
    cursor?: string | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `listWebhookDeliveries` resolves to, by status. */
export type ListWebhookDeliveriesResponse =
  | TaggedAnswer<200, WebhookDeliveries>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `replayWebhookEndpoint` in {@link Operations}. */
export interface ReplayWebhookEndpointRequest extends RequestOptions {
  params: {
    /** Identifier of the webhook endpoint. */
    endpointId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
    /** The `ETag` of the webhook endpoint that the client has: if it is no longer current, the response is 412 and nothing is changed. */
    "if-match"?: string | undefined;
  } | undefined;
  body: WebhookReplay;
}

/** What `replayWebhookEndpoint` resolves to, by status. */
export type ReplayWebhookEndpointResponse =
  | TaggedAnswer<200, WebhookEndpoint>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The input and the options of `redeliverWebhook` in {@link Operations}. */
export interface RedeliverWebhookRequest extends RequestOptions {
  params: {
    /** Identifier of the delivery. */
    deliveryId: number;
  };
  headers?: {
    /** Makes a retry safe: the first outcome is stored for 24 hours and returned for every repeat by the same account. 1 to 255 characters, bare or quoted: 512 with quotes and escapes. Use a new random value, for example a UUID, for each new request. */
    "idempotency-key"?: string | undefined;
  } | undefined;
}

/** What `redeliverWebhook` resolves to, by status. */
export type RedeliverWebhookResponse =
  | Answer<202, WebhookDelivery>
  | Answer<400 | 401 | 403 | 404 | 406 | 408 | 409 | 422 | 429 | 431 | 500 | 503, ErrorBody>;

/** The operations of `webhooks`. */
export interface WebhooksOperations {
  /**
   * List webhook endpoints
   *
   * Returns a page of webhook endpoints, ordered by id.
   *
   * `GET /v1/webhook-endpoints`
   */
  listWebhookEndpoints(request?: ListWebhookEndpointsRequest): Promise<ListWebhookEndpointsResponse>;
  /**
   * Create a webhook endpoint
   *
   * Sends the events of the feed to a URL from now on, each event at least once, as `{type, timestamp, data}` where `data` is the event of `GET /events`, signed by the Standard Webhooks specification. An event that fails is sent up to 10 times within about 75 hours. A store has at most 20 endpoints. The response shows the secret once, so an `Idempotency-Key` is refused with 400. If the response is lost, rotate the secret.
   *
   * `POST /v1/webhook-endpoints`
   */
  createWebhookEndpoint(request: CreateWebhookEndpointRequest): Promise<CreateWebhookEndpointResponse>;
  /**
   * Get a webhook endpoint
   *
   * Returns one webhook endpoint.
   *
   * `GET /v1/webhook-endpoints/{endpointId}`
   */
  getWebhookEndpoint(request: GetWebhookEndpointRequest): Promise<GetWebhookEndpointResponse>;
  /**
   * Update a webhook endpoint
   *
   * Changes those fields of the webhook endpoint that are in the body. `status` can make a paused or disabled endpoint `active` at once: it continues from its `cursor`.
   *
   * `PATCH /v1/webhook-endpoints/{endpointId}`
   */
  updateWebhookEndpoint<Field extends keyof WebhookEndpointChange>(request: UpdateWebhookEndpointRequest & { readonly body: SomeOf<WebhookEndpointChange, Field> }): Promise<UpdateWebhookEndpointResponse>;
  /**
   * Delete a webhook endpoint
   *
   * Deletes a webhook endpoint and its deliveries. A request that is in flight may still arrive.
   *
   * `DELETE /v1/webhook-endpoints/{endpointId}`
   */
  deleteWebhookEndpoint(request: DeleteWebhookEndpointRequest): Promise<DeleteWebhookEndpointResponse>;
  /**
   * Rotate the secret of a webhook endpoint
   *
   * Gives the endpoint a new secret. During the overlap each request has two signatures, one by the new and one by the old secret. A second rotation ends the oldest secret at once. The response shows the secret once, so an `Idempotency-Key` is refused with 400. If the response is lost, rotate the secret.
   *
   * `POST /v1/webhook-endpoints/{endpointId}/rotate`
   */
  rotateWebhookSecret(request: RotateWebhookSecretRequest): Promise<RotateWebhookSecretResponse>;
  /**
   * Test a webhook endpoint
   *
   * Sends one signed message of type `test` at once, whatever the status of the endpoint, and returns the outcome. It is not repeated, and changes no status.
   *
   * The client waits at least 30,000 ms for the response.
   *
   * `POST /v1/webhook-endpoints/{endpointId}/test`
   */
  testWebhookEndpoint(request: TestWebhookEndpointRequest): Promise<TestWebhookEndpointResponse>;
  /**
   * List the deliveries of a webhook endpoint
   *
   * Returns a page of the deliveries, ordered by id; `sort=-id` returns the newest first. They are kept for 30 days, and at most 1,000 for each endpoint, not counting those that wait.
   *
   * `GET /v1/webhook-endpoints/{endpointId}/deliveries`
   */
  listWebhookDeliveries(request: ListWebhookDeliveriesRequest): Promise<ListWebhookDeliveriesResponse>;
  /**
   * Replay events to a webhook endpoint
   *
   * Moves the endpoint's `cursor`: the events after it are sent again in order, with the same `webhook-id` as before.
   *
   * `POST /v1/webhook-endpoints/{endpointId}/replay`
   */
  replayWebhookEndpoint(request: ReplayWebhookEndpointRequest): Promise<ReplayWebhookEndpointResponse>;
  /**
   * Redeliver an event
   *
   * Sends the event of a delivery again as soon as possible, with the same `webhook-id`. If the delivery has used all its attempts, it is sent once more. The endpoint must be active. An endpoint that is not active continues by itself when it becomes active.
   *
   * `POST /v1/webhook-deliveries/{deliveryId}/redeliver`
   */
  redeliverWebhook(request: RedeliverWebhookRequest): Promise<RedeliverWebhookResponse>;
  /** Every entry of `listWebhookEndpoints`, page after page by `Link`. @throws {PetStoreError} */
  allWebhookEndpoints(request?: ListWebhookEndpointsRequest): AsyncGenerator<WebhookEndpoint, void, undefined>;
  /** Every page of `listWebhookEndpoints`, by `Link`. @throws {PetStoreError} */
  pagesOfWebhookEndpoints(request?: ListWebhookEndpointsRequest): AsyncGenerator<Paged<TaggedAnswer<200, WebhookEndpoints>>, void, undefined>;
  /** Every entry of `listWebhookDeliveries`, page after page by `Link`. @throws {PetStoreError} */
  allWebhookDeliveries(request: ListWebhookDeliveriesRequest): AsyncGenerator<WebhookDelivery, void, undefined>;
  /** Every page of `listWebhookDeliveries`, by `Link`. @throws {PetStoreError} */
  pagesOfWebhookDeliveries(request: ListWebhookDeliveriesRequest): AsyncGenerator<Paged<TaggedAnswer<200, WebhookDeliveries>>, void, undefined>;
}

/** The operations of {@link WebhooksOperations}: each resolves to the body, or rejects. */
export interface ThrowingWebhooksOperations {
  /**
   * List webhook endpoints
   *
   * Returns a page of webhook endpoints, ordered by id.
   *
   * `GET /v1/webhook-endpoints`
   */
  listWebhookEndpoints(request?: ListWebhookEndpointsRequest): Promise<WebhookEndpoints>;
  /**
   * Create a webhook endpoint
   *
   * Sends the events of the feed to a URL from now on, each event at least once, as `{type, timestamp, data}` where `data` is the event of `GET /events`, signed by the Standard Webhooks specification. An event that fails is sent up to 10 times within about 75 hours. A store has at most 20 endpoints. The response shows the secret once, so an `Idempotency-Key` is refused with 400. If the response is lost, rotate the secret.
   *
   * `POST /v1/webhook-endpoints`
   */
  createWebhookEndpoint(request: CreateWebhookEndpointRequest): Promise<CreatedWebhookEndpoint>;
  /**
   * Get a webhook endpoint
   *
   * Returns one webhook endpoint.
   *
   * `GET /v1/webhook-endpoints/{endpointId}`
   */
  getWebhookEndpoint(request: GetWebhookEndpointRequest): Promise<WebhookEndpoint>;
  /**
   * Update a webhook endpoint
   *
   * Changes those fields of the webhook endpoint that are in the body. `status` can make a paused or disabled endpoint `active` at once: it continues from its `cursor`.
   *
   * `PATCH /v1/webhook-endpoints/{endpointId}`
   */
  updateWebhookEndpoint<Field extends keyof WebhookEndpointChange>(request: UpdateWebhookEndpointRequest & { readonly body: SomeOf<WebhookEndpointChange, Field> }): Promise<WebhookEndpoint>;
  /**
   * Delete a webhook endpoint
   *
   * Deletes a webhook endpoint and its deliveries. A request that is in flight may still arrive.
   *
   * `DELETE /v1/webhook-endpoints/{endpointId}`
   */
  deleteWebhookEndpoint(request: DeleteWebhookEndpointRequest): Promise<void>;
  /**
   * Rotate the secret of a webhook endpoint
   *
   * Gives the endpoint a new secret. During the overlap each request has two signatures, one by the new and one by the old secret. A second rotation ends the oldest secret at once. The response shows the secret once, so an `Idempotency-Key` is refused with 400. If the response is lost, rotate the secret.
   *
   * `POST /v1/webhook-endpoints/{endpointId}/rotate`
   */
  rotateWebhookSecret(request: RotateWebhookSecretRequest): Promise<CreatedWebhookEndpoint>;
  /**
   * Test a webhook endpoint
   *
   * Sends one signed message of type `test` at once, whatever the status of the endpoint, and returns the outcome. It is not repeated, and changes no status.
   *
   * The client waits at least 30,000 ms for the response.
   *
   * `POST /v1/webhook-endpoints/{endpointId}/test`
   */
  testWebhookEndpoint(request: TestWebhookEndpointRequest): Promise<WebhookDelivery>;
  /**
   * List the deliveries of a webhook endpoint
   *
   * Returns a page of the deliveries, ordered by id; `sort=-id` returns the newest first. They are kept for 30 days, and at most 1,000 for each endpoint, not counting those that wait.
   *
   * `GET /v1/webhook-endpoints/{endpointId}/deliveries`
   */
  listWebhookDeliveries(request: ListWebhookDeliveriesRequest): Promise<WebhookDeliveries>;
  /**
   * Replay events to a webhook endpoint
   *
   * Moves the endpoint's `cursor`: the events after it are sent again in order, with the same `webhook-id` as before.
   *
   * `POST /v1/webhook-endpoints/{endpointId}/replay`
   */
  replayWebhookEndpoint(request: ReplayWebhookEndpointRequest): Promise<WebhookEndpoint>;
  /**
   * Redeliver an event
   *
   * Sends the event of a delivery again as soon as possible, with the same `webhook-id`. If the delivery has used all its attempts, it is sent once more. The endpoint must be active. An endpoint that is not active continues by itself when it becomes active.
   *
   * `POST /v1/webhook-deliveries/{deliveryId}/redeliver`
   */
  redeliverWebhook(request: RedeliverWebhookRequest): Promise<WebhookDelivery>;
}

/** The input and the options of `getOpenApiDocument` in {@link Operations}. */
export interface GetOpenApiDocumentRequest extends RequestOptions {
  query?: {
    /** `stable` for the published operations only. */
    stability?: "stable" | undefined;
    /** The version of OpenAPI, `3.1` when omitted. `3.0` is for generators that do not read 3.1: it has the same operations, without `webhooks`. */
    version?: "3.0" | "3.1" | undefined;
  } | undefined;
  headers?: {
    /** The `ETag` of a response that the client has: if it is still current, the response is 304 without a body. */
    "if-none-match"?: string | undefined;
  } | undefined;
}

/** What `getOpenApiDocument` resolves to, by status. */
export type GetOpenApiDocumentResponse =
  | TaggedAnswer<200, Record<string, unknown>>
  | TaggedAnswer<304, undefined>
  | Answer<400 | 406 | 408 | 429 | 431 | 500, ErrorBody>;

/** The operations of `document`. */
export interface DocumentOperations {
  /**
   * Get this document
   *
   * Returns the OpenAPI document of the whole interface or of its stable part. No API key is required.
   *
   * `GET /v1/openapi.json`
   */
  getOpenApiDocument(request?: GetOpenApiDocumentRequest): Promise<GetOpenApiDocumentResponse>;
}

/** The operations of {@link DocumentOperations}: each resolves to the body, or rejects. */
export interface ThrowingDocumentOperations {
  /**
   * Get this document
   *
   * Returns the OpenAPI document of the whole interface or of its stable part. No API key is required.
   *
   * `GET /v1/openapi.json`
   */
  getOpenApiDocument(request?: GetOpenApiDocumentRequest): Promise<Record<string, unknown>>;
}

/** The operations below `/v1`, by group. */
export interface Operations {
  readonly pets: PetsOperations;
  readonly categories: CategoriesOperations;
  readonly attributes: AttributesOperations;
  readonly profiles: ProfilesOperations;
  readonly photos: PhotosOperations;
  readonly notes: NotesOperations;
  readonly orders: OrdersOperations;
  readonly customers: CustomersOperations;
  readonly inventory: InventoryOperations;
  readonly statistics: StatisticsOperations;
  readonly suggestions: SuggestionsOperations;
  readonly today: TodayOperations;
  readonly views: ViewsOperations;
  readonly store: StoreOperations;
  readonly apiKeys: ApiKeysOperations;
  readonly auditEvents: AuditEventsOperations;
  readonly events: EventsOperations;
  readonly history: HistoryOperations;
  readonly actions: ActionsOperations;
  readonly webhooks: WebhooksOperations;
  readonly document: DocumentOperations;
}

/** The operations below `/v1`, by group: each resolves to the body, or rejects. */
export interface ThrowingOperations {
  readonly pets: ThrowingPetsOperations;
  readonly categories: ThrowingCategoriesOperations;
  readonly attributes: ThrowingAttributesOperations;
  readonly profiles: ThrowingProfilesOperations;
  readonly photos: ThrowingPhotosOperations;
  readonly notes: ThrowingNotesOperations;
  readonly orders: ThrowingOrdersOperations;
  readonly customers: ThrowingCustomersOperations;
  readonly inventory: ThrowingInventoryOperations;
  readonly statistics: ThrowingStatisticsOperations;
  readonly suggestions: ThrowingSuggestionsOperations;
  readonly today: ThrowingTodayOperations;
  readonly views: ThrowingViewsOperations;
  readonly store: ThrowingStoreOperations;
  readonly apiKeys: ThrowingApiKeysOperations;
  readonly auditEvents: ThrowingAuditEventsOperations;
  readonly events: ThrowingEventsOperations;
  readonly history: ThrowingHistoryOperations;
  readonly actions: ThrowingActionsOperations;
  readonly webhooks: ThrowingWebhooksOperations;
  readonly document: ThrowingDocumentOperations;
}
