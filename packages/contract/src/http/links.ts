import type { LinkParameters } from "./metadata.js";

/** The operations that a response links to. */
export type Links = Readonly<Record<string, LinkParameters>>;

const id = "$response.body#/id";
const ifUnchanged = { "header.If-Match": "$response.header.ETag" };

/**
 * Links a response with one resource to the operations on it. A change runs only if the resource is still the same.
 * @param one - `kennel`; the operations are then `getKennel`, `updateKennel` and `deleteKennel`.
 * @param idName - The path parameter for its id.
 * @param fields - The other path parameters, which are fields of it.
 */
export const linksToOne = (one: string, idName = "", ...fields: readonly string[]): Links => {
  const noun = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
  const path = {
    ...Object.fromEntries(fields.map((field) => [field, `$response.body#/${field}`])),
    [idName]: id,
  };
  return {
    [`get${noun}`]: path,
    [`update${noun}`]: { ...path, ...ifUnchanged },
    [`delete${noun}`]: { ...path, ...ifUnchanged },
  };
};

/** Links a response with a pet to the operations on it. A change runs only if the pet is still the same. */
export const petLinks: Links = {
  ...linksToOne("pet", "petId"),
  listPets: { id },
  getCategory: { categoryId: "$response.body#/categoryId" },
};

/** Links a response with pets to the operations on the first one. */
export const firstPetLinks: Links = {
  listPets: { id: "$response.body#/0/id" },
  getPet: { petId: "$response.body#/0/id" },
  updatePet: { petId: "$response.body#/0/id" },
  deletePet: { petId: "$response.body#/0/id" },
};

/**
 * Links the response of a merge to the operations on the category that received the pets. The response has no `ETag`.
 */
export const mergedCategoryLinks: Links = {
  getCategory: { categoryId: id },
  updateCategory: { categoryId: id },
  deleteCategory: { categoryId: id },
  mergeCategory: { categoryId: id },
  listPets: { categoryId: id },
};

/** Links a response with a category to the operations on it and to its pets. */
export const categoryLinks: Links = {
  ...mergedCategoryLinks,
  ...linksToOne("category", "categoryId"),
  mergeCategory: { categoryId: id, ...ifUnchanged },
};

/** Links a response with a merge to its progress, and to the category that receives the pets. */
export const categoryMergeLinks: Links = {
  getCategoryMerge: { mergeId: id },
  getCategory: { categoryId: "$response.body#/into" },
};

/** Links a response with an action to its progress and its undo. */
export const actionLinks: Links = {
  getAction: { actionId: id },
  undoAction: { actionId: id },
  listHistory: { actionId: id },
};

/** Links a response with an order to the operations on it and to its pet. */
export const orderLinks: Links = {
  getOrder: { orderId: id },
  updateOrder: { orderId: id, ...ifUnchanged },
  getPet: { petId: "$response.body#/petId" },
  listPets: { id: "$response.body#/petId" },
};

/** Links a response with a customer to the operations on them and to their orders. */
export const customerLinks: Links = {
  ...linksToOne("customer", "customerId"),
  mergeCustomer: { customerId: id, ...ifUnchanged },
  exportCustomer: { customerId: id },
  listOrders: { customerId: id },
};

/** Links a response with an API key to the operations on it. */
export const apiKeyLinks: Links = {
  getApiKey: { keyId: id },
  rotateApiKey: { keyId: id },
  revokeApiKey: { keyId: id },
};

/** Links a response with a new account to the operation that reads it. */
export const userLinks: Links = { getUser: { id: "$response.body#/user/id" } };

/** Links a response with a view to the operations on it. */
export const viewLinks: Links = {
  getView: { name: "$response.body#/name", page: "$response.body#/page" },
  putView: { name: "$response.body#/name", ...ifUnchanged },
  deleteView: { name: "$response.body#/name", page: "$response.body#/page", ...ifUnchanged },
};

/** Links a response with a webhook endpoint to the operations on it. */
export const webhookEndpointLinks: Links = {
  getWebhookEndpoint: { endpointId: id },
  updateWebhookEndpoint: { endpointId: id },
  deleteWebhookEndpoint: { endpointId: id },
  testWebhookEndpoint: { endpointId: id },
  listWebhookDeliveries: { endpointId: id },
};

/** Links a response with a delivery to its endpoint, and to the operation that sends it again. */
export const webhookDeliveryLinks = {
  getWebhookEndpoint: { endpointId: "$response.body#/endpointId" },
  redeliverWebhook: { deliveryId: id },
} as const satisfies Links;
