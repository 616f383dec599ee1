import type { Client, NewOrder, NewPet } from "@petstore/contract/client";
import { unique } from "./browser.js";

export type Api = Client;

export const addPet = async (api: Api, fields: Partial<NewPet> = {}) => {
  const response = await api.pets.createPet({ body: { name: unique("Rex"), categoryId: 1, ...fields } });
  if (response.status !== 201) throw new Error(response.body.message);
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
  const response = await api.pets.listPets({ query: { q: name, limit: 100 } });
  if (response.status !== 200) throw new Error(`The service answered ${response.status}.`);
  return response.body;
};

/** Adds an endpoint to which nothing is sent. @returns its id */
export const addWebhook = async (api: Api, url = "http://127.0.0.1:9/hook"): Promise<number> => {
  const response = await api.webhooks.createWebhookEndpoint({ body: { url, types: ["catalogue.imported"] } });
  if (response.status !== 201) throw new Error(response.body.message);
  return response.body.id;
};
