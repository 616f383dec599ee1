import type { Client } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone, expectOnlyThere } from "../support/absence.js";
import { hasBrowser, highlightedOption, test, unique } from "../support/browser.js";

type Api = Client;

const addCategory = async (api: Api, petCount = 0, name = unique("Kind")) => {
  const response = await api.categories.createCategory({ body: { name } });
  if (response.status !== 201) throw new Error(response.body.message);
  const { id } = response.body;
  if (petCount > 0) {
    const body = Array.from({ length: petCount }, (_, index) => ({ name: unique(`Pet ${index}`), categoryId: id }));
    await api.pets.createPetBatch({ body });
  }
  return { id, name };
};

/** Using an unused id registers a category without a name. */
const registerCategory = async (api: Api, categoryId: number) => {
  await api.pets.createPet({ body: { name: unique("Stray"), categoryId } });
};

const rowOf = (page: Page, id: number) => page.locator(`[data-row="${id}"]`);

const addressOf = (name: string) => `/categories?q=${encodeURIComponent(name)}`;

const nameOf = async (api: Api, categoryId: number) => {
  const response = await api.categories.getCategory({ params: { categoryId } });
  return response.status === 200 ? response.body.name : response.status;
};

describe.skipIf(!hasBrowser)("the categories page", () => {
  test("ranks the category with exactly the typed name first in every picker", async ({ open, api }) => {
    const word = unique("Cat");
    const [long, exact, other] = [`A very long ${word} category`, word, unique("Dog")];
    for (const name of [long, exact, other]) await api.categories.createCategory({ body: { name } });
    const page = await open("/animals");
    const first = page.locator("[role=option]").first();
    const type = async () => {
      await page.locator("input[role=combobox]:focus").waitFor();
      await page.keyboard.type(word.toLowerCase());
      await page.locator("[role=option]", { hasText: long }).waitFor();
      await expect.poll(() => first.innerText()).toContain(exact);
      expect(await first.innerText()).not.toContain(long);
    };
    await page.getByRole("button", { name: "Category: Any category" }).click();
    await type();
    await page.goto("/animals?new=true");
    await page.getByRole("dialog").getByRole("combobox", { name: "Category" }).click();
    await type();
    await page.goto(`/categories?q=${encodeURIComponent(other)}`);
    await page.getByRole("button", { name: new RegExp(`^Merge.*${other}`) }).click();
    await type();
  });

  test("renames in place: Escape restores, Enter saves, a taken name shows", async ({ open, api }) => {
    const [category, other] = await Promise.all([addCategory(api), addCategory(api)]);
    const page = await open(addressOf(category.name), { allow: [/status of 409/] });
    const row = rowOf(page, category.id);
    await row.getByRole("button", { name: `Rename ${category.name}` }).click();
    await page.keyboard.type("Something else");
    await page.keyboard.press("Escape");
    const isClosed = row.locator("[data-row-main]:focus", { hasText: category.name });
    await isClosed.waitFor();
    await page.keyboard.press("Enter");
    await page.locator("input:focus").waitFor();
    // The name is unchanged, so nothing is saved.
    await page.keyboard.press("Enter");
    await expectNone(page.getByLabel("Notices").getByText("Saved the name"), isClosed);
    await page.keyboard.press("Enter");
    await page.keyboard.type(other.name.toUpperCase());
    await page.keyboard.press("Enter");
    await row.getByText("Another category has this name.").waitFor();
    await row.locator("input[aria-invalid=true][data-invalid]").waitFor();
    const name = unique("Renamed");
    // Types and submits in one task, as fast as a barcode scanner, so the field is still marked as refused.
    await row.locator("input").evaluate((input: HTMLInputElement, value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      input.form?.requestSubmit();
    }, name);
    await page.getByText(`Saved the name ${name}`).first().waitFor();
    expect(await nameOf(api, category.id)).toBe(name);
    await page.locator("button", { hasText: "Undo" }).click();
    await row.getByText(category.name).first().waitFor();
    expect(await nameOf(api, category.id)).toBe(category.name);
  });

  test("lists unnamed categories first, and moves from one to the next", async ({ open, api }) => {
    const first = 900_000_000 + (Date.now() % 1_000_000_000);
    await registerCategory(api, first);
    await registerCategory(api, first + 1);
    const page = await open("/categories", { width: 390, height: 844 });
    await rowOf(page, first)
      .getByRole("button", { name: `Name it Category ${first}` })
      .click();
    const name = unique("Named");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.getByText(`Saved the name ${name}`).first().waitFor();
    await rowOf(page, first + 1)
      .locator("button:focus", { hasText: "Name it" })
      .waitFor();
    expect(await nameOf(api, first)).toBe(name);
  });

  test("merges by keyboard after a preview, and focuses the other category", async ({ open, api }) => {
    const word = unique("Breed");
    const [from, into] = await Promise.all([addCategory(api, 3, `${word} typo`), addCategory(api, 2, `${word} right`)]);
    const page = await open(addressOf(word));
    await rowOf(page, from.id).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const button = page.locator(`[data-row="${from.id}"] button:focus`);
    await button.waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type(into.name);
    await highlightedOption(page, into.name).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("p:focus", { hasText: `3 animals of ${from.name} move to ${into.name}.` }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(`Merged ${from.name} into ${into.name}, which has 5 animals now`).first().waitFor();
    await rowOf(page, from.id).waitFor({ state: "detached" });
    await rowOf(page, into.id).locator("[data-row-main]:focus").waitFor();
    const merged = await api.categories.getCategory({ params: { categoryId: into.id } });
    expect([merged.status === 200 && merged.body.petCount, await nameOf(api, from.id)]).toEqual([5, 404]);
  });

  test("keeps the dialog of the next merge open when an earlier merge ends", async ({ open, api }) => {
    const word = unique("Late");
    const [from, into] = await Promise.all([addCategory(api, 1, `${word} from`), addCategory(api, 1, `${word} into`)]);
    const page = await open(addressOf(word));
    const job = { id: 1, categoryId: from.id, into: into.id, total: 1, startedAt: "2026-11-24T09:30:00.000Z" };
    const running = { ...job, status: "running", moved: 0, finishedAt: null };
    const done = { ...job, status: "done", moved: 1, finishedAt: "2026-11-24T09:31:00.000Z" };
    let hasEnded = false;
    await page.route(`**/v1/categories/${from.id}/merge`, (route) => route.fulfill({ status: 202, json: running }));
    await page.route("**/v1/category-merges/1", (route) => route.fulfill({ json: hasEnded ? done : running }));
    await page.getByRole("button", { name: `Merge ${from.name}` }).click();
    await page.getByRole("option", { name: into.name }).click();
    await page.getByRole("button", { name: `Merge into ${into.name}` }).click();
    await page.getByText("You may close this").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Merge ${into.name}` }).click();
    const next = page.getByRole("dialog", { name: `Merge ${into.name}` });
    await next.waitFor();
    hasEnded = true;
    await page.getByText(`Merged ${from.name} into ${into.name}`).first().waitFor();
    expect(await next.count()).toBe(1);
  });

  test("adds a category, deletes it when empty, and moves the focus on", async ({ open, api }) => {
    const word = unique("Empty");
    const stays = await addCategory(api, 1, `${word} B`);
    const page = await open(addressOf(word), { width: 390, height: 844 });
    await page.getByRole("button", { name: "New category" }).click();
    await page.getByLabel("Name").fill(`${word} A`);
    await page.getByRole("button", { name: "Add category" }).click();
    const deleteOf = (name: string) => page.getByRole("button", { name: `Delete ${name}` });
    await expectOnlyThere(deleteOf, { there: `${word} A`, notHere: stays.name, settled: rowOf(page, stays.id) });
    await deleteOf(`${word} A`).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(`Deleted ${word} A`).first().waitFor();
    await rowOf(page, stays.id).locator("[data-row-main]:focus").waitFor();
  });
});
