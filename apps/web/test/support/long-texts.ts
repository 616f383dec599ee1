import { setTimeout as delay } from "node:timers/promises";
import type { Action, Pet } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { unique } from "./browser.js";
import { findLayoutProblems, type Widths } from "./layout.js";
import { createPerson } from "./people.js";
import { addPets } from "./pet-list.js";
import { type Api, placeOrder } from "./rows.js";

export type LongScene = {
  readonly path: string;
  /** Brings the loaded page to what the scene shows. */
  readonly act?: (page: Page) => Promise<unknown>;
};

const addCategory = async (api: Api) => {
  const name = unique("Norwegian Forest cats and their kittens");
  const answer = await api.categories.createCategory({ body: { name } });
  if (answer.status !== 201) throw new Error(`The service answered ${answer.status}.`);
  return answer.body.id;
};

/** Undoes an action except for one animal that has changed since. History then says so beside the button. */
const undoPartly = async (api: Api, pets: readonly Pet[]) => {
  const key = crypto.randomUUID();
  const body = pets.map(({ id, ...from }) => ({ id, from, to: { ...from, status: "sold" as const } }));
  await api.pets.changePets({ body, headers: { "action-key": key } });
  await api.pets.updatePet({ params: { petId: pets[0]?.id ?? 0 }, body: { status: "pending" } });
  const { body: found } = await api.actions.listActions({ query: { key } });
  const actionId = (found as readonly Action[])[0]?.id ?? "";
  await api.actions.undoAction({ params: { actionId } });
  // oxlint-disable-next-line no-await-in-loop
  while (((await api.actions.getAction({ params: { actionId } })).body as Action).status === "undoing") await delay(50);
};

/**
 * Returns every page of the admin, with rows that have long texts.
 * @param selectPage - The label of the checkbox for all rows.
 */
export const scenesWithLongTexts = async (
  api: Api,
  selectPage = "Select all on this page",
): Promise<readonly LongScene[]> => {
  const { name, pets } = await addPets(api, 12, unique("Sir Winston of the Long Name"), await addCategory(api));
  const [pet] = pets;
  if (pet === undefined) throw new Error("There is no animal.");
  const person = await createPerson("clerk", "Maximiliane-Alexandra Featherstonehaugh");
  const { customerId } = await placeOrder(api, pet.id, unique("A purchase order with a long reference"), {
    customer: {
      name: unique("Maximiliane-Alexandra Featherstonehaugh"),
      email: `${"long-name".repeat(6)}.${Date.now()}@store.example`,
    },
  });
  await Promise.all([
    api.pets.createPet({ body: { name: "Nameless", categoryId: 7_300 } }),
    undoPartly(api, pets.slice(1, 4)),
    api.apiKeys.createApiKey({ body: { name: unique("The web shop of the branch in the north"), scope: "read" } }),
  ]);
  const animals = `/animals?q=${encodeURIComponent(name)}`;
  const selectAll = (page: Page) => page.getByRole("checkbox", { name: selectPage }).check();
  const paths = [
    "/",
    "/orders?view=board",
    "/orders?view=list",
    "/customers",
    "/report",
    "/categories",
    "/fields",
    "/store",
    "/import",
    "/history",
    "/keys",
    "/account",
  ];
  return [
    ...paths.map((path) => ({ path })),
    { path: `/staff?searchValue=${encodeURIComponent(person.email)}` },
    { path: `/customers?open=${customerId}`, act: (page) => page.getByRole("dialog").waitFor() },
    { path: animals, act: selectAll },
    { path: `${animals}&open=${pet.id}`, act: (page) => page.getByRole("dialog").waitFor() },
  ];
};

/** Shows one scene after another, and returns their problems. */
export const findProblemsOfScenes = async (
  page: Page,
  scenes: readonly LongScene[],
  widths: Widths,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { path, act } of scenes) {
    // One page shows them all.
    /* oxlint-disable no-await-in-loop */
    await page.goto(path);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.waitForFunction(() => document.querySelector("[data-loading], .animate-pulse") === null);
    await act?.(page);
    found.push(...(await findLayoutProblems(page, widths)).map((problem) => `${path}: ${problem}`));
    /* oxlint-enable no-await-in-loop */
  }
  return found;
};
