import type { Pet } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { address, addPets, chooseStatus, countOf, focusedRow, rows, shows } from "../support/pet-list.js";
import { addPet, placeOrder } from "../support/rows.js";

/** Marks the animal in the address as sold, by keyboard. */
const sell = async (page: Page, name: string) => {
  await shows(rows(page).first());
  await page.keyboard.press("j");
  await expect.poll(() => focusedRow(page)).toBeGreaterThan(0);
  await page.keyboard.press("s");
  await page.keyboard.press("s");
  await shows(page.getByText(`${name} is sold`));
};

const goTo = (page: Page, title: string) => page.getByRole("link", { name: title, exact: true }).first().click();

describe.skipIf(!hasBrowser)("undo", () => {
  test("undoes the rename of a category, and not the earlier change of an animal", async ({ open, api }) => {
    const { name } = await addPets(api, 1);
    const category = await api.categories.createCategory({ body: { name: unique("Kind") } });
    if (category.status !== 201) throw new Error(category.body.message);
    const { id, name: old } = category.body;
    const page = await open(address(name));
    await sell(page, name);
    await goTo(page, "Categories");
    await page.getByRole("searchbox").fill(String(old));
    // Until the list is filtered, its rows may still move under the pointer.
    await shows(page.getByText("1 category found"));
    await page.getByRole("button", { name: `Rename ${old}` }).click();
    const renamed = unique("Renamed");
    const field = page.getByRole("textbox", { name: `New name of ${old}` });
    await field.press("I");
    // In a field, the shortcut undoes typing and not a change of the store.
    await page.keyboard.press("Control+z");
    await expect.poll(() => field.inputValue()).toBe(old);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(renamed);
    await page.keyboard.press("Enter");
    await shows(page.getByText(`Saved the name ${renamed}`));
    await page.keyboard.press("Control+z");
    await shows(page.getByText(`Renamed ${renamed} back to ${old}`));
    const now = await api.categories.getCategory({ params: { categoryId: id } });
    expect([now.status === 200 && now.body.name, await countOf(api, name, "sold")]).toEqual([old, 1]);
    await page.keyboard.press("Control+z");
    await shows(page.getByText(`${name} is available again`));
    expect(await countOf(api, name, "sold")).toBe(0);
  });

  test("keeps a category's name that somebody else has given it since", async ({ open, api }) => {
    const category = await api.categories.createCategory({ body: { name: unique("Kind") } });
    if (category.status !== 201) throw new Error(category.body.message);
    const { id, name: old } = category.body;
    const page = await open(`/categories?q=${encodeURIComponent(String(old))}`);
    await page.getByRole("button", { name: `Rename ${old}` }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(`${old} II`);
    await page.keyboard.press("Enter");
    await shows(page.getByText(`Saved the name ${old} II`));
    await api.categories.updateCategory({ params: { categoryId: id }, body: { name: `${old} III` } });
    await page.keyboard.press("Control+z");
    await shows(page.getByText("1 change was not put back"));
    await shows(page.getByText(`${old} III: changed since`));
    const now = await api.categories.getCategory({ params: { categoryId: id } });
    expect(now.status === 200 && now.body.name).toBe(`${old} III`);
  });

  test("names an order's step that has no undo, and does not undo an older action instead", async ({ open, api }) => {
    const { name } = await addPets(api, 1);
    const reference = unique("PO");
    const order = await placeOrder(api, (await addPet(api)).id, reference);
    const page = await open(address(name));
    await sell(page, name);
    await goTo(page, "Orders");
    await page.getByRole("searchbox", { name: "Search orders" }).fill(reference);
    await page.getByRole("button", { name: `Approve order ${order.id}` }).click();
    await shows(page.getByText(`Order ${order.id} is approved`));
    await page.keyboard.press("Control+z");
    await shows(page.getByText(`This cannot be undone: Order ${order.id} is approved`));
    await shows(page.getByText("Orders only go forward"));
    expect(await countOf(api, name, "sold")).toBe(1);
  });

  test("shows the progress of a long undo, and makes the next undo wait", async ({ open, api }) => {
    const [{ name }, other] = [await addPets(api, 1_150), await addPets(api, 1)];
    const page = await open(address(other.name));
    await sell(page, other.name);
    const search = page.getByRole("combobox", { name: "Search animals" });
    await search.fill(name);
    await shows(page.getByText("1 to 50 of 1,150"));
    // The results below the field would cover the list.
    await search.press("Enter");
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Select all 1,150 that match" }).click();
    await chooseStatus(page, "Sold");
    await page.getByRole("button", { name: "Change 1,150 animals" }).click();
    await shows(page.getByText("Marked 1,150 animals as sold"));
    let release: (() => void) | undefined;
    await page.route(/\/v1\/actions\/[\d-]+$/, async (route) => {
      if (release === undefined) {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      await route.continue();
    });
    await page.keyboard.press("Control+z");
    await shows(page.getByText("Undoing: Marked 1,150 animals as sold"));
    await expect.poll(() => release).toBeDefined();
    await page.keyboard.press("Control+z");
    await shows(page.getByText(`Waits for another undo: ${other.name} is sold`));
    expect(await countOf(api, other.name, "sold")).toBe(1);
    release?.();
    await shows(page.getByText("Marked 1,150 animals available again"));
    await shows(page.getByText(`${other.name} is available again`));
    expect(await countOf(api, name, "available")).toBe(1_150);
  });

  test("restores what it can, and names an animal that somebody has changed", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 2);
    const [{ id: changed }] = pets as [Pet];
    const page = await open(address(name));
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await chooseStatus(page, "Sold");
    await page.getByRole("button", { name: "Change 2 animals" }).click();
    await shows(page.getByText("Marked 2 animals as sold"));
    await api.pets.updatePet({ params: { petId: changed }, body: { name: `${name} II` } });
    await page.keyboard.press("Control+z");
    await shows(page.getByText("1 animal was left as it is"));
    await shows(page.getByText(`${name} II: changed since`));
    expect(await countOf(api, name, "available")).toBe(1);
  });

  test("stays possible after a failure, and Try again repeats it", async ({ open, api }) => {
    const { name } = await addPets(api, 1);
    const page = await open(address(name), { allow: [/status of 500/] });
    await sell(page, name);
    await page.route("**/v1/actions/*/undo", (route) =>
      route.fulfill({ status: 500, json: { code: "internal_error", message: "The service failed.", status: 500 } }),
    );
    await page.keyboard.press("Control+z");
    const retry = page.getByLabel("Notices").locator("button", { hasText: "Try again" });
    await shows(retry);
    expect(await countOf(api, name, "sold")).toBe(1);
    await page.unrouteAll();
    await retry.click();
    await shows(page.getByText(`${name} is available again`));
    expect(await countOf(api, name, "available")).toBe(1);
  });

  test("waits for the change that is being saved, and does not undo an older one", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 2);
    const page = await open(address(name, "&sort=id"));
    await sell(page, name);
    const held: (() => void)[] = [];
    await page.route(
      (url) => url.pathname === "/v1/pets/changes",
      async (route) => {
        await new Promise<void>((resolve) => held.push(resolve));
        await route.continue();
      },
    );
    await page.keyboard.press("j");
    await expect.poll(() => focusedRow(page)).toBe(pets[1]?.id);
    await page.keyboard.press("s");
    await page.keyboard.press("p");
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press("Control+z");
    await shows(page.getByText("Your last change is still being saved"));
    held[0]?.();
    await shows(page.getByText(`${name} is pending`));
    expect(await countOf(api, name, "sold")).toBe(1);
    await page.keyboard.press("Control+z");
    await shows(page.getByText(`${name} is available again`));
    expect([await countOf(api, name, "sold"), await countOf(api, name, "pending")]).toEqual([1, 0]);
  });

  test("lists the fields of an animal that it did not restore, and lets a person decide on each", async ({
    open,
    api,
  }) => {
    const { name, pets } = await addPets(api, 1);
    const [{ id }] = pets as [Pet];
    const page = await open(address(name));
    await sell(page, name);
    // Somebody else renames the animal, and marks it as pending.
    await api.pets.updatePet({ params: { petId: id }, body: { name: `${name} II`, status: "pending" } });
    await page.keyboard.press("Control+z");
    await shows(page.getByText("1 animal was left as it is"));
    await shows(page.getByText(`${name} II: changed since`));
    await page.getByLabel("Notices").getByRole("button", { name: "Decide field by field" }).click();
    const dialog = page.getByRole("dialog");
    await shows(dialog);
    expect(await dialog.textContent()).toContain(`${name} II`);
    const left = await api.pets.getPet({ params: { petId: id }, query: {} });
    expect(left.body).toMatchObject({ name: `${name} II`, status: "pending" });
  });
});
