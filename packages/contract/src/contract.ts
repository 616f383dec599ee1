import { initContract } from "@ts-rest/core";
import { apiKeys } from "./api-keys.js";
import { auditEvents } from "./audit-events.js";
import { bulkPetChanges } from "./bulk-pet-changes.js";
import { categories } from "./categories.js";
import { document } from "./document.js";
import { history } from "./history.js";
import { inventory } from "./inventory.js";
import { orders } from "./orders.js";
import { petChanges } from "./pet-changes.js";
import { pets } from "./pets.js";

/** The base path of version 1; every path of the contract is relative to it. */
export const BASE_PATH = "/v1";

/** Every route of the interface. */
export const contract = initContract().router({
  pets: { ...pets, ...petChanges, ...bulkPetChanges },
  categories,
  orders,
  inventory,
  apiKeys,
  auditEvents,
  history,
  document,
});
