import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, quiet, test, unique } from "../support/browser.js";
import { address, addPets } from "../support/pet-list.js";
import { addPet, placeOrder } from "../support/rows.js";

const focusedRow = (page: Page) => () =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-row]")].findIndex((row) => row.contains(document.activeElement)),
  );

describe.skipIf(!hasBrowser)("a drawer", () => {
  test("names the open animal, order or customer in the title of the tab", async ({ open, api }) => {
    const pet = await addPet(api);
    const customer = { name: unique("Ada") };
    const order = await placeOrder(api, pet.id, unique("PO"), { customer });
    const page = await open(`/animals?open=${pet.id}`, { role: "clerk" });
    await expect.poll(() => page.title()).toBe(`${pet.name} · Animals · Pet Store`);
    await page.goto(`/orders?open=${order.id}`);
    await expect.poll(() => page.title()).toBe(`Order ${order.id} · ${pet.name} · Orders · Pet Store`);
    await page.goto(`/customers?open=${order.customerId}`);
    await expect.poll(() => page.title()).toBe(`${customer.name} · Customers · Pet Store`);
    await page.goto("/animals?new=true");
    await expect.poll(() => page.title()).toBe("New animal · Animals · Pet Store");
  });

  test("gives the focus back to its row, and loses no key that is pressed right after Escape", async ({
    open,
    api,
  }) => {
    const { name } = await addPets(api, 3);
    const page = await open(address(name), { role: "clerk", width: 1280 });
    const drawer = page.locator("[data-drawer]");
    const openFirst = async () => {
      await page.locator("[data-row-main]").first().press("Enter");
      await drawer.getByRole("textbox", { name: "Name" }).waitFor();
      await quiet(page);
    };
    await openFirst();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await expect.poll(focusedRow(page)).toBe(0);
    await openFirst();
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await expect.poll(focusedRow(page)).toBe(1);
    // In a field of the drawer, the letter would change the draft.
    await openFirst();
    await drawer.getByRole("textbox", { name: "Name" }).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await expect.poll(focusedRow(page)).toBe(1);
    await openFirst();
    await page.keyboard.press("Escape");
    await page.keyboard.type("/luna");
    await expect.poll(() => page.locator("input:focus").inputValue()).toMatch(/luna$/);
  });
});

describe.skipIf(!hasBrowser)("a dialog that fades out", () => {
  test("loses no key that is pressed right after Escape", async ({ open, api }) => {
    const { name } = await addPets(api, 2);
    const page = await open(address(name), { role: "clerk", width: 1280 });
    await page.locator("[data-row-main]").first().focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await expect.poll(focusedRow(page)).toBe(1);
  });
});
