import type { Client, Order } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { unique } from "./browser.js";

type Api = Client;

export const addPet = async (api: Api, name = unique("Rex")) => {
  const response = await api.pets.createPet({ body: { name, categoryId: 1 } });
  if (response.status !== 201) throw new Error(response.body.message);
  return response.body;
};

export const placeOrder = async (api: Api, reference = unique("PO")) => {
  const pet = await addPet(api);
  const response = await api.orders.createOrder({ body: { petId: pet.id, reference } });
  if (response.status !== 201) throw new Error(response.body.message);
  return { pet, order: response.body, reference };
};

export const statusesOf = async (api: Api, { id, petId }: Order) => {
  const [order, pets] = await Promise.all([
    api.orders.getOrder({ params: { orderId: id } }),
    api.pets.listPets({ query: { id: [petId] } }),
  ]);
  return [order.status === 200 && order.body.status, pets.status === 200 && pets.body[0]?.status];
};

export const rowOf = (page: Page, { id }: Order) => page.locator(`[data-row="${id}"]`);

export const addressOf = (reference: string) => `/orders?q=${encodeURIComponent(reference)}`;
