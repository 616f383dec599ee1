import type { Client, NewOrder, NewPet } from "@petstore/contract/client";
import { expect } from "vitest";
import { unique } from "./browser.js";

export type Api = Client;

/**
 * Waits until a search finds as many animals as have this text in their names. A search waits a moment for the words of
 * the changes before it, but not as long as a busy machine may need.
 */
export const untilFound = async (api: Api, name: string): Promise<void> => {
  const headers = { prefer: "count=exact" };
  const count = async (query: { readonly name?: string; readonly q?: string }) =>
    Number((await api.pets.listPets({ query: { ...query, limit: 1 }, headers })).headers.get("total-count"));
  const all = await count({ name });
  await expect.poll(() => count({ q: name }), { timeout: 60_000 }).toBeGreaterThanOrEqual(all);
};

export const addPet = async (api: Api, fields: Partial<NewPet> = {}) => {
  const response = await api.pets.createPet({ body: { name: unique("Rex"), categoryId: 1, ...fields } });
  if (response.status !== 201) throw new Error(response.body.message);
  await untilFound(api, response.body.name);
  return response.body;
};

export const placeOrder = async (
  api: Api,
  petId: number,
  reference = unique("PO"),
  rest: Pick<NewOrder, "customer"> = {},
) => {
  const response = await api.orders.createOrder({ body: { petId, reference, ...rest } });
  if (response.status !== 201) throw new Error(response.body.message);
  return response.body;
};

export const petsById = async (api: Api, ...id: number[]) => {
  const response = await api.pets.listPets({ query: { id } });
  if (response.status !== 200) throw new Error(`The service answered ${response.status}.`);
  return response.body;
};

export const petsByName = async (api: Api, name: string) => {
  const response = await api.pets.listPets({ query: { name, limit: 100 } });
  if (response.status !== 200) throw new Error(`The service answered ${response.status}.`);
  return response.body;
};

/** Adds an endpoint to which nothing is sent. @returns its id */
export const addWebhook = async (api: Api, url = "http://127.0.0.1:9/hook"): Promise<number> => {
  const response = await api.webhooks.createWebhookEndpoint({ body: { url, types: ["catalogue.imported"] } });
  if (response.status !== 201) throw new Error(response.body.message);
  return response.body.id;
};
