import type { contract } from "@petstore/contract/routes";
import type { LaneName } from "../config/connection-budget.js";

type Resources = typeof contract;
type OperationId = { [Resource in keyof Resources]: keyof Resources[Resource] }[keyof Resources];

/**
 * The lanes of operations that are neither short reads nor short writes. Undefined if the request decides, or if no
 * database is needed.
 */
const exceptions: { readonly [Name in OperationId]?: LaneName | undefined } = {
  listPets: undefined,
  getPet: undefined,
  createPetBatch: "bulkWrites",
  changePets: "bulkWrites",
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
  // This enters a lane only for its statements, but not while an image is read.
  createPhoto: undefined,
  listOrders: undefined,
  listCustomers: "searches",
  exportCustomer: "exports",
  // This looks through the stored outcomes.
  deleteCustomer: "bulkWrites",
  // Each part enters the lane of its own operation.
  getToday: undefined,
  getInventory: "searches",
  getStatistics: "searches",
  listApiKeys: "control",
  getApiKey: "control",
  createApiKey: "control",
  revokeApiKey: "control",
  rotateApiKey: "control",
  // These enter a lane only for their statements, but not while a name server or a receiver answers.
  createWebhookEndpoint: undefined,
  updateWebhookEndpoint: undefined,
  testWebhookEndpoint: undefined,
  replayWebhookEndpoint: undefined,
  redeliverWebhook: undefined,
  // These read what is being sent, so they do not read from a standby.
  listWebhookEndpoints: "writes",
  getWebhookEndpoint: "writes",
  listWebhookDeliveries: "writes",
  // Combined filters may have no common index.
  listAuditEvents: "searches",
  listHistory: "searches",
  listActions: "searches",
  // This enters a lane only for its statements, but not while it waits.
  listEvents: undefined,
  getOpenApiDocument: undefined,
};

export const laneOf = (operationId: string, method: string): LaneName | undefined =>
  operationId in exceptions ? exceptions[operationId as OperationId] : method === "GET" ? "reads" : "writes";
