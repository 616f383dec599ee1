import type { Pet } from "@petstore/contract/client";
import type { Locator, Page } from "playwright-core";
import { unique } from "./browser.js";
import { type Api, untilFound } from "./rows.js";

type Pets = readonly Pet[];

const BATCH = 1_000;

/** Adds animals with a name that no other test has. */
export const addPets = async (
  api: Api,
  count: number,
  name = unique("Luna"),
  categoryId = 1,
): Promise<{ name: string; pets: Pets }> => {
  const pets: Pet[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const body = Array.from({ length: Math.min(BATCH, count - start) }, () => ({ name, categoryId }));
    // oxlint-disable-next-line no-await-in-loop
    const answer = await api.pets.createPetBatch({ body });
    if (answer.status !== 201) throw new Error(`The batch was answered ${answer.status}.`);
    pets.push(...answer.body);
  }
  await untilFound(api, name);
  return { name, pets };
};

export const countOf = async (api: Api, name: string, status: Pet["status"]): Promise<number> => {
  const { headers } = await api.pets.listPets({
    query: { name, status, limit: 1 },
    headers: { prefer: "count=exact" },
  });
  return Number(headers.get("total-count"));
};

export const rows = (page: Page): Locator => page.locator("[data-row]");
export const row = (page: Page, id: number): Locator => page.locator(`[data-row="${id}"]`);
export const statusOf = (page: Page, id: number): Locator => row(page, id).getByRole("button");
export const address = (name: string, rest = "") => `/animals?q=${encodeURIComponent(name)}${rest}`;
export const shows = (found: Locator) => found.waitFor({ state: "visible" });
export const focusedRow = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest("[data-row]")?.getAttribute("data-row")));

export const chooseStatus = async (page: Page, status: string) => {
  await page.getByRole("button", { name: "Change status" }).click();
  await page.getByRole("menuitem", { name: status }).click();
};
