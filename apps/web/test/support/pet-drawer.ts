import type { Client } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { unique } from "./browser.js";

type Api = Client;

export const drawer = (page: Page) => page.locator("[data-drawer]");
export const nameField = (page: Page) => drawer(page).getByLabel("Name");
export const notice = (page: Page, text: string) => page.getByLabel("Notices").getByText(text, { exact: true });

export const addCategory = async (api: Api): Promise<number> => {
  const { status, body } = await api.categories.createCategory({ body: { name: unique("Kind") } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
};

export const addPet = async (api: Api, name = unique("Luna")) => {
  const { status, body } = await api.pets.createPet({ body: { name, categoryId: await addCategory(api) } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};

export const readPet = async (api: Api, id: number) => {
  const { status, body } = await api.pets.listPets({ query: { id: [id] } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body[0];
};

export const countNamed = async (api: Api, name: string): Promise<number> => {
  const { status, body } = await api.pets.listPets({ query: { name } });
  return status === 200 ? body.length : -1;
};
