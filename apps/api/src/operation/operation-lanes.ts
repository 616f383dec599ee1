import type { contract } from "@petstore/contract";
import type { LaneName } from "../concurrency/connection-budget.js";

type Resources = typeof contract;
type OperationId = { [Resource in keyof Resources]: keyof Resources[Resource] }[keyof Resources];

/** The lane of each operation; those without one take a lane by what is asked of them, or ask nothing of the database. */
const operationLanes: Readonly<Record<OperationId, LaneName | undefined>> = {
  listPets: undefined,
  getPet: undefined,
  createPet: "writes",
  createPetBatch: "bulkWrites",
  updatePet: "writes",
  deletePet: "writes",
  // They count the pets of each category.
  listCategories: "searches",
  getCategory: "searches",
  createCategory: "writes",
  updateCategory: "writes",
  deleteCategory: "writes",
  mergeCategory: "bulkWrites",
  listOrders: "reads",
  getOrder: "reads",
  createOrder: "writes",
  updateOrder: "writes",
  getInventory: "searches",
  listApiKeys: "control",
  getApiKey: "control",
  createApiKey: "control",
  revokeApiKey: "control",
  rotateApiKey: "control",
  // Filters that come together may have no index in common.
  listAuditEvents: "searches",
  getOpenApiDocument: undefined,
};

/** @param operationId - A key of the contract. */
export const laneOf = (operationId: string): LaneName | undefined => operationLanes[operationId as OperationId];
