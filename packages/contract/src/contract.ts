import { actions } from "./event/actions.js";
import { apiKeys } from "./account/api-keys.js";
import { attributes } from "./pet/attributes.js";
import { auditEvents } from "./event/audit-events.js";
import { bulkPetChanges } from "./pet/bulk-pet-changes.js";
import { categories } from "./category/categories.js";
import { categoryMerges } from "./category/category-merges.js";
import { customers } from "./order/customers.js";
import { document } from "./http/document-route.js";
import { events } from "./feed/events.js";
import { history } from "./event/history.js";
import { inventory } from "./store/inventory.js";
import { notes } from "./pet/notes.js";
import { orders } from "./order/orders.js";
import { petChanges } from "./pet/pet-changes.js";
import { petFiles } from "./pet/pet-files.js";
import { pets } from "./pet/pets.js";
import { petUpserts } from "./pet/pet-upserts.js";
import { photos } from "./pet/photos.js";
import { profiles } from "./pet/profiles.js";
import { statistics } from "./store/statistics.js";
import { store } from "./store/store.js";
import { suggestions } from "./store/suggestions.js";
import { today } from "./store/today.js";
import { views } from "./store/views.js";
import { webhooks } from "./webhook/webhooks.js";

/** The base path of version 1; every path of the contract is relative to it. */
export const BASE_PATH = "/v1";

/**
 * This type has a name of its own, because TypeScript refuses a declaration file that contains the types of all routes
 * at once.
 */
type Contract = {
  readonly pets: typeof petFiles & typeof pets & typeof petChanges & typeof bulkPetChanges & typeof petUpserts;
  readonly categories: typeof categories & typeof categoryMerges;
  readonly attributes: typeof attributes;
  readonly profiles: typeof profiles;
  readonly photos: typeof photos;
  readonly notes: typeof notes;
  readonly orders: typeof orders;
  readonly customers: typeof customers;
  readonly inventory: typeof inventory;
  readonly statistics: typeof statistics;
  readonly suggestions: typeof suggestions;
  readonly today: typeof today;
  readonly views: typeof views;
  readonly store: typeof store;
  readonly apiKeys: typeof apiKeys;
  readonly auditEvents: typeof auditEvents;
  readonly events: typeof events;
  readonly history: typeof history;
  readonly actions: typeof actions;
  readonly webhooks: typeof webhooks;
  readonly document: typeof document;
};

/** Every route of the interface. */
export const contract: Contract = {
  // Express tries the routes in order, so /pets/export must come before /pets/:petId.
  pets: { ...petFiles, ...pets, ...petChanges, ...bulkPetChanges, ...petUpserts },
  categories: { ...categories, ...categoryMerges },
  attributes,
  profiles,
  photos,
  notes,
  orders,
  customers,
  inventory,
  statistics,
  suggestions,
  today,
  views,
  store,
  apiKeys,
  auditEvents,
  events,
  history,
  actions,
  webhooks,
  document,
};

/** The descriptions of the groups of routes in the documents. */
export const descriptions: Readonly<Record<keyof typeof contract, string>> = {
  pets: "The pets of the store.",
  categories: "The groups that pets belong to.",
  attributes: "The fields that the store defines for its pets.",
  profiles: "What the store knows about a pet in addition to its fields: the values of its attributes, and its photos.",
  photos: "The photos of a pet. Their files are outside `/v1`, and need no API key.",
  notes: "The notes that staff keep about pets, including warnings.",
  orders: "Orders of pets.",
  customers: "The people who place orders.",
  inventory: "The number of pets by status and category.",
  statistics: "What happened on each of the last days.",
  suggestions: "What a person who types may look for.",
  today: "An overview of the store and of the tasks that wait for its staff, in one response.",
  views: "Saved queries of pets, orders and the history, private or shared.",
  store:
    "The settings that the store makes for all of its staff: its name, address, time zone and currency, its text for contracts, and its own names for the statuses of pets.",
  apiKeys: "The API keys that authenticate requests.",
  auditEvents: "The audit trail: who changed what, and when.",
  events: "The changes of the catalogue, in order and without a gap, for programs that follow them.",
  history: "The audit trail of pets, categories, attributes, profiles, photos, notes, orders, imports and the store.",
  actions: "What people did, action by action, and how to undo it.",
  webhooks: "The endpoints that receive events, and the deliveries to them.",
  document: "The OpenAPI document of this interface.",
};
