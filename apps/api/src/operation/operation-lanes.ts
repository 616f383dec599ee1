import type { contract } from "@petstore/contract/routes";
import type { LaneName } from "../config/connection-budget.js";

type Resources = typeof contract;
type OperationId = { [Resource in keyof Resources]: keyof Resources[Resource] }[keyof Resources];

/**
 * The lanes of operations that are neither short reads nor short writes. Undefined means that the lane depends on the
 * request, or that no database is needed.
 */
const exceptions: { readonly [Name in OperationId]?: LaneName | undefined } = {
  listPets: undefined,
  getPet: undefined,
  createPetBatch: "bulkWrites",
  changePets: "bulkWrites",
  putPetsByExternalId: "bulkWrites",
  updateProfileBatch: "bulkWrites",
  importPets: "bulkWrites",
  exportPets: "exports",
  // Both operations count the pets of each category.
  listCategories: "searches",
  getCategory: "searches",
  mergeCategory: "bulkWrites",
  // Both operations may have to read all profiles.
  updateAttribute: "bulkWrites",
  deleteAttribute: "bulkWrites",
  // This operation holds a slot of a lane only while its statements run, not while the image is read.
  createPhoto: undefined,
  listOrders: undefined,
  listCustomers: "searches",
  exportCustomer: "exports",
  // Both operations search through the stored outcomes.
  deleteCustomer: "bulkWrites",
  mergeCustomer: "bulkWrites",
  // Each part enters the lane of its own operation.
  getToday: undefined,
  listSuggestions: undefined,
  getInventory: "searches",
  getStatistics: "searches",
  listApiKeys: "control",
  getApiKey: "control",
  createApiKey: "control",
  revokeApiKey: "control",
  rotateApiKey: "control",
  // These operations hold a slot of a lane only while their statements run, not while they wait for a name server or a
  // receiver.
  createWebhookEndpoint: undefined,
  updateWebhookEndpoint: undefined,
  testWebhookEndpoint: undefined,
  replayWebhookEndpoint: undefined,
  redeliverWebhook: undefined,
  // These operations read what is being sent at the moment, so they must not read from a standby.
  listWebhookEndpoints: "writes",
  getWebhookEndpoint: "writes",
  listWebhookDeliveries: "writes",
  // There may be no index for a combination of filters.
  listAuditEvents: "searches",
  listHistory: "searches",
  listActions: "searches",
  // This operation holds a slot of a lane only while its statements run, not while it waits for events.
  listEvents: undefined,
  getOpenApiDocument: undefined,
};

export const laneOf = (operationId: string, method: string): LaneName | undefined =>
  operationId in exceptions ? exceptions[operationId as OperationId] : method === "GET" ? "reads" : "writes";
