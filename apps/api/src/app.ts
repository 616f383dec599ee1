import { BASE_PATH, type contract } from "@petstore/contract/routes";
import express, { type ErrorRequestHandler, type Express } from "express";
import { createApiKey } from "./api-keys/create-api-key.js";
import { getApiKey } from "./api-keys/get-api-key.js";
import { listApiKeys } from "./api-keys/list-api-keys.js";
import { revokeApiKey } from "./api-keys/revoke-api-key.js";
import { rotateApiKey } from "./api-keys/rotate-api-key.js";
import { listAuditEvents } from "./audit/list-audit-events.js";
import { listHistory } from "./audit/list-history.js";
import { listHistoryActors } from "./audit/list-history-actors.js";
import { mountAuth } from "./auth/mount-auth.js";
import { createCategory } from "./categories/create-category.js";
import { deleteCategory } from "./categories/delete-category.js";
import { getCategory } from "./categories/get-category.js";
import { getCategoryMerge } from "./categories/get-category-merge.js";
import { listCategories } from "./categories/list-categories.js";
import { mergeCategory } from "./categories/merge-category.js";
import { updateCategory } from "./categories/update-category.js";
import { exportPets } from "./csv/export-pets.js";
import { importPets } from "./csv/import-pets.js";
import type { Deps } from "./deps.js";
import { getOpenApiDocument } from "./openapi/get-openapi-document.js";
import { pathNotFound } from "./errors.js";
import { sendJsonTexts } from "./http/send-json.js";
import { mountContract, type Operations } from "./http/mount-contract.js";
import { readJsonBody } from "./http/read-json-body.js";
import { readQuery } from "./http/parse-input.js";
import { serviceRoutes } from "./http/service-routes.js";
import { sendRefusal } from "./http/run-mutation.js";
import { getInventory } from "./inventory/get-inventory.js";
import { createOrder } from "./orders/create-order.js";
import { getOrder } from "./orders/get-order.js";
import { listOrders } from "./orders/list-orders.js";
import { updateOrder } from "./orders/update-order.js";
import { changePets } from "./pets/change-pets.js";
import { createPetBatch } from "./pets/create-pet-batch.js";
import { createPet } from "./pets/create-pet.js";
import { deletePet } from "./pets/delete-pet.js";
import { getPet } from "./pets/get-pet.js";
import { listPets } from "./pets/list-pets.js";
import { petRows } from "./pets/pet-listing.js";
import { updatePet } from "./pets/update-pet.js";
import { getStatistics } from "./statistics/get-statistics.js";
import { deleteView } from "./views/delete-view.js";
import { listViews } from "./views/list-views.js";
import { putView } from "./views/put-view.js";

/** All operations of the contract; the fast path answers some of them. */
export const createOperations = (deps: Deps): Operations<typeof contract> => ({
  pets: {
    listPets: listPets(deps),
    getPet: getPet(deps),
    createPet: createPet(deps),
    importPets: importPets(deps),
    exportPets: exportPets(deps, petRows),
    createPetBatch: createPetBatch(deps),
    updatePet: updatePet(deps),
    deletePet: deletePet(),
    changePets: changePets(deps),
  },
  categories: {
    listCategories: listCategories(deps),
    createCategory: createCategory(),
    getCategory: getCategory(deps),
    updateCategory: updateCategory(),
    deleteCategory: deleteCategory(),
    mergeCategory: mergeCategory(),
    getCategoryMerge: getCategoryMerge(deps),
  },
  orders: {
    listOrders: listOrders(deps),
    createOrder: createOrder(deps),
    getOrder: getOrder(deps),
    updateOrder: updateOrder(deps),
  },
  inventory: { getInventory: getInventory(deps) },
  statistics: { getStatistics: getStatistics(deps) },
  views: { listViews: listViews(deps), putView: putView(), deleteView: deleteView() },
  apiKeys: {
    listApiKeys: listApiKeys(deps),
    createApiKey: createApiKey(deps),
    getApiKey: getApiKey(deps),
    revokeApiKey: revokeApiKey(),
    rotateApiKey: rotateApiKey(deps),
  },
  auditEvents: { listAuditEvents: listAuditEvents(deps) },
  history: { listHistory: listHistory(deps), listHistoryActors: listHistoryActors(deps) },
  document: { getOpenApiDocument: getOpenApiDocument(deps) },
});

export const createApp = (deps: Deps, operations: Operations<typeof contract>): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", readQuery);
  sendJsonTexts(app);

  // Express tries routers in order: the most requested one comes first.
  app.use(BASE_PATH, readJsonBody(deps));
  mountContract(app, deps, operations);
  app.use(serviceRoutes(deps));
  app.use("/auth", mountAuth(deps));
  app.use(() => {
    throw pathNotFound();
  });
  const handleError: ErrorRequestHandler = (error, req, res, _next) => sendRefusal(deps, { req, res }, error);
  app.use(handleError);
  return app;
};
