import { text } from "node:stream/consumers";
import type { Client } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { unique } from "../support/browser.js";
import type { StaffAccount } from "../support/staff.js";

/** The arguments of each job. `isWide` is false on the phone. */
export type Stage = {
  readonly page: Page;
  readonly api: Client;
  readonly account: StaffAccount;
  readonly isWide: boolean;
};

export type Job = (stage: Stage) => Promise<void>;

/** The pages that have tabs on the phone. "More" opens the others. */
const tabs = ["Today", "Animals", "Orders", "Customers"];

const says = (page: Page, words: string) =>
  page.getByRole("region", { name: "Notices" }).getByText(words).first().waitFor();

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

const undoOf = (page: Page, words: string) =>
  page
    .getByRole("region", { name: "Notices" })
    .locator("[data-type]", { hasText: words })
    .getByRole("button", { name: "Undo" })
    .click();

const dialog = (page: Page) => page.getByRole("dialog");

const goTo = async ({ page, isWide }: Stage, title: string): Promise<void> => {
  if (!isWide && !tabs.includes(title)) await press(page, "More");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
};

/** Returns the pages that the navigation offers. */
export const readNavigation = async ({ page, isWide }: Stage): Promise<readonly string[]> => {
  if (!isWide) await press(page, "More");
  const titles = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
  if (!isWide) await press(page, "More");
  return titles.map((title) => title.trim());
};

export const lookAtToday: Job = async (stage) => {
  const { page } = stage;
  await goTo(stage, "Today");
  for (const title of ["Added recently", "The last 30 days", "By category", "Recent changes"]) {
    await page.getByRole("heading", { level: 2, name: title }).waitFor();
  }
  await page.getByRole("link", { name: /^In all/ }).click();
  await page.getByRole("heading", { level: 1, name: "Animals" }).waitFor();
};

const addPet = async ({ page, isWide }: Stage, name: string): Promise<void> => {
  await press(page, isWide ? "Add an animal" : "Add");
  const drawer = page.locator("[data-drawer]");
  await drawer.getByLabel("Name").fill(name);
  await drawer.getByRole("combobox").click();
  await page.getByRole("option").first().click();
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await says(page, `Added ${name}`);
};

const findPet = async ({ page }: Stage, name: string): Promise<void> => {
  await page.getByRole("combobox", { name: "Search animals" }).fill(name);
  await page.getByText("1 animal", { exact: true }).waitFor();
};

const chooseForAll = async ({ page, isWide }: Stage, item: string): Promise<void> => {
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  if (item === "Delete" && isWide) return press(page, "Delete");
  await press(page, isWide ? "Change status" : "Actions");
  return page.getByRole("menuitem", { name: item }).click();
};

const keepView = async ({ page }: Stage): Promise<void> => {
  const view = unique("View");
  await press(page, "Views");
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(view);
  await press(page, "Save view");
  await says(page, `Saved the view “${view}”`);
};

const exportPets = async ({ page }: Stage): Promise<void> => {
  await press(page, "Export");
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "For a spreadsheet" }).click();
  expect((await text(await (await download).createReadStream())).trimEnd().split("\n")).toHaveLength(2);
};

export const workOnPets: Job = async (stage) => {
  const { page, api } = stage;
  const name = unique("Rex");
  await goTo(stage, "Animals");
  await addPet(stage, name);
  await findPet(stage, name);
  const row = page.locator("[data-row]", { hasText: name });
  await row.getByRole("button").click();
  await page.getByRole("menuitemradio", { name: "Sold" }).click();
  await says(page, `${name} is sold`);
  await undoOf(page, `${name} is sold`);
  await says(page, `${name} is available again`);
  await row.getByRole("link").click();
  await page.locator("[data-drawer]").getByLabel("Name", { exact: true }).fill(`${name} II`);
  await page.locator("[data-drawer]").getByRole("button", { name: "Save", exact: true }).click();
  await says(page, `Saved ${name} II`);
  await chooseForAll(stage, "Pending");
  await press(page, "Change 1 animal");
  await says(page, "Marked 1 animal as pending");
  await page.keyboard.press("Control+z");
  await page.locator("[data-row]", { hasText: "Available" }).waitFor();
  await keepView(stage);
  await exportPets(stage);
  await chooseForAll(stage, "Delete");
  await press(page, "Delete 1 animal");
  await says(page, "Deleted 1 animal");
  await page.keyboard.press("Control+z");
  await expect
    .poll(async () => (await api.pets.listPets({ query: { name } })).body, { timeout: 15_000 })
    .toMatchObject([{ name: `${name} II`, status: "available" }]);
  await row.waitFor();
};

const rowOf = (page: Page, words: string) => page.locator("[data-row]", { hasText: words });

const placeOrder = async ({ page, api }: Stage): Promise<string> => {
  const [name, reference] = [unique("Ordered"), unique("PO")];
  await api.pets.createPet({ body: { name, categoryId: 1 } });
  await page.getByRole("button", { name: "New order" }).first().click();
  await page.getByRole("combobox", { name: "Animal" }).fill(name);
  await page.getByRole("option", { name }).click();
  await page.getByRole("textbox", { name: "Reference" }).fill(reference);
  await press(page, "Place order");
  await says(page, `${name} is kept for it`);
  await page.getByLabel("Search orders").fill(reference);
  await rowOf(page, reference).waitFor();
  return reference;
};

export const workOnOrders: Job = async (stage) => {
  const { page, api } = stage;
  await goTo(stage, "Orders");
  const delivered = await placeOrder(stage);
  await rowOf(page, delivered)
    .getByRole("button", { name: /^Approve order/ })
    .click();
  await rowOf(page, delivered)
    .getByRole("button", { name: /^Mark delivered: order/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark delivered" }).click();
  await rowOf(page, delivered).getByText("Delivered").first().waitFor();
  const cancelled = await placeOrder(stage);
  await rowOf(page, cancelled)
    .getByRole("button", { name: /^More for order/ })
    .click();
  await page.getByRole("menuitem", { name: "Cancel…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
  await rowOf(page, cancelled).getByText("Cancelled").first().waitFor();
  const statuses = [delivered, cancelled].map(async (reference) => {
    const { body } = await api.orders.listOrders({ query: { reference } });
    return Array.isArray(body) ? body.map(({ status }) => status) : body;
  });
  expect(await Promise.all(statuses)).toEqual([["delivered"], ["cancelled"]]);
};

const addCategory = async ({ page }: Stage, name: string): Promise<void> => {
  await press(page, "New category");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await press(page, "Add category");
  await says(page, `Added ${name}`);
};

export const workOnCategories: Job = async (stage) => {
  const { page } = stage;
  const word = unique("Kind");
  await goTo(stage, "Categories");
  await addCategory(stage, `${word} A`);
  await addCategory(stage, `${word} B`);
  await page.getByLabel("Search categories").fill(word);
  await page.getByText("2 categories found").waitFor();
  await page.getByRole("button", { name: `Rename ${word} A` }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(`${word} C`);
  await page.keyboard.press("Enter");
  await says(page, `Saved the name ${word} C`);
  await press(page, `Merge ${word} C into another category`);
  await dialog(page).getByRole("combobox").fill(`${word} B`);
  await dialog(page)
    .getByRole("option", { name: `${word} B` })
    .click();
  await press(page, `Merge into ${word} B`);
  await says(page, `Merged ${word} C into ${word} B`);
  await press(page, `Delete ${word} B`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await says(page, `Deleted ${word} B`);
};

export const undoFromHistory: Job = async (stage) => {
  const { page, api } = stage;
  const name = unique("Recent");
  await api.pets.createPet({ body: { name, categoryId: 1 } });
  await goTo(stage, "History");
  const row = page.locator("[data-row]", { hasText: name });
  await row.getByRole("button", { name: /^Before and after/ }).click();
  await row.getByText("It did not exist yet.").waitFor();
  await row.getByRole("button", { name: `Undo: ${name}` }).click();
  await says(page, `Deleted ${name}`);
  expect((await api.pets.listPets({ query: { name } })).body).toEqual([]);
};

export const importFile: Job = async (stage) => {
  const { page, api } = stage;
  const name = unique("Imported");
  await goTo(stage, "Import");
  const buffer = Buffer.from(`call,species,outcome\n${name},Dog,Adoption\n`);
  await page.locator("input[type=file]").setInputFiles({ name: "shelter.csv", mimeType: "text/csv", buffer });
  await press(page, "Check the file");
  await press(page, "Add 1 animal");
  await says(page, "Added 1 animal");
  expect((await api.pets.listPets({ query: { name } })).body).toMatchObject([{ status: "sold" }]);
};

export const workOnKeys: Job = async (stage) => {
  const { page } = stage;
  const name = unique("Till");
  await goTo(stage, "Keys");
  await press(page, "New key");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await press(page, "Make the key");
  const key = await page.getByRole("textbox", { name: "The key" }).inputValue();
  await press(page, "Copy");
  await press(page, "Done");
  await page.getByRole("link", { name: `Details of ${name}` }).waitFor();
  expect(await page.content()).not.toContain(key);
  await page
    .getByRole("button", { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await says(page, `Revoked ${name}`);
};

export const workOnStaff: Job = async (stage) => {
  const { page } = stage;
  const name = unique("Kim");
  const email = `${name.toLowerCase().replaceAll(" ", "-")}@store.example`;
  await goTo(stage, "Staff");
  await press(page, "New account");
  const form = page.getByRole("dialog", { name: "New account" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Role").selectOption("clerk");
  await press(page, "Make the account");
  await press(page, "Copy");
  await press(page, "Done");
  await page.getByRole("searchbox").fill(email);
  await page.getByRole("link", { name: `Account of ${name}` }).click();
  const drawer = page.getByRole("dialog", { name });
  await drawer.getByText("Not signed in anywhere").waitFor();
  await drawer.getByLabel("Role").selectOption("manager");
  await drawer.getByRole("button", { name: "Change role" }).click();
  await says(page, `${name} is now: Manager`);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
};

/** This job must be the last one, because it changes the password. */
export const changePassword: Job = async (stage) => {
  const { page, account } = stage;
  await goTo(stage, "My account");
  await page.getByText("This browser").waitFor();
  await page.getByLabel("Current password").fill(account.password);
  await page.getByLabel("New password").fill(`${account.password} again`);
  await press(page, "Change the password");
  await page.getByText("Your password is changed").first().waitFor();
};
