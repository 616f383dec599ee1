import type { contract } from "@petstore/contract/routes";
import type { LaneName } from "../config/connection-budget.js";

type Resources = typeof contract;
type OperationId = { [Resource in keyof Resources]: keyof Resources[Resource] }[keyof Resources];

/** Undefined if the request decides the lane, or the operation needs no database. */
const operationLanes: Readonly<Record<OperationId, LaneName | undefined>> = {
  listPets: undefined,
  getPet: undefined,
  createPet: "writes",
  createPetBatch: "bulkWrites",
  changePets: "bulkWrites",
  importPets: "bulkWrites",
  exportPets: "exports",
  updatePet: "writes",
  deletePet: "writes",
  // Both count the pets of each category.
  listCategories: "searches",
  getCategory: "searches",
  createCategory: "writes",
  updateCategory: "writes",
  deleteCategory: "writes",
  mergeCategory: "bulkWrites",
  getCategoryMerge: "reads",
  listOrders: undefined,
  getOrder: "reads",
  createOrder: "writes",
  updateOrder: "writes",
  getInventory: "searches",
  getStatistics: "searches",
  listViews: "reads",
  putView: "writes",
  deleteView: "writes",
  listApiKeys: "control",
  getApiKey: "control",
  createApiKey: "control",
  revokeApiKey: "control",
  rotateApiKey: "control",
  // Combined filters may have no common index.
  listAuditEvents: "searches",
  listHistory: "searches",
  listHistoryActors: "reads",
  getOpenApiDocument: undefined,
};

export const laneOf = (operationId: string): LaneName | undefined => operationLanes[operationId as OperationId];
